import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rightClock } from '../../../src/appliance/clock/machine-clock.ts'
import { Problem } from '../../../src/base/problem.ts'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import { Store } from '../../../src/store/store.ts'
import { audited } from '../../support/audited.ts'

let folder: string
let db: Db
let store: Store
let clock: { nowMs: number }
/** The writer's measure of its own work: only what a test says takes time does, so that no machine is too slow for it. */
let workedMs: number
const takes = (ms: number) => {
  workedMs += ms
}
beforeEach(() => {
  workedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => workedMs)
  folder = mkdtempSync(join(tmpdir(), 'commit-'))
  db = openDatabase(join(folder, 'granary.db'), { create: true })
  clock = { nowMs: 1_000 }
  store = new Store(
    db,
    rightClock(() => clock.nowMs),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const append = (id = uuidv7()) => store.acts.append('clock_confirmation', id, store.writer.nowMs, { id })
const rows = () => db.prepare('SELECT count(*) FROM entry').pluck().get()

/** What is said to the database as whole statements: BEGIN, COMMIT, ROLLBACK. */
function statements(): string[] {
  const said: string[] = []
  const exec = db.exec.bind(db)
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    said.push(sql)
    return exec(sql)
  })
  return said
}

/** What waits for a timer goes on at once, as if its time had passed. @returns the timers */
const restsTakeNoTime = () =>
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((wake: () => void, ms: number) => {
    takes(ms)
    return setImmediate(wake)
  }) as never)

test('after a commit that failed, the time is that of the clock again', async () => {
  await store.writer.submit(() => append())
  const exec = db.exec.bind(db)
  const failing = vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw new Error('no commit')
    return exec(sql)
  })
  await expect(store.writer.submit(() => append())).rejects.toThrow()
  failing.mockRestore()
  clock.nowMs += 5_000
  expect(store.writer.nowMs).toBe(6_000)
})

test('jobs that arrive together share one transaction', async () => {
  const said = statements()
  const seqs = await Promise.all(Array.from({ length: 10 }, () => store.writer.submit(() => append())))
  expect(said).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
  expect(seqs).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
})

test('a great many are split, so that none waits for all', async () => {
  const said = statements()
  await Promise.all(Array.from({ length: 600 }, () => store.writer.submit(() => append())))
  // One for each 256.
  expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(3)
  expect([rows(), store.writer.waiting]).toEqual([600, 0])
})

test('nobody is answered before the commit', async () => {
  const order: string[] = []
  const exec = db.exec.bind(db)
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') order.push('commit')
    return exec(sql)
  })
  const jobs = [1, 2, 3].map((n) =>
    store.writer
      .submit(() => {
        order.push(`work ${n}`)
        append()
      })
      .then(() => order.push(`answer ${n}`)),
  )
  await Promise.all(jobs)
  expect(order).toEqual(['work 1', 'work 2', 'work 3', 'commit', 'answer 1', 'answer 2', 'answer 3'])
})

