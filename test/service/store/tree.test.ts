import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openKernel } from '../../../src/assemble.ts'
import { rootOf, type Subtrees } from '../../../src/domain/merkle.ts'
import type { Db } from '../../../src/store/file/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { type Appliance, makeAppliance } from '../../support/appliance.ts'

/** The tree that is kept beside the log is the one that the log's leaves make. */

let a: Appliance
beforeEach(async () => {
  a = await makeAppliance()
})
afterEach(() => a.close())

const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Leaf hashes of the rows as they lie there. */
function leavesOf(db: Db): Buffer[] {
  return db
    .prepare<[], { salt: Buffer; digest: Buffer }>('SELECT seq, salt, digest FROM entry ORDER BY seq')
    .all()
    .map(({ salt, digest }) => sha256(Buffer.of(0), salt, digest))
}

/** The definition (RFC 9162 §2.1.1), slow and obvious. */
function mth(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0] as Buffer
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Buffer.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)))
}

const subtreesOf =
  (leaves: readonly Buffer[]): Subtrees =>
  (level, n) =>
    mth(leaves.slice(n * 2 ** level, (n + 1) * 2 ** level))

const grow = (store: Store, count: number) =>
  store.writer.submit(() => {
    for (let i = 0; i < count; i++)
      store.acts.append('clock_confirmation', uuidv7(), store.writer.nowMs, { i })
  })

function expectTree(store: Store): void {
  const leaves = leavesOf(store.db)
  expect(store.log.size).toBe(leaves.length)
  const stored = store.db.prepare('SELECT level, n, hash FROM subtree ORDER BY level, n').raw().all()
  const whole: [number, number, Buffer][] = []
  for (let level = 5; 2 ** level <= leaves.length; level++)
    for (let n = 0; (n + 1) * 2 ** level <= leaves.length; n++)
      whole.push([level, n, subtreesOf(leaves)(level, n)])
  expect(stored).toEqual(whole)
  for (const size of [1, 2, 31, 32, 33, 64, 95, 100, leaves.length - 1, leaves.length])
    if (size <= leaves.length) expect(rootOf(size, store.tree.subtrees)).toEqual(mth(leaves.slice(0, size)))
}

describe('the tree over the log', () => {
  test('grows with it, whatever is appended in one job', async () => {
    const { store } = a.kernel
    for (const count of [1, 5, 30, 32, 1, 64, 200, 31, 1, 700]) {
      await grow(store, count)
      expectTree(store)
    }
  })
  test('forgets what was rolled back', async () => {
    const { store } = a.kernel
    await grow(store, 20)
    for (const count of [3, 40, 100]) {
      const failed = store.writer.submit(() => {
        for (let i = 0; i < count; i++)
          store.acts.append('clock_confirmation', uuidv7(), store.writer.nowMs, {})
        throw new Error('after it has written')
      })
      await expect(failed).rejects.toThrow('after it has written')
      await grow(store, 7)
      expectTree(store)
    }
  })
})

describe('a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tree-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A copy of the folder, and its database for whoever has its file. */
  function copied(change: (db: Database.Database) => void): string {
    a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
    const data = join(folder, 'data')
    cpSync(a.kernel.config.data, data, {
      recursive: true,
      filter: (path) => !/granary\.(lock|sock)/.test(path),
    })
    const db = new Database(join(data, 'granary.db'))
    const guards = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
      name: string
      sql: string
    }[]
    for (const { name } of guards) db.exec(`DROP TRIGGER ${name}`)
    db.pragma('foreign_keys = OFF')
    change(db)
    for (const { sql } of guards) db.exec(sql)
    db.close()
    return data
  }
  const opened = (data: string) => openKernel({ ...a.kernel.config, data }, { clock: () => a.clock.nowMs })

  test('whose newest entries were removed is not served', async () => {
    await grow(a.kernel.store, 100)
    const data = copied((db) => db.exec('DELETE FROM entry WHERE seq > 40'))
    expect(() => opened(data)).toThrow('the newest entries were removed by hand')
  })
  test('of which hashes were removed is not served', async () => {
    await grow(a.kernel.store, 100)
    const data = copied((db) => db.exec('DELETE FROM subtree WHERE level = 5 AND n > 1'))
    expect(() => opened(data)).toThrow('some of its hashes were removed by hand')
  })
})
