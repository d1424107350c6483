import { fromJson } from '../../../base/typed.ts'
import type { Engine } from '../engine.ts'
import { STATEMENTS } from '../statements.ts'

/**
 * The checkpoints of all sources, one line each, for an auditor who has no access to the store: each note is signed by the key
 * of its source, and a line continues the one that it names, as its consistency proof shows (RFC 9162 §2.1.4.2).
 */

export interface CheckpointLine {
  readonly source: string
  /** The party whose log it is, as the source states. */
  readonly cooperative: string | null
  /** The pinned key. A log that starts again after a restore has another name and the same key. */
  readonly vkey: string | null
  readonly log: string
  readonly size: number
  /** The signed note as it came. */
  readonly note: string
  readonly seen_at: string
  /** Whether it continued what was kept. One that did not froze the source. */
  readonly follows: boolean
  /** SHA-256 of the text that is signed. */
  readonly hash: string
  /** The hash of the line that it continues; null if its log began. */
  readonly continues: string | null
  /** The proof that it does: hashes in base64. */
  readonly consistency: readonly string[]
}

export async function checkpointLines(engine: Engine): Promise<CheckpointLine[]> {
  const lines: CheckpointLine[] = []
  for (const { source, cooperative, vkey } of await engine.all(STATEMENTS['source.all'], []))
    for (const row of await engine.all(STATEMENTS['export.checkpoints'], [source ?? '']))
      lines.push({
        source: String(source),
        cooperative: cooperative === null ? null : String(cooperative),
        vkey: vkey === null ? null : String(vkey),
        log: String(row.log),
        size: Number(row.size),
        note: String(row.note),
        seen_at: String(row.seen_at),
        follows: row.follows === 1,
        hash: String(row.hash),
        continues: row.continues === null ? null : String(row.continues),
        consistency: fromJson<string[]>(String(row.consistency)),
      })
  return lines
}
