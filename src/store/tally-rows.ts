import { RELATIONS, type Version } from '../domain/derived/world.ts'
import type { FactorsJson } from '../domain/tally/factors.ts'
import type { SumsJson } from '../domain/tally/sums.ts'
import { type RecordBody, typeOfCode } from '../domain/types/index.ts'
import type { ActEntry } from './act-rows.ts'
import { actOfCode, INFERENCE_KIND } from './entry-kinds.ts'
import type { Db } from './open.ts'

/** The part of an observation that the sums need. */
export type CountedRecord = Pick<Version, 'seq' | 'type' | 'root' | 'body'>

/** Inferences are in none of the sums and are skipped. */
export type LogEntry =
  | { readonly record: CountedRecord }
  | { readonly act: ActEntry }
  | { readonly passed: number }

/** The stored sums up to an entry. A checkpoint in another format counts as absent. */
export interface TallyCheckpoint {
  /** The format; change it whenever these shapes, or what is counted, change. */
  readonly format: 1
  readonly sums: SumsJson
  readonly factors: FactorsJson
  /** Subject-access requests up to this seq were answered. */
  readonly answeredThrough: number
  /** Notifications up to this number were delivered. */
  readonly toldThrough: number
}

export const CHECKPOINT_FORMAT = 1

type EntryRow = [seq: number, kind: number, root: number | null, receivedAt: number, body: string]

/** The SQL of the sums. Rows are written only inside jobs of the writer. */
export class TallyRows {
  readonly #noteAppend: () => void
  readonly #newest
  readonly #insertCheckpoint
  readonly #entries
  readonly #insertUnresolved
  readonly #nextUnresolved
  readonly #retractions
  readonly #raisedBy

  constructor(db: Db, noteAppend: () => void) {
    this.#noteAppend = noteAppend
    this.#newest = db
      .prepare<[number], [number, string]>(
        `SELECT through_seq, sums FROM tally_checkpoint
         WHERE CASE WHEN json_valid(sums) THEN json_extract(sums, '$.format') = ? END
         ORDER BY through_seq DESC LIMIT 1`,
      )
      .raw()
    this.#insertCheckpoint = db.prepare<{ seq: number; sums: string }>(
      `INSERT INTO tally_checkpoint (through_seq, sums) SELECT :seq, :sums
       WHERE NOT EXISTS (SELECT 1 FROM tally_checkpoint WHERE through_seq = :seq)`,
    )
    this.#entries = db
      .prepare<[number, number], EntryRow>(
        'SELECT seq, kind, root, received_at, body FROM entry WHERE seq > ? ORDER BY seq LIMIT ?',
      )
      .raw()
    this.#insertUnresolved = db.prepare<{ factor: string; seq: number }>(
      `INSERT INTO unresolved_conversion (conversion_id, seq) SELECT :factor, :seq
       WHERE NOT EXISTS (SELECT 1 FROM unresolved_conversion WHERE conversion_id = :factor AND seq = :seq)`,
    )
    this.#nextUnresolved = db
      .prepare<[string, number, number], number>(
        `SELECT seq FROM unresolved_conversion WHERE conversion_id = ? AND seq > ? AND seq <= ?
         ORDER BY seq LIMIT 1`,
      )
      .pluck()
    this.#retractions = db
      .prepare<[string], number>(
        `SELECT l.source FROM json_each(?) j
         CROSS JOIN link l ON l.target = unhex(j.value, '-') AND l.relation = ${RELATIONS.retracts}`,
      )
      .pluck()
    this.#raisedBy = db.prepare<[number], { count: number; n: number | null; raisedAt: number }>(
      'SELECT count(*) AS count, min(n) AS n, min(raised_at) AS raisedAt FROM notification WHERE because = ?',
    )
  }

  newestCheckpoint(): { readonly throughSeq: number; readonly checkpoint: TallyCheckpoint } | null {
    const row = this.#newest.get(CHECKPOINT_FORMAT)
    return row === undefined
      ? null
      : { throughSeq: row[0], checkpoint: JSON.parse(row[1]) as TallyCheckpoint }
  }

  /** @returns false if this entry has a checkpoint in an earlier format already: the next entry will do */
  keepCheckpoint(throughSeq: number, checkpoint: TallyCheckpoint): boolean {
    const { changes } = this.#insertCheckpoint.run({ seq: throughSeq, sums: JSON.stringify(checkpoint) })
    if (changes > 0) this.#noteAppend()
    return changes > 0
  }

  /** The next entries of the log after a place. */
  entriesAfter(seq: number, count: number): LogEntry[] {
    return this.#entries.all(seq, count).map(asEntry)
  }

  /** Notes that a version cites a factor missing from the registry, unless that is noted already. */
  keepUnresolved(factor: string, seq: number): void {
    if (this.#insertUnresolved.run({ factor, seq }).changes > 0) this.#noteAppend()
  }

  /** The next version between two places in the log that cites a formerly unknown factor. */
  nextUnresolved(factor: string, afterSeq: number, throughSeq: number): number | undefined {
    return this.#nextUnresolved.get(factor, afterSeq, throughSeq)
  }

  /** Seqs of the retractions of these records. */
  retractionsOf(ids: readonly string[]): number[] {
    return this.#retractions.all(JSON.stringify(ids))
  }

  /** The number of notifications that a correction or retraction raised, and the first of them. */
  notificationsRaisedBy(seq: number): {
    readonly count: number
    readonly oldest: { readonly n: number; readonly raisedAt: number } | null
  } {
    const { count, n, raisedAt } = this.#raisedBy.get(seq) as { count: number; n: number; raisedAt: number }
    return { count, oldest: count === 0 ? null : { n, raisedAt } }
  }
}

function asEntry([seq, kind, root, receivedAtMs, json]: EntryRow): LogEntry {
  if (kind === INFERENCE_KIND) return { passed: seq }
  const act = actOfCode(kind)
  if (act !== undefined) return { act: { seq, kind: act, receivedAtMs, body: JSON.parse(json) } as ActEntry }
  return {
    record: { seq, type: typeOfCode(kind), root: root as number, body: JSON.parse(json) as RecordBody },
  }
}
