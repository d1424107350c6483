import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELATIONS } from '../../src/domain/derived/world.ts'
import { typeCode } from '../../src/domain/types/index.ts'
import { openDatabase } from '../../src/store/open.ts'
import { ROLE } from '../../src/store/records.ts'
import { schemaParts } from '../../src/store/upgrades.ts'
import { makeWorld, seeded } from '../gate/worlds.ts'

/**
 * Version 7 keeps what is said of a record by who says it, lets go of places that strangers' records had made, and gives
 * receivers of lots what a correction had taken back.
 */

const OLD = 6
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'granary-test-mentions-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Db = InstanceType<typeof Database>

/** A file as version 6 left it, with what the present one holds. @returns how many rows receivers of lots missed in it */
function olderFile(file: string, present: string): number {
  const db = new Database(file)
  db.pragma('page_size = 8192')
  for (const part of schemaParts.slice(0, OLD)) db.exec(part)
  db.pragma('application_id = 0x47524e59')
  db.pragma(`user_version = ${OLD}`)
  db.pragma('foreign_keys = OFF')
  db.prepare('ATTACH ? AS present').run(present)
  const tables = db.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").pluck().all()
  for (const table of tables) db.exec(`INSERT INTO main.${table} SELECT * FROM present.${table}`)
  db.exec(`INSERT INTO main.link SELECT DISTINCT target, relation, source FROM present.mention
    WHERE relation IN (${RELATIONS.lot}, ${RELATIONS.fulfils}, ${RELATIONS.input})`)
  db.exec('DROP TRIGGER involvement_no_update')
  withStrangersPlaces(db)
  db.exec(schemaParts[0]?.match(/CREATE TRIGGER involvement_no_update[\s\S]*?END;/)?.[0] as string)
  const missed = withLotsTakenBack(db)
  db.exec(schemaParts[2]?.match(/CREATE TRIGGER change_no_delete[\s\S]*?END;/)?.[0] as string)
  db.exec('DETACH present')
  db.close()
  return missed
}

/** Rows of `change` that the present version made of lots which were corrected and handed over. */
const OF_CORRECTED_LOTS = `SELECT c.party, c.type, c.at, c.seq FROM main.change c JOIN main.observation o ON o.seq = c.seq
  JOIN main.observation lot ON lot.seq = o.root
  WHERE o.type = ${typeCode('lot')} AND EXISTS (SELECT 1 FROM main.observation v WHERE v.root = o.root AND v.depth > 1)
    AND EXISTS (SELECT 1 FROM present.mention m WHERE m.target = lot.id AND m.relation = ${RELATIONS.brings})`

/**
 * Corrections took lots back and gave them again: receivers missed rows of what came meanwhile, and have others of what
 * came back. @returns how many rows there are too few
 */
function withLotsTakenBack(db: Db): number {
  db.exec('DROP TRIGGER change_no_delete')
  const rows = db.prepare(OF_CORRECTED_LOTS).raw().all() as number[][]
  const newest = db.prepare('SELECT max(seq) FROM observation').pluck().get()
  let taken = 0
  for (const [party, type, at, seq] of rows) {
    const isLate = (at as number) > (seq as number)
    const isOwners = db
      .prepare('SELECT 1 FROM observation WHERE seq = ? AND ? IN (asserted_by, on_behalf_of)')
      .get(seq, party)
    if (!isLate && isOwners) {
      if (at !== newest) db.prepare('INSERT INTO change VALUES (?, ?, ?, ?)').run(party, type, newest, seq)
      continue
    }
    taken += db
      .prepare('DELETE FROM change WHERE party = ? AND type = ? AND at = ? AND seq = ?')
      .run(party, type, at, seq).changes
  }
  return taken
}

