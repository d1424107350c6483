import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll } from 'vitest'
import { canonicalJson } from '../../../../src/domain/canonical.ts'
import { idBytes } from '../../../../src/domain/id.ts'
import { leafHash, nodeHash } from '../../../../src/domain/merkle.ts'
import type { FaultKind } from '../../../../src/proofs/verify/kinds.ts'
import { type ActKind, codeOfAct } from '../../../../src/store/log/entry-kinds.ts'
import type { Appliance } from '../../appliance.ts'
import { appended, harvestOf } from '../../flows/help.ts'
import { altered, kindsOf, look, putToRest, type RawDb, type Rest, wholeHouse } from './scene.ts'

/** A house at rest, and what somebody who knows how it works may do to it. */

export interface Victim {
  readonly a: Appliance
  /** As the house stands. */
  readonly rest: Rest
  /** As it stood before the newest root was fixed. */
  readonly yesterday: string
  /** The newest root, as somebody outside has it. */
  readonly checkpoint: string
  /** The kinds of fault that are found after this was done. */
  found(work: (db: RawDb) => void): Promise<FaultKind[]>
}

/** One for all tests of the file that calls this, there from the first test on. */
export const victim = () => forTheFile(made)

/** The same of a house with a row in every table, which nothing was done to. */
export const houseAtRest = () =>
  forTheFile(async () => {
    const a = await wholeHouse()
    return { a, rest: putToRest(a) }
  })

function forTheFile<T extends Pick<Victim, 'a' | 'rest'>>(make: () => Promise<T>): T {
  const v = {} as T
  beforeAll(async () => Object.assign(v, await make()))
  afterAll(async () => {
    v.rest.end()
    await v.a.close()
  })
  return v
}

async function made(): Promise<Victim> {
  const a = await wholeHouse()
  // The newest party: nobody has anything to do with it.
  await a.party('institution', 'Stranger')
  const rest = putToRest(a)
  const yesterday = join(rest.folder, 'yesterday.db')
  copyFileSync(rest.database, yesterday)
  await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
  await appended(a.cooperative, 'harvest', harvestOf(a.cooperative))
  await a.kernel.ports.submit(() => a.kernel.anchors.makeBatch())
  const checkpoint = a.kernel.store.anchors.newest()?.checkpoint as string
  a.kernel.store.writeBehind()
  a.kernel.store.db.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(a.kernel.store.db.name, rest.database)
  return {
    a,
    rest,
    yesterday,
    checkpoint,
    async found(work) {
      return kindsOf(await look(altered(rest, work)))
    },
  }
}

export type Row = Record<string, number | string | Buffer | null>

export const one = (db: RawDb, sql: string): Row => db.prepare(sql).get() as Row

/** The first harvest. */
export const harvest = (db: RawDb): Row => one(db, 'SELECT * FROM entry WHERE kind = 2 ORDER BY seq LIMIT 1')

/** The party that nobody has anything to do with. */
export const stranger = (db: RawDb): number => db.prepare('SELECT max(n) FROM party').pluck().get() as number

/** Its text with some members otherwise, as the program would write it. */
export const saying = (row: Row, members: object): string =>
  canonicalJson({ ...JSON.parse(row.body as string), ...members })

export const heavier = (row: Row): string => saying(row, { quantity: { value: 9_000, unit: 'kg' } })

/** Gives an entry another text, and the digest that goes with it. */
export function rewrite(db: RawDb, row: Row, body: string): void {
  const digest = createHash('sha256').update(body).digest()
  db.prepare('UPDATE entry SET body = ?, digest = ? WHERE seq = ?').run(body, digest, row.seq)
}

type AuditEntry = [credential: unknown, action: string, purpose: unknown, outcome: string, ...rest: unknown[]]

/** Rewrites entries of the audit log, and nothing else of their rows. */
export function retell(db: RawDb, change: (entry: AuditEntry, n: number) => unknown): void {
  const rows = db.prepare('SELECT last_n, first_n, entries FROM audit').all() as Row[]
  const set = db.prepare('UPDATE audit SET entries = ? WHERE last_n = ?')
  for (const { last_n, first_n, entries } of rows) {
    const told = JSON.parse(entries as string) as AuditEntry[]
    set.run(JSON.stringify(told.map((entry, i) => change(entry, (first_n as number) + i))), last_n)
  }
}

/** Makes every hash of the audit log again, so that it fits whatever stands there now. */
export function rechain(db: RawDb): void {
  const rows = db.prepare('SELECT * FROM audit ORDER BY last_n').all() as Row[]
  const set = db.prepare('UPDATE audit SET hash = ? WHERE last_n = ?')
  let hash = Buffer.alloc(32)
  for (const { first_n, last_n, at, log_size, entries } of rows) {
    const row = `[${first_n},${last_n},${at},${log_size},${entries}]`
    hash = createHash('sha256').update(hash).update(row).digest()
    set.run(hash, last_n)
  }
}

/** Makes every stored hash of the tree again, so that it fits whatever stands there now. */
export function rebuildTree(db: RawDb): void {
  const leaves = (
    db.prepare('SELECT seq, salt, digest FROM entry ORDER BY seq').all() as { salt: Buffer; digest: Buffer }[]
  ).map(({ salt, digest }) => leafHash(salt, digest))
  const set = db.prepare('UPDATE subtree SET hash = ? WHERE level = ? AND n = ?')
  let row = leaves
  for (let level = 1; row.length > 1; level++) {
    row = Array.from({ length: Math.floor(row.length / 2) }, (_, n) =>
      nodeHash(row[2 * n] as Buffer, row[2 * n + 1] as Buffer),
    )
    if (level >= 5) for (const [n, hash] of row.entries()) set.run(hash, level, n)
  }
}

export const newest = (db: RawDb): number => db.prepare('SELECT max(seq) FROM entry').pluck().get() as number

/** Puts an act into the log, its digest and all, as of the newest entry's time. */
export function addAct(db: RawDb, seq: number, kind: ActKind, said: object): void {
  const at = db.prepare('SELECT max(received_at) FROM entry WHERE kind > 31').pluck().get() as number
  const id = uuidv7()
  const body = canonicalJson({ ...said, id, received_at: new Date(at).toISOString() })
  const digest = createHash('sha256').update(body).digest()
  db.prepare(
    'INSERT INTO entry (seq, id, kind, received_at, salt, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(seq, idBytes(id), codeOfAct(kind), at, randomBytes(32), digest, body)
}
