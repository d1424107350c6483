import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rightClock } from '../../../src/appliance/clock/machine-clock.ts'
import { openKernel } from '../../../src/assemble.ts'
import { readConfig } from '../../../src/config/config.ts'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import type { BehindTable } from '../../../src/store/jobs/behind.ts'
import { cellOf, RECORD_TABLES, type RowCell } from '../../../src/store/log/record-tables.ts'
import { Store } from '../../../src/store/store.ts'
import { TEST_SETTINGS } from '../../support/appliance.ts'
import { type Random, seeded } from '../../support/records/gate/random.ts'
import { makeWorld } from '../records/gate/worlds.ts'

const TABLES = ['record_party', 'change', 'mention', 'stated_about'] as const satisfies readonly BehindTable[]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'behind-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inWords = (row: readonly (RowCell | Buffer)[]): string =>
  JSON.stringify(
    row.map((cell) =>
      Buffer.isBuffer(cell)
        ? cell.toString('hex')
        : typeof cell === 'string'
          ? cell.replaceAll('-', '')
          : cell,
    ),
  )

const rows = (db: Db, sql: string): (number | Buffer)[][] =>
  db.prepare<[], (number | Buffer)[]>(sql).raw().all()

/** All rows, wherever they stand; one that stood in both places would come twice. */
const allRows = ({ db, behind }: Store) =>
  Object.fromEntries(
    TABLES.map((table) => [
      table,
      [...rows(db, `SELECT * FROM ${table}`), ...behind.rowsOf(table)].map(inWords).sort(),
    ]),
  )

test('after a kill the rows that were in memory are made again, whichever of them were written', async () => {
  for (let seed = 300; seed < 303; seed++) {
    const random = seeded(seed)
    const w = await makeWorld(seeded(seed), 150)
    const { store } = w.kernel
    // One world is killed before anything was written, one in the middle, one after a clean stop.
    if (seed % 3 === 2) store.writeBehind()
    const data = join(folder, `killed-${seed}`)
    mkdirSync(data)
    const file = join(data, 'granary.db')
    store.db.prepare('VACUUM INTO ?').run(file)
    if (seed % 3 === 1) {
      const killed = new Database(file)
      for (const table of TABLES)
        for (const row of store.behind.rowsOf(table))
          if (random.chance(0.5))
            killed
              .prepare(`INSERT INTO ${table} VALUES (${RECORD_TABLES[table].columns.map(cellOf).join(', ')})`)
              .run(...row)
      killed.close()
    }
    const config = readConfig({ data, ...TEST_SETTINGS }, {})
    const again = openKernel(config, { clock: () => store.writer.nowMs })
    expect(allRows(again.store), `seed ${seed}`).toEqual(allRows(store))
    const wanted = allRows(store)
    again.close()
    // A clean stop leaves nothing in memory.
    const stopped = new Database(file, { readonly: true })
    for (const table of TABLES)
      expect(rows(stopped, `SELECT * FROM ${table}`).map(inWords).sort()).toEqual(wanted[table])
    // Acts have no such rows.
    const lastRecord = stopped.prepare('SELECT max(seq) FROM entry WHERE kind < 31').pluck().get()
    expect(stopped.prepare('SELECT max(seq) FROM written_through').pluck().get()).toBeGreaterThanOrEqual(
      lastRecord as number,
    )
    stopped.close()
    await w.close()
  }
})

