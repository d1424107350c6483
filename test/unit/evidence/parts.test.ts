import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../src/base/problem.ts'
import { isOverWithin } from '../../../src/base/within.ts'
import { ObjectHealth } from '../../../src/evidence/object-health.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../../src/evidence/objects/store.ts'
import { OneAtATime } from '../../../src/evidence/one-at-a-time.ts'
import { partOf } from '../../../src/evidence/part-of.ts'

/** The small parts of the room, by themselves. */

describe('a part of a picture', () => {
  const whole = Buffer.from('0123456789abcdef')
  async function* pieces(size: number, fault?: Error) {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
    if (fault) throw fault
  }
  const read = async (source: AsyncIterable<Buffer>, start: number, end: number) => {
    const got: Buffer[] = []
    for await (const piece of partOf(source, { start, end })) got.push(piece)
    return Buffer.concat(got).toString()
  }
  test('is the same, however the whole is cut', async () => {
    for (let size = 1; size <= whole.length + 1; size++)
      for (let start = 0; start < whole.length; start++)
        for (let end = start; end < whole.length; end++)
          expect(await read(pieces(size), start, end)).toBe(whole.subarray(start, end + 1).toString())
  })
  test('is not given to its end when the whole turns out wrong, wherever the part ends', async () => {
    for (const end of [0, 5, 15]) {
      let got = 0
      const reading = (async () => {
        for await (const piece of partOf(pieces(4, new Error('wrong')), { start: 0, end }))
          got += piece.length
      })()
      await expect(reading).rejects.toThrow('wrong')
      expect(got).toBeLessThan(end + 1)
    }
  })
})

describe('one at a time', () => {
  test('work waits for its turn, whatever became of the work before', async () => {
    const queue = new OneAtATime(10)
    let running = 0
    const work = async (fails: boolean) => {
      expect(++running).toBe(1)
      await wait(2)
      running--
      if (fails) throw new Error('failed')
      return 'done'
    }
    const all = await Promise.allSettled(
      [false, true, false, true].map((fails) => queue.do(() => work(fails))),
    )
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  })
  test('and what would wait too long is sent away', async () => {
    const queue = new OneAtATime(2)
    const { promise, resolve } = Promise.withResolvers<void>()
    const taken = [1, 2, 3].map(() => queue.do(() => promise))
    await expect(queue.do(async () => {})).rejects.toMatchObject({ code: 'overloaded' })
    resolve()
    await Promise.all(taken)
    expect(await queue.do(async () => 'again')).toBe('again')
  })
})

test('waiting ends with the work, or with its timeout', async () => {
  expect(await isOverWithin(300_000, Promise.resolve())).toBe(true)
  expect(await isOverWithin(300_000, Promise.reject(new Error('x')))).toBe(true)
  expect(await isOverWithin(20, new Promise(() => {}))).toBe(false)
})

describe('whether the object store answers', () => {
  const down = new ObjectStoreUnavailable('the bucket x: nothing came')
  const health = () => {
    const said: string[] = []
    const check = vi.fn(async () => {})
    const report = { error: (text: string) => said.push(text), info: (text: string) => said.push(text) }
    return {
      said,
      check,
      health: new ObjectHealth({ check, name: 'the bucket x' } as unknown as ObjectStore, report),
    }
  }
  test('is told by what became of the last call, and each change is said once', async () => {
    const { said, health: h } = health()
    await expect(h.watch(() => Promise.reject(down))).rejects.toBe(down)
    await expect(h.watch(() => Promise.reject(down))).rejects.toBe(down)
    expect(await h.readiness()).toBe('does not answer')
    await h.watch(async () => 'here')
    await h.watch(async () => 'here')
    expect(await h.readiness()).toBe(null)
    expect(said).toEqual([
      'The object store does not answer. Records are accepted, pictures are refused. the bucket x: nothing came.',
      'The object store answers again.',
    ])
  })
  test('a store that was down a moment ago is not waited for again', async () => {
    const { health: h } = health()
    await expect(h.watch(() => Promise.reject(down))).rejects.toBe(down)
    const call = vi.fn(async () => 'here')
    await expect(h.watchUnlessDown(call)).rejects.toBeInstanceOf(ObjectStoreUnavailable)
    expect(call).not.toHaveBeenCalled()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_001)
    expect(await h.watchUnlessDown(call)).toBe('here')
    vi.restoreAllMocks()
  })
  test('many who ask at once cost one call, and a full store is not ready', async () => {
    const { said, check, health: h } = health()
    const words = 'full; pictures are refused'
    check.mockRejectedValue(new Problem('storage_full'))
    expect(await Promise.all([h.readiness(), h.readiness(), h.readiness()])).toEqual([words, words, words])
    expect(check).toHaveBeenCalledTimes(1)
    expect(said).toEqual([
      'The object store is full. Records are accepted, pictures are refused. No room is left in the bucket x.',
    ])
  })
  test('a full store gives what it has, which does not make it ready; what it takes in does', async () => {
    const { said, health: h } = health()
    const full = new Problem('storage_full')
    await expect(h.watchUnlessDown(() => Promise.reject(full))).rejects.toBe(full)
    expect(await h.watchUnlessDown(async () => 'a picture', { isReading: true })).toBe('a picture')
    expect(await h.readiness()).toBe('full; pictures are refused')
    await h.watchUnlessDown(async () => 'kept')
    expect(await h.readiness()).toBe(null)
    expect(said.at(-1)).toBe('The object store has room again.')
  })
  test('a check that fails for any other reason does not make it ready', async () => {
    const { check, health: h } = health()
    check.mockRejectedValue(new TypeError('unforeseen'))
    expect(await h.readiness()).toBe('does not answer')
  })
})
