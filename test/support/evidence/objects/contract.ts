import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  DigestMismatch,
  type ObjectStore,
  type StoredObject,
} from '../../../../src/evidence/objects/store.ts'

/** What every object store must do; run on each of them. */

export interface Kept {
  readonly store: ObjectStore
  /** Puts other bytes under a key, by no means of the store. */
  spoil(key: string, bytes: Buffer): Promise<void>
  /** Puts something under a name that is none of the store's keys. */
  litter(): Promise<void>
  /** The names of everything that lies there, unfinished things too, as the folder or the server tells them. */
  names(): Promise<string[]>
  /** Takes everything away. */
  clear(): Promise<void>
  close(): Promise<void>
}

export const MIB = 1024 * 1024
export const sha256 = (...content: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
export const keyOf = (content: Uint8Array): string => `evidence/${sha256(content)}`

export async function all(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const found: StoredObject[] = []
  for await (const object of objects) found.push(object)
  return found.sort((a, b) => (a.key < b.key ? -1 : 1))
}

export const keep = (store: ObjectStore, content: Buffer, key = keyOf(content)) =>
  store.put(key, [content], sha256(content))

export async function fetched(store: ObjectStore, key: string, digest: string): Promise<Buffer | null> {
  const found = await store.get(key, digest)
  if (found === null) return null
  const content = await buffer(found.stream)
  expect(found.bytes).toBe(content.length)
  return content
}

export function obeysTheContract(open: () => Promise<Kept>): void {
  let kept: Kept
  let store: ObjectStore
  beforeAll(async () => {
    kept = await open()
    store = kept.store
  })
  afterEach(() => kept.clear())
  afterAll(() => kept.close())

  describe('an object', () => {
    test.each([
      ['nothing at all', 0],
      ['one byte', 1],
      ['some pieces of a stream', 300_000],
      ['the longest photograph', 20 * MIB],
    ])('of %s comes back as it was', async (_what, bytes) => {
      const content = randomBytes(bytes)
      await keep(store, content)
      expect(await store.has(keyOf(content))).toEqual({ key: keyOf(content), bytes })
      const found = await fetched(store, keyOf(content), sha256(content))
      expect(found?.equals(content)).toBe(true)
    })
    test('is put together from its pieces in their order', async () => {
      const content = randomBytes(1000)
      const pieces = [
        content.subarray(0, 1),
        content.subarray(1, 1),
        new Uint8Array(content.subarray(1, 700)),
        content.subarray(700),
      ]
      await store.put(keyOf(content), pieces, sha256(content))
      expect(await fetched(store, keyOf(content), sha256(content))).toEqual(content)
    })
    test('may have a key of several parts', async () => {
      const content = randomBytes(10)
      await keep(store, content, 'backups/2026-06-28t07.15.00z/granary.db_1')
      expect(await all(store.list('backups/'))).toEqual([
        { key: 'backups/2026-06-28t07.15.00z/granary.db_1', bytes: 10 },
      ])
    })
    test('may be sent again', async () => {
      const content = randomBytes(100)
      await keep(store, content)
      await keep(store, content)
      expect(await fetched(store, keyOf(content), sha256(content))).toEqual(content)
      expect(await all(store.list(''))).toHaveLength(1)
    })
    test('takes the place of another under its key', async () => {
      const [before, after] = [randomBytes(200), randomBytes(100)]
      await keep(store, before, 'backups/newest')
      await keep(store, after, 'backups/newest')
      expect(await fetched(store, 'backups/newest', sha256(after))).toEqual(after)
    })
    test('sent many times at once is whole', async () => {
      const content = randomBytes(200_000)
      await Promise.all(Array.from({ length: 8 }, () => keep(store, content)))
      expect(await fetched(store, keyOf(content), sha256(content))).toEqual(content)
      expect(await kept.names()).toHaveLength(1)
    })
    test('can be read by many at once', async () => {
      const content = randomBytes(500_000)
      await keep(store, content)
      const found = await Promise.all(
        Array.from({ length: 8 }, () => fetched(store, keyOf(content), sha256(content))),
      )
      expect(found.every((each) => each?.equals(content))).toBe(true)
    })
    test('that nobody reads on is let go', async () => {
      const content = randomBytes(5 * MIB)
      await keep(store, content)
      const found = await store.get(keyOf(content), sha256(content))
      found?.stream.destroy()
      const again = await fetched(store, keyOf(content), sha256(content))
      expect(again?.equals(content)).toBe(true)
    })
  })

  describe('bytes that are not those of the digest', () => {
    test('are refused, and nothing is left', async () => {
      const content = randomBytes(100)
      const put = store.put(keyOf(content), [Buffer.from('other')], sha256(content))
      await expect(put).rejects.toThrow(DigestMismatch)
      expect(await kept.names()).toEqual([])
    })
    test('do not take the place of an object', async () => {
      const content = randomBytes(100)
      await keep(store, content)
      const put = store.put(keyOf(content), [Buffer.from('other')], sha256(content))
      await expect(put).rejects.toThrow(DigestMismatch)
      expect(await fetched(store, keyOf(content), sha256(content))).toEqual(content)
    })
    test.each([
      ['one byte of a few', 100, (content: Buffer) => flipped(content, 50)],
      ['the first byte of many', 3 * MIB, (content: Buffer) => flipped(content, 0)],
      ['the last byte of many', 3 * MIB, (content: Buffer) => flipped(content, 3 * MIB - 1)],
      ['their end cut off', 3 * MIB, (content: Buffer) => content.subarray(0, 2 * MIB)],
      ['all of them gone', 100, () => Buffer.alloc(0)],
    ])('are found when they are read: %s', async (_what, bytes, spoil) => {
      const content = randomBytes(bytes)
      await keep(store, content)
      await kept.spoil(keyOf(content), spoil(content))
      const found = await store.get(keyOf(content), sha256(content))
      let read = 0
      const reading = (async () => {
        for await (const piece of found?.stream ?? []) read += (piece as Buffer).length
      })()
      await expect(reading).rejects.toThrow(DigestMismatch)
      expect(read).toBeLessThan(spoil(content).length || 1)
    })
    test('are healed by sending the object again', async () => {
      const content = randomBytes(100)
      await keep(store, content)
      await kept.spoil(keyOf(content), flipped(content, 0))
      await keep(store, content)
      expect(await fetched(store, keyOf(content), sha256(content))).toEqual(content)
    })
  })

  describe('a list', () => {
    test('tells all objects below a prefix, over many pages', async () => {
      const contents = Array.from({ length: 130 }, (_, n) => Buffer.from(`object ${n}`))
      for (let n = 0; n < contents.length; n += 10)
        await Promise.all(contents.slice(n, n + 10).map((content) => keep(store, content)))
      await keep(store, Buffer.from('a backup'), 'backups/one')
      const expected = contents.map((content) => ({ key: keyOf(content), bytes: content.length }))
      expected.sort((a, b) => (a.key < b.key ? -1 : 1))
      expect(await all(store.list('evidence/'))).toEqual(expected)
      expect(await all(store.list('evidence/0'))).toEqual(
        expected.filter(({ key }) => key.startsWith('evidence/0')),
      )
      expect(await all(store.list(''))).toHaveLength(131)
      expect(await all(store.list('backups/'))).toEqual([{ key: 'backups/one', bytes: 8 }])
    })
    test('is empty where nothing is', async () => {
      expect(await all(store.list(''))).toEqual([])
      expect(await all(store.list('backups/2026'))).toEqual([])
    })
    test('leaves out what others have put there', async () => {
      await keep(store, Buffer.from('mine'))
      await kept.litter()
      expect(await all(store.list(''))).toHaveLength(1)
    })
    test('can be left before its end', async () => {
      await Promise.all(['a', 'b', 'c'].map((text) => keep(store, Buffer.from(text))))
      let seen = 0
      for await (const { bytes } of store.list('')) {
        expect(bytes).toBe(1)
        seen++
        break
      }
      expect(seen).toBe(1)
    })
  })

  describe('what is not there', () => {
    const absent = Buffer.from('absent')
    test('is null, to get and to has', async () => {
      expect(await store.get(keyOf(absent), sha256(absent))).toBeNull()
      expect(await store.has(keyOf(absent))).toBeNull()
      expect(await store.has('backups/a/b')).toBeNull()
    })
    test('is what was removed', async () => {
      await keep(store, absent)
      await store.remove(keyOf(absent))
      expect(await store.has(keyOf(absent))).toBeNull()
      expect(await all(store.list(''))).toEqual([])
    })
    test('may be removed', async () => {
      await store.remove(keyOf(absent))
      expect(await kept.names()).toEqual([])
    })
  })

  test('a name that is no key is refused everywhere', async () => {
    for (const key of ['evidence/../granary.db', 'other/a', 'evidence/probe-1']) {
      await expect(keep(store, Buffer.from('a'), key)).rejects.toThrow(/not a key/)
      await expect(store.get(key, sha256())).rejects.toThrow(/not a key/)
      await expect(store.has(key)).rejects.toThrow(/not a key/)
      await expect(store.remove(key)).rejects.toThrow(/not a key/)
    }
    await expect(all(store.list('../'))).rejects.toThrow(/not a prefix/)
    await expect(store.put('backups/a', [], 'F'.repeat(64))).rejects.toThrow(/SHA-256/)
    await expect(store.get('backups/a', 'f'.repeat(63))).rejects.toThrow(/SHA-256/)
    expect(await kept.names()).toEqual([])
  })

  test('it answers and may be written to', async () => {
    await store.check()
    await store.check()
    expect(await all(store.list(''))).toEqual([])
  })

  test('strangers are refused, and being asked leaves nothing', async () => {
    expect(await store.anonymousAccess()).toBeNull()
    expect(await kept.names()).toEqual([])
  })
}

function flipped(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content)
  changed[at] = (changed[at] as number) ^ 1
  return changed
}
