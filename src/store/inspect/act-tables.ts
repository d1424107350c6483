import { type ActKind, codeOfAct } from '../entry-kinds.ts'
import type { Db } from '../open.ts'

/** The tables whose rows follow from acts, by the column that names the act. */

/** As a row is compared: bytes as lower-case hexadecimal digits. */
export type Cell = number | string | null
export type Row = Readonly<Record<string, Cell>>

/** Each table with the column that holds the seq of the act, and the kinds of act that may call for a row in it. */
const ACT_TABLES = {
  appliance: ['seq', ['appliance', 'restore']],
  consent_grant: ['seq', ['grant']],
  consent_grant_end: ['seq', ['grant_revocation']],
  delegation: ['seq', ['delegation']],
  delegation_end: ['seq', ['delegation_revocation']],
  objection: ['seq', ['objection']],
  objection_end: ['seq', ['objection_withdrawal']],
  credential: ['seq', ['credential']],
  credential_end: ['seq', ['credential_revocation', 'device_revocation', 'credential']],
  registry_row: ['seq', ['registry_row']],
  notification_told: ['seq', ['notification_told']],
  subject_access_request: ['seq', ['subject_access_request']],
  subject_access_answer: ['seq', ['subject_access_answer']],
  device: ['seq', ['device']],
  enrolment: ['seq', ['enrolment']],
  device_credential: ['credential', ['credential']],
  evidence: ['seq', ['evidence']],
  anchor_key: ['seq', ['anchor_key']],
  restore: ['appliance', ['restore']],
  restore_confirmation: ['seq', ['restore_confirmation']],
  backup_key: ['seq', ['backup_key']],
} as const satisfies Readonly<Record<string, readonly [string, readonly ActKind[]]>>

export type ActTable = keyof typeof ACT_TABLES
export const ACT_TABLE_NAMES = Object.keys(ACT_TABLES) as ActTable[]

/** What ends something, by the column that names what was ended. */
const END_TABLES = {
  consent_grant_end: 'consent_grant',
  delegation_end: 'delegation',
  objection_end: 'objection',
  credential_end: 'credential',
  subject_access_answer: 'request',
} as const
export type EndTable = keyof typeof END_TABLES

/** Rows that are listed of a table. */
const MOST = 1_000

export class ActTables {
  readonly #rowOfAct: ReadonlyMap<ActTable, (seq: number) => Row | undefined>
  readonly #orphans: ReadonlyMap<ActTable, (throughSeq: number) => number[]>
  readonly #ended: ReadonlyMap<EndTable, (seq: number) => boolean>
  readonly #endOfCredential
  readonly #tokenBefore
  readonly #firstPicture
  readonly #notificationRecipient

  constructor(db: Db) {
    const each = <T>(make: (table: ActTable, column: string, kinds: readonly ActKind[]) => T) =>
      new Map(
        ACT_TABLE_NAMES.map((table) => [table, make(table, ACT_TABLES[table][0], ACT_TABLES[table][1])]),
      )
    this.#rowOfAct = each((table, column) => {
      const statement = db.prepare<[number], Record<string, Cell | Buffer>>(
        `SELECT * FROM ${table} WHERE ${column} = ?`,
      )
      return (seq) => comparable(statement.get(seq))
    })
    this.#orphans = each((table, column, kinds) => {
      const statement = db
        .prepare<[number, number], number>(
          `SELECT t.${column} FROM ${table} t WHERE t.${column} <= ? AND NOT EXISTS (
             SELECT 1 FROM entry a WHERE a.seq = t.${column} AND a.kind IN (${kinds.map(codeOfAct).join(', ')}))
           LIMIT ?`,
        )
        .pluck()
      return (throughSeq) => statement.all(throughSeq, MOST)
    })
    this.#ended = new Map(
      (Object.keys(END_TABLES) as EndTable[]).map((table) => {
        const statement = db.prepare<[number]>(`SELECT 1 FROM ${table} WHERE ${END_TABLES[table]} = ?`)
        return [table, (seq: number) => statement.get(seq) !== undefined]
      }),
    )
    this.#endOfCredential = db
      .prepare<[number], [number, number]>('SELECT seq, at FROM credential_end WHERE credential = ?')
      .raw()
    this.#tokenBefore = db
      .prepare<[number, number], number | null>(
        'SELECT max(credential) FROM device_credential WHERE device = ? AND credential < ?',
      )
      .pluck()
    this.#firstPicture = db
      .prepare<[string, number, string], number | null>(
        `SELECT min(seq) FROM evidence
         WHERE captured_sha256 = unhex(?) AND party = ? AND stored_sha256 = unhex(?)`,
      )
      .pluck()
    this.#notificationRecipient = db
      .prepare<[number], number>('SELECT recipient FROM notification WHERE n = ?')
      .pluck()
  }

  /** The row that names an act. */
  rowOf(table: ActTable, seq: number): Row | undefined {
    return this.#rowOfAct.get(table)?.(seq)
  }

  /** Acts that rows name and that are not there, or are of another kind. */
  orphans(table: ActTable, throughSeq: number): number[] {
    return this.#orphans.get(table)?.(throughSeq) ?? []
  }

  /** Has what this act began come to an end? */
  isEnded(table: EndTable, seq: number): boolean {
    return this.#ended.get(table)?.(seq) ?? false
  }

  /** The act that ended a credential, and when. */
  endOfCredential(credential: number): { readonly seq: number; readonly atMs: number } | undefined {
    const row = this.#endOfCredential.get(credential)
    return row && { seq: row[0], atMs: row[1] }
  }

  /** The token that a device had before this one. */
  tokenBefore(device: number, credential: number): number | null {
    return this.#tokenBefore.get(device, credential) ?? null
  }

  /** The row of a party's pair of hashes. */
  firstPicture(captured: string, party: number, stored: string): number | null {
    return this.#firstPicture.get(captured, party, stored) ?? null
  }

  notificationRecipient(n: number): number | undefined {
    return this.#notificationRecipient.get(n)
  }
}

function comparable(row: Record<string, Cell | Buffer> | undefined): Row | undefined {
  if (row === undefined) return undefined
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [
      column,
      Buffer.isBuffer(cell) ? cell.toString('hex') : cell,
    ]),
  )
}
