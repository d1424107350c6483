import { describe, expect, it, onTestFinished } from 'vitest'
import { compileMap } from '../../../../src/clients/importer/compiled-map.ts'
import { Calendar } from '../../../../src/clients/sheets/calendar.ts'
import { dayIn } from '../../../../src/text/time-zone.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { makeAppliance } from '../../../support/appliance.ts'
import {
  allRecords,
  example,
  importInto,
  registry,
  SMALL,
  small,
} from '../../../support/clients/importer/support.ts'

/** A date without a time is that date, wherever the sheet was written and the appliance stands. */

const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Kampala',
  'UTC',
  'Europe/Dublin',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'Pacific/Pago_Pago',
]

describe('a date without a time', () => {
  it('is that date in every zone of the appliance, all year, and today too', () => {
    for (const zone of ZONES) {
      for (let n = 0; n < 400; n++) {
        const day = new Date(Date.UTC(2017, 0, 1 + n)).toISOString().slice(0, 10)
        const atMs = new Calendar(zone, Date.UTC(2026, 5, 28)).instantOf({ day, precision: 'day' })
        expect(dayIn(zone, atMs)).toBe(day)
      }
      for (let hour = 0; hour < 48; hour++) {
        const nowMs = Date.UTC(2026, 5, 28, hour, 13)
        const today = { day: dayIn(zone, nowMs), precision: 'day' } as const
        const calendar = new Calendar(zone, nowMs)
        expect(calendar.isInFuture(today)).toBe(false)
        expect(calendar.instantOf(today)).toBeLessThanOrEqual(nowMs)
        expect(dayIn(zone, calendar.instantOf(today))).toBe(today.day)
        const tomorrow = { ...today, day: dayIn(zone, nowMs + 86_400_000) }
        expect(calendar.isInFuture(tomorrow)).toBe(true)
      }
    }
  })

  it('with a time of day is that time where the sheet was written', () => {
    const atMs = Date.UTC(2026, 1, 1, 4, 15)
    expect(
      new Calendar('UTC', Date.UTC(2026, 5, 28)).instantOf({
        day: '2026-02-01',
        precision: 'instant',
        ms: atMs,
      }),
    ).toBe(atMs)
  })
})

describe('the example of a delivery ledger', () => {
  it('in an appliance in Mexico, written in Kampala, keeps every date', async () => {
    const here = 'America/Mexico_City'
    const a = await makeAppliance({ timeZone: here })
    onTestFinished(() => a.close())
    const spec = JSON.parse(example('delivery-ledger.map.json'))
    const map = compileMap({ ...spec, time_zone: 'Africa/Kampala' }, registry)
    await importInto(a, example('delivery-ledger.csv'), map)
    const days = (await allRecords(a, 'delivery')).map(({ occurred_at }) =>
      dayIn(here, Date.parse(occurred_at)),
    )
    const written = ['03', '03', '04', '04', '05', '05', '06', '06'].map((day) => `2026-03-${day}`)
    expect(days.sort()).toEqual(written)
    const parties = (await allRecords(a, 'party')).filter(({ member_no }) => member_no !== undefined)
    expect(parties).toHaveLength(4)
    for (const { occurred_at } of parties) expect(dayIn(here, Date.parse(occurred_at))).toBe('2026-03-01')
  })
})

describe('a sheet imported again', () => {
  const text = (time: string) => `Farm,Day,Weight\nRio,${time},60 kg\n`
  const map = small({
    key: ['Farm'],
    dates: { day: { column: 'Day', formats: ['D/M/YYYY', 'D/M/YYYY HH:mm'] } },
    records: SMALL.records,
  })

  it('in the evening of the day it is about says the same as in the morning', async () => {
    const a = await makeAppliance()
    onTestFinished(() => a.close())
    a.clock.nowMs = Date.UTC(2026, 5, 28, 3, 30)
    await importInto(a, text('28/6/2026'), map)
    const [{ occurred_at }] = await allRecords(a, 'delivery')
    expect(occurred_at).toBe('2026-06-28T03:30:00.000Z')
    a.clock.nowMs = Date.UTC(2026, 5, 28, 18)
    expect((await importInto(a, text('28/6/2026'), map)).rows).toMatchObject({ known: 1 })
    expect((await importInto(a, text('27/6/2026'), map)).rows).toMatchObject({ changed: 1 })
    expect((await importInto(a, text('28/6/2026 06:30'), map)).rows).toMatchObject({ changed: 1 })
  })

  it('into an appliance whose zone was corrected since says the same', async () => {
    const a = await makeAppliance()
    onTestFinished(() => a.close())
    await importInto(a, text('1/2/2026'), map, { words: englishWords('UTC') })
    expect((await importInto(a, text('1/2/2026'), map)).rows).toMatchObject({ known: 1 })
    expect((await importInto(a, text('2/2/2026'), map)).rows).toMatchObject({ changed: 1 })
  })
})
