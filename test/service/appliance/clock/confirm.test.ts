import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ClockService } from '../../../../src/appliance/clock/clock-service.ts'
import { formatInstant } from '../../../../src/domain/time.ts'
import { localTasks } from '../../../../src/tasks.ts'
import { Calendar } from '../../../../src/words/calendar.ts'
import { OperatorFault } from '../../../../src/words/fault.ts'
import { englishWords } from '../../../../src/words/words.ts'
import { checked } from '../../../support/appliance/examine.ts'
import { type Actor, type Appliance, makeAppliance } from '../../../support/appliance.ts'
import { harvestOf } from '../../../support/flows/help.ts'
import { auditOf, inDoubtAfter, reopened } from './help.ts'

/** What the operator says of a clock in doubt, and what a running service says of itself. */

const DAY_MS = 86_400_000
const YEARS_MS = 20 * 365 * DAY_MS

let a: Appliance
let farmer: Actor
beforeEach(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
})
afterEach(() => a.close())

const shownMs = () => a.clock.nowMs + a.clock.aheadMs
const midnightBefore = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS
const confirm = (dayBeginsMs = midnightBefore(shownMs())) =>
  a.tasks.run('clock.confirm', 'nakato', { dayBeginsMs })
const received = async () => (await farmer.append('harvest', harvestOf(farmer))).body.received_at
const faultOf = (work: Promise<unknown>): Promise<OperatorFault> =>
  work.then(
    () => expect.fail('it was done'),
    (error) => {
      expect(error).toBeInstanceOf(OperatorFault)
      return error
    },
  )

describe('an operator says that the clock is right', () => {
  test('from then on it is believed, here and at the next start', async () => {
    inDoubtAfter(a, 60 * DAY_MS)
    expect(await confirm()).toEqual({ confirmed: formatInstant(shownMs()) })
    const kernel = await reopened(a)
    expect(kernel.store.clock.isDoubted).toBe(false)
    kernel.close()
    expect(await received()).toBe(formatInstant(shownMs()))
  })

  test('what is trusted by that is an act of the log and stands in the audit log, with both times and the operator', async () => {
    inDoubtAfter(a, 60 * DAY_MS)
    const trustedMs = a.clock.nowMs
    await confirm()
    const said = { clock: formatInstant(shownMs()), trusted: formatInstant(trustedMs), operator: 'nakato' }
    const { store } = a.kernel
    const act = store.acts.bySeq(store.log.size)
    expect(act).toMatchObject({ kind: 'clock_confirmation', receivedAtMs: trustedMs })
    expect(JSON.parse(act?.json ?? '')).toMatchObject(said)
    const [entry] = await auditOf(a, 'clock_confirmed')
    expect(entry).toMatchObject({
      at: said.trusted,
      operator: 'nakato',
      detail: { clock: said.clock, trusted: said.trusted },
    })
    expect((await auditOf(a, 'sign_of_life'))[0]?.at).toBe(said.clock)
  })

  test('not of a clock that shows another day, whatever the time zone of the one who says it', async () => {
    inDoubtAfter(a, YEARS_MS)
    const fault = await faultOf(confirm(midnightBefore(a.clock.nowMs)))
    expect(fault.toldIn(englishWords(a.kernel.config.timeZone))).toContain(
      new Calendar(a.kernel.config.timeZone).stamp(shownMs()),
    )
    expect(fault.remedy).toContain('timedatectl')
    await faultOf(confirm(midnightBefore(shownMs()) - 2 * DAY_MS))
    await faultOf(confirm(midnightBefore(shownMs()) + 2 * DAY_MS))
    expect((await farmer.append('harvest', harvestOf(farmer))).status).toBe(503)
    expect(await auditOf(a, 'clock_confirmed')).toEqual([])
    await confirm(midnightBefore(shownMs()) + DAY_MS)
  })

  test('not where nothing is in doubt', async () => {
    expect((await faultOf(confirm())).message).toBe('The clock is not in doubt.')
  })

  test('of a wrong clock, and sets it back: it is believed again, time stands still, and the doctor says so', async () => {
    inDoubtAfter(a, YEARS_MS)
    await confirm()
    const wrong = formatInstant(shownMs())
    a.clock.aheadMs = 0
    a.clock.nowMs += DAY_MS
    expect(await received()).toBe(wrong)
    const check = await checked(a, 7)
    expect(check.finding).toContain(
      `The newest entry is of ${new Calendar(a.kernel.config.timeZone).stamp(wrong)}`,
    )
    expect(check.remedy).toContain('restore an earlier backup')
  })
})

test('a folder restored from an old backup says so in its log, and is confirmed after the clock', async () => {
  a.clock.nowMs += 60 * DAY_MS
  const kernel = await reopened(a)
  const tasks = localTasks(kernel)
  const newestMs = kernel.store.newestOnDiskMs
  const restored = await tasks.run('backup.restored', 'test', { backup: 'x', madeAtMs: newestMs })
  expect(restored.is_clock_in_doubt).toBe(true)
  expect(kernel.store.acts.bySeq(kernel.store.log.size)).toMatchObject({
    kind: 'restore',
    receivedAtMs: newestMs,
  })
  await expect(tasks.run('backup.confirm', 'test', {})).rejects.toMatchObject({ code: 'clock_in_doubt' })
  await tasks.run('clock.confirm', 'test', { dayBeginsMs: midnightBefore(shownMs()) })
  expect((await tasks.run('backup.confirm', 'test', {})).confirmed_at).toBe(formatInstant(shownMs()))
  kernel.close()
})

describe('a service that runs', () => {
  let said: string[]
  let service: ClockService
  beforeEach(() => {
    said = []
    const hear = (level: string) => (text: string) => said.push(`${level} ${text}`)
    service = new ClockService(a.kernel.store, {
      info: hear('info'),
      error: hear('error'),
    })
  })
  const signs = async () => (await auditOf(a, 'sign_of_life')).length

  test('gives a sign of life once a day, where nothing else is written', async () => {
    for (let hour = 0; hour < 72; hour++) {
      a.clock.nowMs += DAY_MS / 24
      await service.check()
    }
    expect(await signs()).toBe(3)
  })

  test('so one that was left alone for months is believed when it is started again', async () => {
    for (let day = 0; day < 90; day++) {
      a.clock.nowMs += DAY_MS
      await service.check()
    }
    const kernel = await reopened(a)
    expect(kernel.store.clock.isDoubted).toBe(false)
    kernel.close()
  })

  test('in doubt it gives the sign with the time that is trusted', async () => {
    inDoubtAfter(a, YEARS_MS)
    a.clock.nowMs += 2 * DAY_MS
    await service.check()
    expect((await auditOf(a, 'sign_of_life'))[0]?.at).toBe(formatInstant(a.clock.nowMs))
  })

  test('tells the log once when doubt begins, with the remedy, and once when it ends', async () => {
    await service.check()
    expect(said).toEqual([])
    inDoubtAfter(a, YEARS_MS)
    await service.check()
    await service.check()
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`error the clock of this machine shows ${formatInstant(shownMs())}`)
    expect(said[0]).toContain('granary clock confirm')
    a.clock.aheadMs = 0
    await service.check()
    await service.check()
    expect(said).toHaveLength(2)
    expect(said[1]).toMatch(/^info the clock of this machine is trusted again/)
  })
})