/** Every loss stood in the lists of all holders of its lot, and every lot in those of whomever it was said to be handed to. */
function withStrangersPlaces(db: Db): void {
  const lots = `SELECT r.seq AS said, r.body AS body, lot.root AS root FROM observation r
    JOIN observation lot ON lot.id = unhex(json_extract(r.body, '$.lot_id'), '-') AND lot.type = ${typeCode('lot')}`
  const involve = (party: number, seq: number, role: number) => {
    const row = db.prepare('SELECT type, occurred_at, id FROM observation WHERE seq = ?').raw().get(seq)
    const [type, occurredAt, id] = row as [number, number, Buffer]
    const roles = db
      .prepare('SELECT role FROM involvement WHERE party = ? AND type = ? AND occurred_at = ? AND id = ?')
      .pluck()
      .all(party, type, occurredAt, id) as number[]
    if (roles.some((one) => one & role)) return
    // What was known when the record came is one row with its other roles.
    if (role === ROLE.subject && roles.length === 1 && (roles[0] as number) < ROLE.receiver)
      db.prepare(
        'UPDATE involvement SET role = role | 1 WHERE party = ? AND type = ? AND occurred_at = ? AND id = ?',
      ).run(party, type, occurredAt, id)
    else
      db.prepare('INSERT INTO involvement VALUES (?, ?, ?, ?, ?, ?)').run(
        party,
        type,
        occurredAt,
        id,
        role,
        seq,
      )
  }
  const party = (id: string) =>
    db.prepare("SELECT n FROM party WHERE id = unhex(?, '-')").pluck().get(id) as number
  for (const { said, body, root } of db
    .prepare(`${lots} WHERE r.type IN (${typeCode('loss')}, ${typeCode('custody_transfer')})`)
    .all() as { said: number; body: string; root: number }[]) {
    const versions = db.prepare('SELECT seq, body FROM observation WHERE root = ?').all(root) as {
      seq: number
      body: string
    }[]
    const { type, to_party } = JSON.parse(body)
    if (type === 'custody_transfer')
      for (const { seq } of versions) involve(party(to_party), seq, ROLE.receiver)
    else {
      const takenBack = db
        .prepare(
          `SELECT source FROM link l JOIN observation o ON o.id = l.target WHERE l.relation = ${RELATIONS.retracts} AND o.seq = ?`,
        )
        .pluck()
        .all(said) as number[]
      for (const version of versions)
        for (const seq of [said, ...takenBack])
          involve(party(JSON.parse(version.body).holder), seq, ROLE.subject)
    }
  }
}

const rowsOf = (db: Db, table: string): string[] =>
  (db.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][])
    .map((row) => JSON.stringify(row.map((cell) => (Buffer.isBuffer(cell) ? cell.toString('hex') : cell))))
    .sort()

test('a file of version 6 becomes what it would be, had it been made by this one', async () => {
  let went = 0
  let missed = 0
  let brought = 0
  for (let seed = 300; seed < 303; seed++) {
    const w = await makeWorld(seeded(seed), 150)
    const present = join(folder, `present-${seed}.db`)
    w.kernel.store.db.prepare('VACUUM INTO ?').run(present)
    w.close()
    const file = join(folder, `older-${seed}.db`)
    missed += olderFile(file, present)
    const before = new Database(file, { readonly: true })
    const places = rowsOf(before, 'involvement').length
    before.close()
    openDatabase(file).close()
    const [upgraded, made] = [file, present].map((path) => new Database(path, { readonly: true })) as [Db, Db]
    for (const table of ['link', 'mention', 'involvement', 'member_number', 'change', 'inference_subject'])
      expect(rowsOf(upgraded, table), `seed ${seed} ${table}`).toEqual(rowsOf(made, table))
    went += places - rowsOf(made, 'involvement').length
    brought += rowsOf(made, 'mention').filter((row) => JSON.parse(row)[1] === RELATIONS.brings).length
    for (const db of [upgraded, made]) db.close()
  }
  expect(went).toBeGreaterThan(5)
  expect(missed).toBeGreaterThan(5)
  expect(brought).toBeGreaterThan(5)
})
