import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WriteAheadLog } from '../../../src/store/file/wal.ts'
import { Writer } from '../../../src/store/jobs/writer.ts'
import { noSoonerThan } from '../../support/no-sooner.ts'

/** The write-ahead log, while another program reads the same file in turns. */

const KIB = 1024
const LONG_BYTES = 2_000 * KIB
/** It may pause for longer than anything here takes, but where a test says otherwise. */
const LIMITS = { longBytes: LONG_BYTES, lookMs: 0, pauseMs: 300_000, pollMs: 2, restMs: 0 }

let folder: string
let db: Database.Database
let writers: Writer[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wal-'))
  db = new Database(join(folder, 'a.db'))
  db.pragma('journal_mode = WAL')
  db.pragma('journal_size_limit = 0')
  db.exec('CREATE TABLE t (text TEXT)')
  writers = []
})
afterEach(() => {
  for (const writer of writers) writer.close()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const walBytes = () => statSync(join(folder, 'a.db-wal')).size

/** @returns a writer that appends some kilobytes a job */
function writing(keeps: boolean, limits = LIMITS) {
  const insert = db.prepare('INSERT INTO t VALUES (?)')
  let committed = () => {}
  const writer = new Writer(
    db,
    { nowMs: Date.now() },
    0,
    () => {},
    () => committed(),
  )
  writers.push(writer)
  if (keeps) {
    const wal = new WriteAheadLog(db, writer, limits)
    committed = () => wal.committed()
  }
  return { writer, append: () => writer.submit(() => insert.run('x'.repeat(20 * KIB))) }
}

/** Readers of whom there is always one in a transaction that began before the last commits. */
function readInTurns(count: number) {
  const readers = Array.from({ length: count }, () => new Database(join(folder, 'a.db'), { readonly: true }))
  let next = 0
  return {
    /** The one that has read for longest ends, and begins anew. */
    turn() {
      const reader = readers[next++ % count] as Database.Database
      if (reader.inTransaction) reader.exec('COMMIT')
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM t').get()
    },
    end() {
      for (const reader of readers) reader.close()
    },
  }
}

/** Writes so often, while the readers take turns. @returns the longest that the log was */
async function whileWriting(
  append: () => Promise<unknown>,
  times: number,
  turn: () => void,
): Promise<number> {
  let highest = 0
  for (let n = 0; n < times; n++) {
    let isDone = false
    const done = append().then(() => {
      isDone = true
    })
    // While it waits through a pause, the others read on.
    while (!isDone) {
      turn()
      await wait(1)
    }
    await done
    highest = Math.max(highest, walBytes())
  }
  return highest
}

test('grows without end while others read in turns, and is kept short by a pause', async () => {
  const { turn, end } = readInTurns(3)
  try {
    for (let reader = 0; reader < 3; reader++) turn()
    const alone = writing(false)
    expect(await whileWriting(alone.append, 350, turn)).toBeGreaterThan(3 * LONG_BYTES)
    const kept = writing(true)
    const paused = vi.spyOn(kept.writer, 'pausedUntil')
    await whileWriting(kept.append, 100, turn)
    expect(await whileWriting(kept.append, 350, turn)).toBeLessThan(2 * LONG_BYTES)
    expect(paused.mock.calls.length).toBeGreaterThan(2)
  } finally {
    end()
  }
})

test('is left alone while it is short', async () => {
  const { append, writer } = writing(true)
  const paused = vi.spyOn(writer, 'pausedUntil')
  for (let i = 0; i < 20; i++) await append()
  await wait(20)
  expect(paused).not.toHaveBeenCalled()
})

test('a reader who does not let go costs one pause, and what waits then is done', async () => {
  const reader = new Database(join(folder, 'a.db'), { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').get()
  const limits = { ...LIMITS, lookMs: 5, pauseMs: 400, restMs: 3_600_000 }
  const { append, writer } = writing(true, limits)
  const paused = vi.spyOn(writer, 'pausedUntil')
  try {
    while (walBytes() + 60 * KIB <= LONG_BYTES) await append()
    // It is still short, so that the pause begins in here.
    await noSoonerThan(limits.pauseMs / 2, async () => {
      while (paused.mock.calls.length === 0) await append()
      await append()
    })
    for (let i = 0; i < 5; i++) await append()
    expect(paused).toHaveBeenCalledTimes(1)
  } finally {
    reader.close()
  }
})

test('a service that ends before the pause it asked for is not troubled by it', async () => {
  const reader = new Database(join(folder, 'a.db'), { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').get()
  const { append, writer } = writing(true, { ...LIMITS, pauseMs: 400 })
  const paused = vi.spyOn(writer, 'pausedUntil')
  while (paused.mock.calls.length === 0) await append()
  reader.close()
  writer.close()
  db.close()
  expect(await paused.mock.results[0]?.value).toBe(false)
})

test('jobs that wait through a pause are refused when the writer is closed', async () => {
  const { append, writer } = writing(false)
  const pause = writer.pausedUntil(() => false, 5, 300_000)
  const waiting = append()
  await wait(20)
  writer.close()
  await expect(waiting).rejects.toThrow()
  expect(await pause).toBe(false)
})
