import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { soon } from '../../../support/soon.ts'
import { History, OPERATOR } from './history.ts'

/** What was appended while nobody counted is counted later: piece by piece, once, and no start waits for it. */

const MANY = 1_200
const ANSWERED = { records: 0, redactions: 0, disclosures: 0 }

let h: History
beforeEach(async () => {
  h = await History.begun({ sliceMs: 1 })
})
afterEach(() => {
  vi.useRealTimers()
  h.close()
})

const tallies = () => h.kernel.store.tallies
/** Lets jobs run, and whatever waits for its turn. */
const aMoment = () => new Promise(setImmediate)

function manyHarvests(factor: (i: number) => string): void {
  for (let i = 0; i < MANY; i++) h.harvest(0.1 + i / 1_000, factor(i))
}

test('a start waits for nothing: until the log is counted there are no figures', async () => {
  await h.byCommand(() => manyHarvests(() => 'kg_exact'))
  expect([h.figures, tallies().isSettled]).toEqual([null, false])
  await h.check()
  expect(h.figures?.kg.total).toBeGreaterThan(MANY * 0.1)
})

test('the first job waits as long as it was told; what is appended meanwhile is counted once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const patient = await History.begun({ firstAfterMs: 500 })
  try {
    await patient.submit(() => patient.harvest(5, 'kg_exact'))
    vi.advanceTimersByTime(499)
    for (let i = 0; i < 20; i++) await aMoment()
    expect(patient.figures).toBeNull()
    vi.advanceTimersByTime(1)
    await patient.check()
    expect(patient.figures?.kg.total).toBe(5)
  } finally {
    patient.close()
  }
})

test('a factor that is added later takes over what cites it, and the total stands still', async () => {
  await h.settled()
  await h.submit(() => manyHarvests((i) => (i % 3 === 0 ? 'kg_exact' : 'later_1')))
  await h.settled()
  const total = h.recounted.kg.total
  expect(h.figures?.kg).toEqual({ total, assumed: 0, thinSample: 0 })
  await h.submit(() => h.addFactor('later_1', 'assumed_default'))
  void tallies().caughtUp()
  let jobs = 0
  for (; !tallies().isSettled; jobs++) {
    expect(h.figures?.kg.total).toBe(total)
    // What changes meanwhile is right either way.
    if (jobs % 5 === 0) {
      const { records } = h
      const corrected = new Set(records.map(({ supersedes }) => supersedes))
      const tips = records.filter((r) => r.conversion_id === 'later_1' && !corrected.has(r.id))
      const target = tips[(jobs * 37) % tips.length]
      await h.submit(() => h.harvest(target?.normalized_kg as number, 'later_1', { supersedes: target?.id }))
      void tallies().caughtUp()
    }
    await aMoment()
  }
  expect(jobs).toBeGreaterThan(5)
  await h.check()
  expect(h.figures?.kg.assumed).toBeGreaterThan(total / 2)
})

test('the oldest open request is found behind hundreds that were answered', async () => {
  h.restart({ sliceMs: 4 })
  await h.settled()
  const opened: string[] = []
  for (let i = 0; i < 700; i++) {
    h.clock.nowMs += 1_000
    opened.push(await h.submit(() => h.kernel.subjectAccess.requests.open(OPERATOR, h.farmer).request.id))
  }
  const answer = (from: number, to: number) =>
    h.submit(() => {
      for (const id of opened.slice(from, to))
        h.kernel.subjectAccess.requests.answered(OPERATOR, id, ANSWERED)
    })
  await answer(1, 698)
  await h.check()
  await answer(0, 1)
  const oldest = h.recounted.subjectAccess.oldestOpenAtMs as number
  await h.check()
  expect(h.figures?.subjectAccess).toMatchObject({ open: 2, oldestOpenAtMs: oldest })
  // After a start it is certain from the first figures on.
  h.restart({ sliceMs: 0 })
  while (h.figures === null) await aMoment()
  expect(h.figures.subjectAccess.oldestOpenAtMs).toBe(oldest)
  await answer(698, 700)
  await h.check()
  expect(h.figures?.subjectAccess.oldestOpenAtMs).toBeNull()
})

test('an entry that cannot be counted is not half counted: it is reported, and tried again', async () => {
  await h.settled()
  const harvest = await h.submit(() => {
    const first = h.harvest(3, 'kg_exact')
    for (let i = 0; i < 100; i++) h.harvest(1, 'kg_exact')
    return first
  })
  await h.byCommand(() => {
    h.harvest(4, 'kg_exact', { supersedes: harvest.id })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const json = bodyOf(harvest.id)
  setBody(harvest.id, '{')
  while (h.faults.length === 0) await aMoment()
  expect(String(h.faults.splice(0))).toMatch(/record at \d+ of the log is damaged/)
  for (let i = 0; i < 20; i++) await aMoment()
  expect([h.figures, h.faults]).toEqual([null, []])
  setBody(harvest.id, json)
  h.kernel.store.records.forget()
  vi.advanceTimersByTime(10_000)
  await h.check()
})

const bodyOf = (id: string) => h.kernel.store.records.byId(id)?.json as string

/** As a disk might change it, past the guard. */
function setBody(id: string, body: string): void {
  const { db, records } = h.kernel.store
  const seq = records.byId(id)?.seq
  records.forget()
  const guard = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'entry_no_update'").pluck().get()
  db.exec('DROP TRIGGER entry_no_update')
  db.prepare('UPDATE entry SET body = ? WHERE seq = ?').run(body, seq)
  db.exec(guard as string)
}

test('nothing is asked of the disk outside of a job, where an error would end the service', async () => {
  h.restart({ everyMs: 1 })
  await h.settled()
  let asked = 0
  vi.spyOn(h.kernel.store.log, 'size', 'get').mockImplementation(() => {
    if (!h.kernel.store.db.inTransaction) asked++
    return 0
  })
  let looks = 0
  const looking = setInterval(() => looks++, 1)
  await soon(() => expect(looks).toBeGreaterThan(20))
  clearInterval(looking)
  vi.restoreAllMocks()
  expect(asked).toBe(0)
  await h.submit(() => h.harvest(5, 'kg_exact'))
  await soon(() => expect(h.figures?.kg.total).toBe(5))
})
