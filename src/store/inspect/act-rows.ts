import type { ActCell } from '../act-rows.ts'
import { ACT_TABLE_NAMES, ACT_TABLES, type ActTable } from '../act-tables.ts'
import { type ActKind, codeOfAct } from '../entry-kinds.ts'
import type { Db } from '../open.ts'

/** Tables of ends, with the column that names what was ended. */
const END_TABLES = {
  consent_grant_end: 'consent_grant',
  delegation_end: 'delegation',
  objection_end: 'objection',
  credential_end: 'credential',
  subject_access_answer: 'request',
} as const
export type EndTable = keyof typeof END_TABLES

export type FoundRow = Readonly<Record<string, ActCell>>

/** Most rows listed of a table. */
const MOST = 1_000

/** Stored rows of acts. Read-only. */
export class ActRows {
  readonly #ofAct: ReadonlyMap<ActTable, (seq: number) => FoundRow | undefined>
  readonly #orphans: ReadonlyMap<ActTable, (throughSeq: number) => number[]>
  readonly #ended: ReadonlyMap<EndTable, (seq: number) => boolean>

  constructor(db: Db) {
    const each = <T>(make: (table: ActTable, column: string, kinds: readonly ActKind[]) => T) =>
      new Map(
        ACT_TABLE_NAMES.map((table) => [table, make(table, ACT_TABLES[table][0], ACT_TABLES[table][1])]),
      )
    this.#ofAct = each((table, column) => {
      const statement = db.prepare<[number], FoundRow>(`SELECT * FROM ${table} WHERE ${column} = ?`)
      return (seq) => statement.get(seq)
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
  }

  /** The row that names an act. */
  rowOf(table: ActTable, seq: number): FoundRow | undefined {
    return this.#ofAct.get(table)?.(seq)
  }

  /** Seqs that rows name although no act of the right kind is there. */
  orphans(table: ActTable, throughSeq: number): number[] {
    return this.#orphans.get(table)?.(throughSeq) ?? []
  }

  /** Whether what this act began has ended. */
  isEnded(table: EndTable, seq: number): boolean {
    return this.#ended.get(table)?.(seq) ?? false
  }
}
