import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WriteAheadLog } from '../../src/store/wal.ts'
import { Writer } from '../../src/store/writer.ts'
import { soon } from '../support/soon.ts'

/** The write-ahead log, while another program reads the same file in turns. */

const KIB = 1024
const LONG_BYTES = 2_000 * KIB
const LIMITS = { longBytes: LONG_BYTES, lookMs: 5, pauseMs: 400, pollMs: 2, restMs: 200 }
const HOLD_MS = 40

let folder: string
let db: Database.Database
let writers: Writer[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-wal-'))
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
    Date.now,
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
function readInTurns(count: number): () => void {
  const readers = Array.from({ length: count }, (_, i) => {
    const reader = new Database(join(folder, 'a.db'), { readonly: true })
    const turn = () => {
      if (reader.inTransaction) reader.exec('COMMIT')
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM t').get()
    }
    setTimeout(turn, (i * HOLD_MS) / count)
    const timer = setInterval(turn, HOLD_MS)
    return () => {
      clearInterval(timer)
      reader.close()
    }
  })
  return () => {
    for (const end of readers) end()
  }
}

/** @returns the longest that the log was */
async function whileWriting(append: () => Promise<unknown>, forMs: number): Promise<number> {
  const endsAt = performance.now() + forMs
  let highest = 0
  while (performance.now() < endsAt) {
    await append()
    highest = Math.max(highest, walBytes())
    await wait(1)
  }
  return highest
}

test('grows without end while others read in turns, and is kept short by a pause', async () => {
  const end = readInTurns(3)
  try {
    await wait(HOLD_MS)
    const alone = writing(false)
    const grown = await whileWriting(alone.append, 1_200)
    expect(grown).toBeGreaterThan(3 * LONG_BYTES)
    const kept = writing(true)
    await whileWriting(kept.append, 800)
    expect(await whileWriting(kept.append, 1_500)).toBeLessThan(2 * LONG_BYTES)
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
  const limits = { ...LIMITS, restMs: 10_000 }
  const { append, writer } = writing(true, limits)
  const paused = vi.spyOn(writer, 'pausedUntil')
  try {
    while (walBytes() <= LONG_BYTES) await append()
    await wait(10)
    const begun = performance.now()
    await append()
    await soon(() => expect(paused).toHaveBeenCalledTimes(1))
    await append()
    expect(performance.now() - begun).toBeGreaterThan(LIMITS.pauseMs / 2)
    const after = performance.now()
    for (let i = 0; i < 5; i++) await append()
    expect(performance.now() - after).toBeLessThan(limits.restMs)
    expect(paused).toHaveBeenCalledTimes(1)
  } finally {
    reader.close()
  }
})

test('a service that ends before the pause it asked for is not troubled by it', async () => {
  const reader = new Database(join(folder, 'a.db'), { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').get()
  const { append, writer } = writing(true)
  const paused = vi.spyOn(writer, 'pausedUntil')
  while (paused.mock.calls.length === 0) await append()
  reader.close()
  writer.close()
  db.close()
  expect(await paused.mock.results[0]?.value).toBe(false)
})

test('jobs that wait through a pause are refused when the writer is closed', async () => {
  const { append, writer } = writing(false)
  const pause = writer.pausedUntil(() => false, 5, 5_000)
  const waiting = append()
  await wait(20)
  writer.close()
  await expect(waiting).rejects.toThrow()
  expect(await pause).toBe(false)
})
