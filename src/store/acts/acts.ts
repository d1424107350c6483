import { fromJson } from '../../base/typed.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { idBytes, idText } from '../../domain/id.ts'
import type { Db } from '../file/open.ts'
import { type ActKind, actOfCode, codeOfAct, IS_ACT } from '../log/entry-kinds.ts'
import type { Log } from '../log/log.ts'
import type { ActFacts } from './act-facts.ts'
import { type ActEntry, actEntry, type ActRow as FollowingRow, rowsOfAct } from './act-rows.ts'
import { ACT_TABLES, type ActTable } from './act-tables.ts'

export interface StoredAct {
  readonly seq: number
  readonly id: string
  readonly kind: ActKind
  readonly receivedAtMs: number
  /** The canonical JSON that was hashed. */
  readonly json: string
}

/** Returns the content of an act as passed to `append`, without the member `act` that stores its kind. */
export function saidBy<T extends object>(act: Pick<StoredAct, 'json'>): T {
  const said = fromJson<T & { act?: ActKind }>(act.json)
  delete said.act
  return said
}

/** The entries that are neither observations nor inferences, and their rows. Acts are appended only here. */
export class Acts {
  readonly #insert
  readonly #byId
  readonly #bySeq
  readonly #db: Db
  readonly #log: Log
  readonly #facts: ActFacts
  readonly #noteAppend: () => void
  readonly #onFollowed: () => void
  readonly #inserts = new Map<ActTable, (row: FollowingRow['columns']) => void>()

  /** @param onFollowed called after the rows of an act are written: cached rows must be read again */
  constructor(db: Db, log: Log, facts: ActFacts, noteAppend: () => void, onFollowed: () => void) {
    this.#db = db
    this.#log = log
    this.#facts = facts
    this.#onFollowed = onFollowed
    this.#noteAppend = noteAppend
    this.#insert = db.prepare(
      'INSERT INTO entry (seq, id, kind, received_at, salt, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    this.#byId = db
      .prepare<[Buffer], ActRow>(
        `SELECT seq, id, kind, received_at, body FROM entry WHERE id = ? AND kind ${IS_ACT}`,
      )
      .raw()
    this.#bySeq = db
      .prepare<[number], ActRow>(
        `SELECT seq, id, kind, received_at, body FROM entry WHERE seq = ? AND kind ${IS_ACT}`,
      )
      .raw()
  }

  byId(id: string): StoredAct | undefined {
    return asAct(this.#byId.get(idBytes(id)))
  }

  bySeq(seq: number): StoredAct | undefined {
    return asAct(this.#bySeq.get(seq))
  }

  /**
   * Appends an act with the rows that follow from it. Call inside a job of the writer.
   * @param said the content; the kind is added to it, so that the digest covers the kind too
   * @returns the seq of the act
   */
  append(kind: ActKind, id: string, receivedAtMs: number, said: object): number {
    const body = { ...said, act: kind }
    const json = canonicalJson(body)
    const seq = this.#log.next()
    this.#noteAppend()
    const { salt, digest } = this.#log.seal(seq, json)
    this.#insert.run(seq, idBytes(id), codeOfAct(kind), receivedAtMs, salt, digest, json)
    this.follow(actEntry(seq, kind, receivedAtMs, body))
    return seq
  }

  /** Writes the rows that follow from an act that is already in the log. */
  follow(act: ActEntry): void {
    for (const { table, columns } of rowsOfAct(act, this.#facts))
      this.#insertInto(table, { [ACT_TABLES[table][0]]: act.seq, ...columns })
    this.#onFollowed()
  }

  #insertInto(table: ActTable, row: FollowingRow['columns']): void {
    let insert = this.#inserts.get(table)
    if (insert === undefined) {
      const columns = Object.keys(row)
      const statement = this.#db.prepare<[FollowingRow['columns']]>(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
      )
      insert = (values) => statement.run(values)
      this.#inserts.set(table, insert)
    }
    insert(row)
  }
}

type ActRow = [seq: number, id: Buffer, kind: number, receivedAt: number, body: string]

function asAct(row: ActRow | undefined): StoredAct | undefined {
  if (row === undefined) return undefined
  const kind = actOfCode(row[2])
  if (kind === undefined) throw new Error(`The act at ${row[0]} of the log has an unknown kind.`)
  return { seq: row[0], id: idText(row[1]), kind, receivedAtMs: row[3], json: row[4] }
}
