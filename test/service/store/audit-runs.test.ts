import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { AuditRuns } from '../../../src/store/audit/audit-runs.ts'
import { type Actor, type Appliance, makeAppliance } from '../../support/appliance.ts'
import { type Audited, audited } from '../../support/audited.ts'
import { appended, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { auditFaults } from '../../support/store/audit-faults.ts'

/** A refusal that is met again and again takes one entry and a number, and as long as ever. */

let a: Appliance
let grace: Actor
let eve: Actor
let harvest: { id: string }
beforeEach(async () => {
  // With the writer's measure of its work: a job that took long would have the next one wait for a timer that stands still.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  a = await makeAppliance()
  grace = await a.party('person', 'Grace')
  eve = await a.party('person', 'Eve')
  harvest = await appended(grace, 'harvest', harvestOf(grace))
})
afterEach(async () => {
  vi.useRealTimers()
  await a.close()
})

const ask = (id: string, by = eve, what = '') => by.get(`/v1/records/${id}${what}?purpose=${PURPOSE}`)
const times = async (n: number, work: () => Promise<unknown>) => {
  for (let i = 0; i < n; i++) await work()
}
const said = async (count = 50) =>
  (await a.tasks.run('audit', 'test', { refused: true, count })).entries
    .map(({ outcome, repeated }) => (repeated === null ? outcome : `${outcome} ${repeated} more`))
    .reverse()
const size = () => a.kernel.store.audit.size

describe('the same question again and again', () => {
  test('is one entry at once, and one with the number as soon as something else is asked', async () => {
    const before = size()
    await times(200, () => ask(harvest.id))
    expect(size()).toBe(before + 1)
    await ask(uuidv7())
    expect(await said()).toEqual(['no_grant', 'no_grant 199 more', 'no_such_record'])
    const { entries } = await a.tasks.run('audit', 'test', { record: harvest.id, count: 9 })
    expect(entries.map(({ name, repeated }) => [name?.name, repeated])).toEqual([
      ['Eve', 199],
      ['Eve', null],
    ])
    expect(auditFaults(a.kernel.store.db)).toEqual([])
  })

  test('is one entry a minute where nothing else is asked, and none once it has stopped', async () => {
    await times(5, () => ask(harvest.id))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await said()).toEqual(['no_grant', 'no_grant 4 more'])
    await times(3, () => ask(harvest.id))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await said()).toEqual(['no_grant', 'no_grant 4 more', 'no_grant 3 more'])
    await vi.advanceTimersByTimeAsync(600_000)
    // The run is over: the next one is an entry at once.
    await ask(harvest.id)
    expect(await said()).toEqual(['no_grant', 'no_grant 4 more', 'no_grant 3 more', 'no_grant'])
  })

  test('is written when the service ends', async () => {
    await times(4, () => ask(harvest.id))
    const details: Audited['detail'][] = []
    const { db } = a.kernel.store
    const close = db.close.bind(db)
    db.close = () => {
      details.push(audited(db).at(-1)?.detail ?? null)
      return close()
    }
    await a.close()
    expect(details).toEqual([{ repeated: 3 }])
    a = await makeAppliance()
  })

  test('of another, by another, for another purpose or on another route is an entry of its own', async () => {
    await times(2, () => ask(harvest.id))
    await times(2, () => ask(harvest.id, eve, '/chain'))
    await eve.get(`/v1/records/${harvest.id}?purpose=insurance`)
    const bank = await a.party('institution', 'Bank')
    await times(2, () => ask(harvest.id, bank))
    // Others in between end no run.
    await ask(harvest.id, eve)
    await ask(harvest.id, bank)
    await ask(harvest.id, eve)
    await vi.advanceTimersByTimeAsync(60_000)
    const all = await said()
    expect(all.filter((line) => line === 'no_grant')).toHaveLength(5)
    expect(all.filter((line) => line.endsWith('more')).sort()).toEqual([
      'no_grant 1 more',
      'no_grant 1 more',
      'no_grant 1 more',
      'no_grant 2 more',
    ])
  })

  test('is told apart where the reason has changed', async () => {
    const id = uuidv7()
    await times(3, () => ask(id))
    await appended(grace, 'harvest', { ...harvestOf(grace), id })
    await times(3, () => ask(id))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await said()).toEqual(['no_such_record', 'no_such_record 2 more', 'no_grant', 'no_grant 2 more'])
  })

  test('goes through a commit that writes and waits for the disk, as the first one does', async () => {
    const { db } = a.kernel.store
    // Pages in the write-ahead log; each commit that has any waits until they are on the disk.
    const framesOf = async (work: () => Promise<unknown>) => {
      db.pragma('wal_checkpoint(TRUNCATE)')
      await work()
      const [{ log }] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }]
      return log
    }
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    const first = await framesOf(() => ask(harvest.id))
    const repeated = await framesOf(() => ask(harvest.id))
    expect(first).toBeGreaterThan(0)
    expect(repeated).toBeGreaterThan(0)
    expect(repeated).toBeLessThanOrEqual(first)
    const nothing = await framesOf(() => a.kernel.ports.submit(() => {}))
    expect(nothing).toBe(0)
  })
})