describe('a job that fails never fails its neighbours', () => {
  const fault = new Error('a fault of ours')
  const refusal = new Problem('id_conflict')
  const failing = (thrown: Error, before: () => void) => () => {
    before()
    throw thrown
  }
  const twice = (id = uuidv7()) => {
    append(id)
    append(id)
  }
  test.each<[name: string, work: () => void, thrown: RegExp]>([
    ['before it appended anything', failing(fault, () => {}), /a fault of ours/],
    ['with a refusal', failing(refusal, () => {}), /already used/],
    ['after it appended', failing(fault, () => append()), /a fault of ours/],
    ['with a refusal after it appended', failing(refusal, () => append()), /already used/],
    ['on a guard of the database', () => twice(), /append-only: entry/],
  ])('%s', async (_name, work, thrown) => {
    const before = await store.writer.submit(() => append())
    const settled = await Promise.allSettled([
      store.writer.submit(() => append()),
      store.writer.submit(work),
      store.writer.submit(() => append()),
    ])
    expect(settled.map((s) => s.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(String((settled[1] as PromiseRejectedResult).reason)).toMatch(thrown)
    const seqs = [settled[0], settled[2]].map((s) => (s as PromiseFulfilledResult<number>).value)
    expect(seqs).toEqual([before + 1, before + 2])
    expect(rows()).toBe(3)
    expect(await store.writer.submit(() => append())).toBe(before + 3)
  })
  test('and says nothing against the disk: the service stays ready', async () => {
    await expect(store.writer.submit(failing(fault, () => append()))).rejects.toThrow('a fault of ours')
    expect(store.writer.lastError).toBeNull()
  })
})

test('after a rollback nothing of it is remembered: parties, numbers and the audit chain go on from the disk', async () => {
  const ghost = uuidv7()
  await store.writer.submit(() =>
    store.audit.append(1, { credential: null, action: 'first', outcome: 'done' }),
  )
  const failing = store.writer.submit(() => {
    store.parties.intern(ghost)
    append()
    store.audit.append(2, { credential: null, action: 'ghost', outcome: 'done' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(store.parties.find(ghost)).toBeUndefined()
  expect(store.log.size).toBe(0)
  await store.writer.submit(() => {
    store.parties.intern(uuidv7())
    store.audit.append(3, { credential: null, action: 'second', outcome: 'done' })
  })
  expect(audited(db).map(({ n, action }) => [n, action])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
  expect(store.parties.find(ghost)).toBeUndefined()
})

describe('the time of receipt', () => {
  test('never goes back, whatever the clock does', async () => {
    clock.nowMs = 5_000
    await store.writer.submit(() => append())
    clock.nowMs = 1_000
    expect(store.writer.nowMs).toBe(5_000)
    await store.writer.submit(() => append())
    expect(db.prepare('SELECT received_at FROM entry').pluck().all()).toEqual([5_000, 5_000])
  })
  test('is remembered over a restart with the clock set back', async () => {
    clock.nowMs = 9_000
    await store.writer.submit(() => append())
    const again = new Store(
      db,
      rightClock(() => 10),
    )
    expect(again.writer.nowMs).toBe(9_000)
  })
  test('is one for a whole transaction, so that a decision and its audit agree', async () => {
    const seen = await Promise.all(
      [1, 2].map(() =>
        store.writer.submit(() => {
          clock.nowMs += 1_000
          return store.writer.nowMs
        }),
      ),
    )
    expect(new Set(seen).size).toBe(1)
  })
})

describe('heavy jobs that arrive together', () => {
  const heavy = (work: () => unknown) => () => {
    takes(8)
    return work()
  }
  test('do not share one long transaction: each is done once, in order, and others get a turn', async () => {
    const said = statements()
    const ids = Array.from({ length: 6 }, () => uuidv7())
    await Promise.all(ids.map((id) => store.writer.submit(heavy(() => append(id)))))
    // A transaction is ended by the job with which it has worked more than ten milliseconds.
    expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(3)
    const stored = db.prepare('SELECT body FROM entry ORDER BY seq').pluck().all() as string[]
    expect(stored.map((body) => JSON.parse(body).id)).toEqual(ids)
  })
  test('are each done once too when one of them fails after it has written', async () => {
    const ids = Array.from({ length: 4 }, () => uuidv7())
    const done = await Promise.allSettled([
      ...ids.slice(0, 1).map((id) => store.writer.submit(heavy(() => append(id)))),
      store.writer.submit(
        heavy(() => {
          append()
          throw new Error('after it had written')
        }),
      ),
      ...ids.slice(1).map((id) => store.writer.submit(heavy(() => append(id)))),
    ])
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(3).fill('fulfilled')])
    expect(rows()).toBe(ids.length)
  })
})

test('jobs of many callers that take some time each have their turns in order, and none is passed over', async () => {
  const served: number[] = []
  const callers = 30
  const again = async (party: number): Promise<void> => {
    for (let i = 0; i < 10; i++)
      await store.writer.submit(
        () => {
          takes(1.9)
          served.push(party)
        },
        { party, credential: party },
      )
  }
  await Promise.all(Array.from({ length: callers }, (_, i) => again(i + 1)))
  // Six of these end a transaction.
  for (let at = 0; at + callers <= served.length; at += callers)
    expect(new Set(served.slice(at, at + callers)).size).toBe(callers)
})

describe('slices of long work', () => {
  const owner = (party: number) => ({ party, credential: party * 10 })

  test('take turns with the small jobs, one of each owner after the other', async () => {
    const done: string[] = []
    const slices = (party: number, count: number) =>
      Array.from({ length: count }, (_, i) =>
        store.writer.submitSlice(() => {}, owner(party)).then(() => done.push(`${'abc'[party]}${i}`)),
      )
    const small = async () => {
      for (let i = 0; i < 3; i++) {
        await store.writer.submit(() => {})
        done.push(`small ${i}`)
      }
    }
    await Promise.all([...slices(0, 4), ...slices(1, 2), ...slices(2, 1), small()])
    expect(done.filter((name) => !name.startsWith('small'))).toEqual([
      'a0',
      'b0',
      'c0',
      'a1',
      'b1',
      'a2',
      'a3',
    ])
    // A small job waits for one slice at most.
    expect(done.indexOf('small 2')).toBeLessThanOrEqual(5)
  })

  test('share no transaction with small jobs', async () => {
    const said = statements()
    await Promise.all([
      store.writer.submit(() => append()),
      store.writer.submitSlice(() => append(), owner(1)),
      store.writer.submit(() => append()),
      store.writer.submitSlice(() => append(), owner(2)),
    ])
    expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(3)
  })

  test('leave most of the time to small jobs of others, as long as these come', async () => {
    const pause = restsTakeNoTime()
    const slice = () => store.writer.submitSlice(() => takes(8), owner(1))
    await store.writer.submit(() => {})
    await slice()
    const between = vi.fn()
    const next = slice()
    for (let i = 0; i < 3; i++) await store.writer.submit(between)
    await next
    expect(between).toHaveBeenCalledTimes(3)
    expect(pause.mock.calls.some(([, ms]) => Number(ms) > 8)).toBe(true)
  })

  test('are what jobs of a credential count as whose jobs were long, more than once', async () => {
    restsTakeNoTime()
    const said = statements()
    const commits = async () => {
      said.length = 0
      await Promise.all([1, 2, 3].map((party) => store.writer.submit(() => append(), owner(party))))
      return said.filter((sql) => sql === 'COMMIT').length
    }
    await store.writer.submit(() => takes(80), owner(1))
    expect(await commits()).toBe(1)
    for (let i = 0; i < 2; i++) await store.writer.submit(() => takes(8), owner(1))
    expect(await commits()).toBe(2)
  })
})

describe('slices of one work that goes on', () => {
  const owner = { party: 1, credential: 10 }
  /** @returns what the last slice gave, and how often the work was told that more is to be done */
  async function inSlices(slices: number, slice: (n: number) => void = () => takes(5)) {
    let [n, pauses] = [0, 0]
    const work = () => {
      slice(++n)
      append()
      return n === slices ? 'all' : null
    }
    let done = await store.writer.submitSlices(work, owner)
    for (; done === null; pauses++) done = await store.writer.submitSlices(work, owner)
    return { done, pauses }
  }
  const commits = (said: string[]) => said.filter((sql) => sql === 'COMMIT').length

  test('share a transaction while nobody waits', async () => {
    const said = statements()
    expect(await inSlices(4)).toEqual({ done: 'all', pauses: 0 })
    expect(said).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
    expect(rows()).toBe(4)
  })

  test('commit after a tenth of a second at the latest', async () => {
    const said = statements()
    expect(await inSlices(12, () => takes(25))).toEqual({ done: 'all', pauses: 2 })
    expect(commits(said)).toBe(3)
  })

  test('make way for what others ask meanwhile: it waits for one slice, and has a transaction of its own', async () => {
    restsTakeNoTime()
    const order: string[] = []
    const said = statements()
    const others: Promise<unknown>[] = []
    await inSlices(4, (n) => {
      takes(5)
      order.push(`slice ${n}`)
      // It arrives in the turn of the event loop that follows on the second slice.
      if (n === 2)
        setImmediate(() =>
          others.push(store.writer.submit(() => order.push(`other, ${commits(said)} commit`))),
        )
    })
    await Promise.all(others)
    expect(order.slice(0, 2)).toEqual(['slice 1', 'slice 2'])
    expect(order.indexOf('other, 1 commit')).toBeGreaterThan(1)
    expect(order.indexOf('other, 1 commit')).toBeLessThan(4)
  })

  test('go on in their transaction while a background job waits, which comes after it', async () => {
    const said = statements()
    const background: Promise<unknown>[] = []
    let committedBefore = 0
    const { pauses } = await inSlices(4, (n) => {
      if (n === 2)
        setImmediate(() => background.push(store.writer.submitAlone(() => (committedBefore = commits(said)))))
    })
    await Promise.all(background)
    expect(pauses).toBe(0)
    expect(committedBefore).toBe(1)
  })

  test('keep what they did where a later one is refused, and lose it where a later one fails', async () => {
    const failing = (work: () => void) => inSlices(4, (n) => n === 3 && work())
    await expect(
      failing(() => {
        throw new Problem('overloaded')
      }),
    ).rejects.toMatchObject({ code: 'overloaded' })
    expect(rows()).toBe(2)
    const fault = failing(() => {
      append()
      throw new Error('a fault of ours')
    })
    await expect(fault).rejects.toThrow('a fault of ours')
    expect(rows()).toBe(2)
    expect(await store.writer.submit(() => append())).toBe(3)
  })

  test('are on the disk when the service ends in between', async () => {
    const working = store.writer.submitSlices(() => {
      append()
      return null
    }, owner)
    while (!db.inTransaction) await new Promise((resolve) => setImmediate(resolve))
    store.writer.close()
    expect(db.inTransaction).toBe(false)
    expect(await working).toBeNull()
    expect(rows()).toBe(1)
  })
})

describe('a long job', () => {
  test('has a transaction of its own, after the small ones that wait', async () => {
    const said = statements()
    const done: string[] = []
    const small = (name: string) => store.writer.submit(() => append()).then(() => done.push(name))
    const long = (name: string) => store.writer.submitAlone(() => append()).then(() => done.push(name))
    await Promise.all([long('long 1'), long('long 2'), small('small 1'), small('small 2')])
    expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(3)
    expect(done).toEqual(['small 1', 'small 2', 'long 1', 'long 2'])
  })

  test.each([
    ['small jobs of others', 1, 70, 74, () => store.writer.submit(() => takes(1))],
    ['slices', 5, 13, 15, () => store.writer.submitSlice(() => takes(5), { party: 1, credential: 1 })],
  ])('has an eighth of the time beside %s that never end', async (_, ms, least, most, other) => {
    let others = 0
    let isOver = false
    const beside = (async () => {
      for (; !isOver && others * ms < 2_500; others++) await other()
    })()
    const before: number[] = []
    const long = () =>
      store.writer.submitAlone(() => {
        takes(10)
        before.push(others)
      })
    await Promise.all([long(), long(), long()])
    isOver = true
    await beside
    const [first, second, third] = before as [number, number, number]
    for (const between of [second - first, third - second]) {
      expect(between).toBeGreaterThanOrEqual(least)
      expect(between).toBeLessThanOrEqual(most)
    }
  })

  test('rests for nobody: where no one else is at work, one follows on the other', async () => {
    const rested = vi.spyOn(globalThis, 'setTimeout')
    let done = 0
    await Promise.all(
      Array.from({ length: 8 }, () =>
        store.writer.submitAlone(() => {
          takes(10)
          done++
        }),
      ),
    )
    expect(done).toBe(8)
    expect(rested).not.toHaveBeenCalled()
  })

  test('that fails is undone whole and fails nobody else', async () => {
    const failing = store.writer.submitAlone(() => {
      append()
      append()
      throw new Problem('id_conflict')
    })
    const others = [store.writer.submit(() => append()), store.writer.submitAlone(() => append())]
    await expect(failing).rejects.toMatchObject({ code: 'id_conflict' })
    await Promise.all(others)
    expect(rows()).toBe(2)
  })

  test('is refused when the service ends before its turn', async () => {
    const waiting = store.writer.submitAlone(() => append())
    expect(store.writer.waiting).toBe(1)
    store.writer.close()
    await expect(waiting).rejects.toMatchObject({ code: 'overloaded' })
    for (const late of [store.writer.submit(append), store.writer.submitAlone(append)])
      await expect(late).rejects.toMatchObject({ code: 'overloaded' })
    expect(rows()).toBe(0)
  })
})
