import { fromJson } from '../../../base/typed.ts'
import type { Engine } from '../engine.ts'
import type { RowOf } from '../schema.ts'
import type { Source } from '../source.ts'
import { STATEMENTS } from '../statements.ts'

/**
 * The checkpoints of all sources, one line each, for an auditor who has no access to the store: each note is signed by the key
 * of its source, and a line continues the one that it names, as its consistency proof shows (RFC 9162 §2.1.4.2).
 */

/** With the party whose log it is, as the source states, and the pinned key. */
export type CheckpointLine = Pick<Source, 'source' | 'cooperative' | 'vkey'> &
  Omit<RowOf<'checkpoint'>, 'follows' | 'consistency'> & {
    /** Whether it continued what was kept. One that did not froze the source. */
    readonly follows: boolean
    /** The proof that it does: hashes in base64. */
    readonly consistency: readonly string[]
  }

export async function checkpointLines(engine: Engine): Promise<CheckpointLine[]> {
  const lines: CheckpointLine[] = []
  for (const { source, cooperative, vkey } of await engine.all(STATEMENTS['source.all'], []))
    for (const row of await engine.all(STATEMENTS['checkpoint.all'], [source ?? '']))
      lines.push({
        ...{ source, cooperative, vkey, ...row },
        ...{ follows: row.follows === 1, consistency: fromJson(String(row.consistency)) },
      } as CheckpointLine)
  return lines
}