test('an act that is refused again and again is counted too, and with other content it is not', async () => {
  const body = { ...harvestOf(eve), id: uuidv7(), supersedes: harvest.id }
  const before = size()
  await times(4, () => eve.append('harvest', { ...body }))
  expect(size()).toBe(before + 1)
  await eve.append('harvest', { ...body, id: uuidv7() })
  expect(await said()).toEqual([
    'reference_unresolved',
    'reference_unresolved 3 more',
    'reference_unresolved',
  ])
})

test('what was undone was not counted: the first of a run is always there', async () => {
  const { store, ports } = a.kernel
  const credential = store.credentials.all().at(-1)?.seq as number
  const note = () =>
    store.audit.append(store.writer.nowMs, { credential, action: 'read', outcome: 'no_grant', records: [1] })
  const failing = () => {
    note()
    throw new Error('a fault')
  }
  const before = size()
  // Together in one transaction: the fault undoes it, and each is done again by itself.
  const both = await Promise.allSettled([ports.submit(note), ports.submit(failing), ports.submit(note)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(size()).toBe(before + 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await said()).slice(-2)).toEqual(['no_grant', 'no_grant 1 more'])
  await expect(
    ports.submit(() => {
      throw new Problem('overloaded')
    }),
  ).rejects.toThrow()
})

test('nothing is remembered of the operator, nor of a credential whose run is over', () => {
  const runs = new AuditRuns()
  const refused = { credential: 7, action: 'read', outcome: 'no_grant' }
  expect(runs.take({ ...refused, credential: null })).toBe(null)
  expect(runs.take(refused)).toBe(null)
  expect(runs.take({ ...refused })).toBe('counted')
  runs.committed()
  expect(runs.isEmpty).toBe(false)
  expect(runs.take({ credential: 7, action: 'read', outcome: 'disclosed' })).toMatchObject({
    outcome: 'no_grant',
    detail: { repeated: 1 },
  })
  runs.committed()
  expect(runs.isEmpty).toBe(true)
  runs.take(refused)
  runs.committed()
  runs.take(refused)
  runs.forget()
  expect(runs.end()).toEqual([])
  runs.committed()
  expect(runs.isEmpty).toBe(true)
})

test('counts that are written beside other jobs of the same transaction are neither lost nor written twice', async () => {
  const { store, ports } = a.kernel
  const credential = store.credentials.all().at(-1)?.seq as number
  const note = (outcome: string) => () =>
    store.audit.append(store.writer.nowMs, { credential, action: 'read', outcome, records: [1] })
  const counts = () => store.audit.writeCounts(store.writer.nowMs)
  const together = (...jobs: (() => void)[]) => Promise.all(jobs.map((job) => ports.submit(job)))
  await together(note('no_grant'), note('no_grant'))
  await together(note('no_grant'), counts)
  await together(note('no_grant'))
  await together(note('disclosed'), counts)
  await together(note('no_grant'), counts)
  await together(counts)
  const entries = store.audit.after(0, 1_000).filter((entry) => entry.credential === credential)
  expect(entries.slice(-5).map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['no_grant', undefined],
    ['no_grant', { repeated: 2 }],
    ['no_grant', { repeated: 1 }],
    ['disclosed', undefined],
    ['no_grant', undefined],
  ])
  expect(auditFaults(store.db)).toEqual([])
})