describe('round after round', () => {
  let db: Db
  let store: Store
  beforeEach(() => {
    db = openDatabase(join(folder, 'granary.db'), { create: true })
    // The rows are of no records.
    db.pragma('foreign_keys = OFF')
    store = new Store(
      db,
      rightClock(() => 1_000),
    )
  })
  afterEach(() => db.close())

  /** One entry, with rows of random keys. */
  function append(random: Random, model: Map<BehindTable, Set<string>>): void {
    const seq = store.acts.append('clock_confirmation', random.id(1_000), 1_000, {})
    const id = Buffer.from(Array.from({ length: 16 }, () => random.below(256))).toString('hex')
    const add = (table: BehindTable, ...row: RowCell[]) => {
      store.behind.add(table, [...row])
      model.get(table)?.add(inWords(row))
    }
    for (const party of new Set([random.below(500), random.below(5), random.below(5)])) {
      add('record_party', party, 4, random.below(1_000_000), id, 1, seq)
      add('change', party, 4, seq, seq, 1)
    }
    if (random.chance(0.2)) add('mention', id, 4, random.below(5), seq)
  }

  test('rows come to the file in full, whatever is rolled back, and none is in memory for long', async () => {
    const random = seeded(7)
    const model = new Map<BehindTable, Set<string>>(TABLES.map((table) => [table, new Set()]))
    let most = 0
    for (let commit = 0; commit < 250; commit++) {
      const size = random.chance(0.1) ? 1_000 : 40
      const fails = random.chance(0.1)
      const added = new Map<BehindTable, Set<string>>(TABLES.map((table) => [table, new Set()]))
      const job = store.writer.submit(() => {
        for (let i = 0; i < size; i++) append(random, added)
        if (fails) throw new Error('as a job may fail')
      })
      if (fails) await expect(job).rejects.toThrow('as a job may fail')
      else {
        await job
        for (const table of TABLES)
          for (const row of added.get(table) as Set<string>) model.get(table)?.add(row)
      }
      most = Math.max(most, store.behind.rows)
      expect(store.log.size - store.behind.writtenThrough).toBeLessThan(40_000)
    }
    // More than one round.
    expect(store.log.size).toBeGreaterThan(30_000)
    expect(store.behind.writtenThrough).toBeGreaterThan(10_000)
    expect(most).toBeLessThan(100_000)
    const wanted = Object.fromEntries(
      TABLES.map((table) => [table, [...(model.get(table) as Set<string>)].sort()]),
    )
    expect(allRows(store)).toEqual(wanted)
    expect(TABLES.reduce((sum, table) => sum + store.behind.rowsOf(table).length, 0)).toBe(store.behind.rows)
    store.writeBehind()
    expect(store.behind.rows).toBe(0)
    for (const table of TABLES)
      expect(rows(db, `SELECT * FROM ${table}`).map(inWords).sort()).toEqual(wanted[table])
    expect(store.behind.writtenThrough).toBe(store.log.size)
  })

  /**
   * Commits of 400 entries, each of which adds so many rows.
   * @returns the most rows that a commit wrote, and the longest that the log was ahead
   */
  async function committed(
    at: Store,
    commits: number,
    each: number,
    add: (id: string, seq: number) => void,
    idOf: (commit: number) => string,
  ) {
    let [most, longest] = [0, 0]
    for (let commit = 0; commit < commits; commit++) {
      const before = at.behind.rows
      await at.writer.submit(() => {
        for (let i = 0; i < 400; i++) {
          const id = idOf(commit)
          add(id, at.acts.append('registry_row', id, 1_000, { kind: 'crop', row: { id } }))
        }
      })
      most = Math.max(most, before + 400 * each - at.behind.rows)
      longest = Math.max(longest, at.log.size - at.behind.writtenThrough)
    }
    return { most, longest }
  }

  test.each([1, 5])(
    'entries with %i rows each: no commit writes the rest of a round at once',
    async (few) => {
      const random = seeded(8)
      const add = (_: string, seq: number) => {
        for (let row = 0; row < few; row++)
          store.behind.add('change', [random.below(5_000), row, seq, seq, 0])
      }
      const { most, longest } = await committed(store, 100, few, add, () => random.id(1_000))
      expect(longest).toBeLessThan(40_000)
      expect(store.behind.writtenThrough).toBeGreaterThan(10_000)
      expect(most).toBeLessThan(6 * 400 * few)
    },
  )

  test('rounds end while every commit brings keys above all others, and no commit writes much more than it brings', async () => {
    const random = seeded(9)
    const add = (id: string, seq: number) => {
      store.behind.add('mention', [id, 4, random.below(5), seq])
      store.behind.add('change', [random.below(5_000), 4, seq, seq, 0])
    }
    // Ids begin with the time.
    const { most, longest } = await committed(store, 200, 2, add, (commit) => random.id(1_000 + commit))
    expect(store.behind.writtenThrough).toBeGreaterThan(40_000)
    expect(longest).toBeLessThan(30_000)
    expect(most).toBeLessThan(6 * 800)
  })

  test('kills without end do not make ever more be read again', async () => {
    const random = seeded(10)
    let at = store
    let longest = 0
    for (let start = 0; start < 12; start++) {
      // What a kill leaves: the file, and nothing of the memory.
      const lost = at.behind.rowsOf('change')
      db.close()
      db = openDatabase(join(folder, 'granary.db'))
      db.pragma('foreign_keys = OFF')
      at = new Store(
        db,
        rightClock(() => 1_000),
      )
      db.transaction(() =>
        at.behind.again(() => {
          for (const row of lost) at.behind.add('change', [...row])
        }, at.log.size),
      )()
      at.behind.committed()
      const into = at
      const add = (_: string, seq: number) => into.behind.add('change', [random.below(5_000), 4, seq, seq, 0])
      longest = Math.max(longest, (await committed(at, 10, 1, add, () => random.id(1_000))).longest)
    }
    expect(longest).toBeLessThan(30_000)
    expect(allRows(at).change).toHaveLength(at.log.size)
  })
})
