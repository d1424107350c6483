import { afterEach, expect, test, vi } from 'vitest'
import { courseTasks } from '../../../src/records/report/course-tasks.ts'
import { reportTasks } from '../../../src/records/report/report-tasks.ts'
import { makeAppliance, START_MS } from '../../support/appliance.ts'

/** The course of deliveries over days and seasons has the figures of the reports. */

const DAY = 86_400_000
const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const okot = await a.party('person', 'Okot')
const TODAY = '2026-06-28'
expect(new Date(START_MS).toISOString().slice(0, 10)).toBe(TODAY)
const { kernel } = a
afterEach(() => vi.restoreAllMocks())

const delivered = (daysAgo: number, value: number, more: object = {}, by = a.cooperative) =>
  by.append('delivery', {
    ...{
      from_party: grace.id,
      to_party: a.cooperative.id,
      crop: 'maize_grain',
      quantity: { value, unit: 'kg' },
    },
    occurred_at: new Date(START_MS - daysAgo * DAY).toISOString(),
    ...more,
  })
const period = (since: string, until: string) => ({
  fromMs: Date.parse(`${since}T00:00:00+03:00`),
  toMs: Date.parse(`${until}T00:00:00+03:00`),
})
const report = async (by: 'crop' | 'day' | 'week' | 'month', since: string, until: string, party?: string) =>
  (
    await reportTasks['report.deliveries'](kernel, 'test', {
      by,
      ...period(since, until),
      ...(party === undefined ? {} : { party }),
    })
  ).rows
const days = (more: object = {}) => courseTasks['report.days'](kernel, 'test', { atMs: START_MS, ...more })
const seasons = (by: 'week' | 'month', more: object = {}) =>
  courseTasks['report.seasons'](kernel, 'test', { atMs: START_MS, by, ...more })

await delivered(0, 40)
await delivered(0, 3, { quantity: { value: 3, unit: 'debe' } })
await delivered(2, 12.5, { from_party: okot.id })
await delivered(6, 7)
await delivered(7, 1000)
await delivered(3, 60, { occurred_at_precision: 'week' })
await delivered(1, 5, {}, grace)
for (const [ago, kg] of [
  [40, 11],
  [170, 13],
  [200, 17],
  [365, 19],
  [366, 23],
  [400, 29],
  [600, 31],
] as const)
  await delivered(ago, kg)
const fork = (await delivered(4, 80)).body.id
for (const value of [81, 82]) await delivered(4, value, { supersedes: fork })

test('seven days, of which the last is today, and the totals of today', async () => {
  const { day, days: all, today, rows } = await days()
  expect([day, all.length, all[0], all[6]]).toEqual([TODAY, 7, '2026-06-22', TODAY])
  expect(rows).toEqual(await report('day', '2026-06-22', '2026-06-29'))
  expect(today).toEqual(await report('crop', TODAY, '2026-06-29'))
  expect(today).toMatchObject([{ kg: 40, deliveries: 2, without_kg: 1 }])
  // What contradicts itself, what is claimed, and what is known by its week are there, each apart.
  expect(rows.filter(({ forked }) => forked === 1)).toHaveLength(1)
  expect(rows.filter(({ claimed }) => claimed === 1)).toMatchObject([{ claimed_kg: 5, kg: 0 }])
  expect(rows.filter(({ known_by }) => known_by === 'week')).toMatchObject([{ kg: 60 }])
})

test.each(['week', 'month'] as const)(
  'this season and the last, by %s, with both until this day',
  async (by) => {
    const { season, before, day } = await seasons(by)
    expect([day, season.since, season.until, before.since, before.until]).toEqual([
      ...[TODAY, '2026-01-01', '2027-01-01', '2025-01-01', '2026-01-01'],
    ])
    expect(season.rows).toEqual(await report(by, '2026-01-01', '2027-01-01'))
    expect(before.rows).toEqual(await report(by, '2025-01-01', '2026-01-01'))
    expect(season.total).toEqual(await report('crop', '2026-01-01', '2027-01-01'))
    expect(before.total).toEqual(await report('crop', '2025-01-01', '2025-06-29'))
    expect(before.total).toMatchObject([{ kg: 19 + 23 + 29 }])
  },
)

test('of one member, under all their entries', async () => {
  const again = await a.party('person', 'Grace N.')
  await a.cooperative.append('party', {
    ...{ party: again.id, name: 'Grace N.', kind: 'person', same_as: grace.id },
  })
  const { rows, today } = await days({ party: grace.id })
  expect(rows).toEqual(await report('day', '2026-06-22', '2026-06-29', grace.id))
  expect(rows.some(({ kg }) => kg === 12.5)).toBe(false)
  expect(today).toMatchObject([{ kg: 40 }])
  const { season } = await seasons('month', { party: okot.id })
  expect(season.total).toMatchObject([{ kg: 12.5, deliveries: 1 }])
})

test('known days are not added up again, and each report leaves one entry in the audit log', async () => {
  await seasons('week')
  const { log, audit } = kernel.store
  const [records, entries] = [log.size, audit.size]
  const own = vi.spyOn(kernel.gate, 'ownAmong')
  const listed = vi.spyOn(kernel.daySheets, 'list')
  await seasons('month')
  await days()
  expect([own.mock.calls.length, listed.mock.calls.length]).toEqual([0, 0])
  expect([log.size, audit.size]).toEqual([records, entries + 2])
})
