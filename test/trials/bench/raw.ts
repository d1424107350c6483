import { hash, randomFillSync } from 'node:crypto'
import { idBytes } from '../../../src/domain/id.ts'
import { type RecordType, typeCode } from '../../../src/domain/types/index.ts'
import { RELATIONS } from '../../../src/domain/types/relations.ts'
import { type Db, openDatabase } from '../../../src/store/file/open.ts'
import { ROLE } from '../../../src/store/log/records.ts'
import { serveTasks } from './children.ts'
import { type Cast, chance, type DraftRecord, idAt, Season } from './records.ts'

/**
 * The limit of the database: the same tables, guards and settings in a file of its own, the same columns, and
 * nothing that decides anything. What own records cost and no more: rows, links, record parties, and one audit row
 * for each commit.
 */

interface Prepared {
  /** Members in canonical order, so that plain JSON.stringify gives the canonical text. */
  readonly body: Record<string, unknown>
  readonly type: number
  readonly parties: readonly [number, number][]
  readonly lotId: string | undefined
}

const ROUND = 8_192

class RawStore {
  readonly #db: Db
  readonly #prepared: Prepared[]
  readonly #random = chance(11)
  readonly #insert
  readonly #insertLink
  readonly #insertInvolvement
  readonly #insertAudit
  #seq = 0
  #commits = 0
  #salts = Buffer.alloc(0)

  constructor(file: string, cast: Cast) {
    this.#db = openDatabase(file, { create: true })
    this.#insert = this.#db.prepare(
      `INSERT INTO entry (seq, id, kind, asserted_by, on_behalf_of, root, depth, said_recorded_at,
         occurred_at, received_at, body, salt, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertLink = this.#db.prepare(
      'INSERT INTO mention (target, relation, party, source) VALUES (?, ?, 1, ?)',
    )
    this.#insertInvolvement = this.#db.prepare(
      'INSERT INTO record_party (party, type, occurred_at, id, role, seq) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#insertAudit = this.#db.prepare(
      'INSERT INTO audit (last_n, first_n, at, log_size, entries, hash) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const numbers = new Map([cast.cooperative, cast.buyer, ...cast.farmers].map((id, i) => [id, i + 1]))
    const addParty = this.#db.prepare('INSERT INTO party (n, id) VALUES (?, ?)')
    this.#db.transaction(() => {
      for (const [id, n] of numbers) addParty.run(n, idBytes(id))
    })()
    const season = new Season(cast, this.#random, false)
    const now = Date.now()
    this.#prepared = Array.from({ length: ROUND }, () => prepare(season.next(now), cast, numbers))
  }

  /** @returns records appended a second, with so many in each commit */
  append(perCommit: number, ms: number): { count: number; seconds: number; latencies: number[] } {
    const latencies: number[] = []
    const startedAt = performance.now()
    let count = 0
    for (let before = startedAt; before < startedAt + ms; ) {
      this.#db.exec('BEGIN IMMEDIATE')
      for (let i = 0; i < perCommit; i++) this.#appendOne()
      this.#auditOne(perCommit)
      this.#db.exec('COMMIT')
      count += perCommit
      const now = performance.now()
      latencies.push((now - before) * 1000)
      before = now
    }
    return { count, seconds: (performance.now() - startedAt) / 1000, latencies }
  }

  #appendOne(): void {
    const seq = ++this.#seq
    const { body, type, parties, lotId } = this.#prepared[seq % ROUND] as Prepared
    const nowMs = Date.now()
    const now = new Date(nowMs).toISOString()
    body.id = idAt(nowMs, this.#random)
    body.occurred_at = now
    body.received_at = now
    body.recorded_at = now
    const json = JSON.stringify(body)
    const id = idBytes(body.id as string)
    const digest = hash('sha256', json, 'buffer')
    this.#insert.run(seq, id, type, 1, null, seq, 1, 0, nowMs, nowMs, json, this.#salt(), digest)
    if (lotId !== undefined) this.#insertLink.run(idBytes(lotId), RELATIONS.lot, seq)
    for (const [party, role] of parties) this.#insertInvolvement.run(party, type, nowMs, id, role, seq)
  }

  /** As long as the real one: two bytes for each record but the first, and a hash. */
  #auditOne(records: number): void {
    const n = ++this.#commits
    const packed = `[[1,"append",null,"done",null,[${this.#seq}${',1'.repeat(records - 1)}]]]`
    this.#insertAudit.run(n, n, Date.now(), this.#seq, packed, hash('sha256', packed, 'buffer'))
  }

  #salt(): Buffer {
    if (this.#salts.length < 32) this.#salts = randomFillSync(Buffer.allocUnsafe(8192))
    const salt = this.#salts.subarray(0, 32)
    this.#salts = this.#salts.subarray(32)
    return salt
  }
}

function prepare(draft: DraftRecord, cast: Cast, numbers: ReadonlyMap<string, number>): Prepared {
  const whole: Record<string, unknown> = {
    ...draft,
    received_at: '',
    record_class: 'observation',
    asserted_by: cast.cooperative,
  }
  const subjects = [draft.from_party, draft.to_party, draft.producer, draft.holder].filter(
    (party): party is string => typeof party === 'string',
  )
  const roles = new Map([[1, ROLE.asserter as number]])
  for (const subject of subjects) {
    const n = numbers.get(subject) as number
    roles.set(n, (roles.get(n) ?? 0) | ROLE.subject)
  }
  return {
    body: Object.fromEntries(
      Object.keys(whole)
        .sort()
        .map((member) => [member, whole[member]]),
    ),
    type: typeCode(draft.type as RecordType),
    parties: [...roles],
    lotId: draft.lot_id as string | undefined,
  }
}

/** The one statement a list of bodies cannot do without: a party's newest deliveries with their text. */
const BODIES = `SELECT o.body FROM record_party i CROSS JOIN entry o ON o.seq = i.seq
  WHERE i.party = ? AND i.type = ? AND (i.occurred_at, i.id) < (?, ?)
  ORDER BY i.occurred_at DESC, i.id DESC LIMIT ?`

class BodyReader {
  readonly #bodies: (count: number) => unknown[]

  constructor(file: string, party: string, type: RecordType) {
    const db = openDatabase(file, { readonly: true })
    const n = db.prepare('SELECT n FROM party WHERE id = ?').pluck().get(idBytes(party)) as number
    const statement = db.prepare(BODIES).raw()
    const end = Buffer.alloc(0)
    this.#bodies = (count) => statement.all(n, typeCode(type), Number.MAX_SAFE_INTEGER, end, count)
  }

  read(count: number, ms: number): { count: number; seconds: number; latencies: number[] } {
    const latencies: number[] = []
    const startedAt = performance.now()
    for (let before = startedAt; before < startedAt + ms; ) {
      if (this.#bodies(count).length !== count) throw new Error('the store holds too few records to list')
      const now = performance.now()
      latencies.push((now - before) * 1000)
      before = now
    }
    return { count: latencies.length, seconds: (performance.now() - startedAt) / 1000, latencies }
  }
}

export function rawRole(): void {
  let store: RawStore
  let reader: BodyReader
  serveTasks({
    open: ({ file, cast }: { file: string; cast: Cast }) => {
      store = new RawStore(file, cast)
    },
    append: ({ perCommit, ms }: { perCommit: number; ms: number }) => store.append(perCommit, ms),
    openReader: ({ file, party, type }: { file: string; party: string; type: RecordType }) => {
      reader = new BodyReader(file, party, type)
    },
    bodies: ({ count, ms }: { count: number; ms: number }) => reader.read(count, ms),
  })
}
