import { fromJson } from '../../../base/typed.ts'
import type { Engine } from '../engine.ts'
import { STATEMENTS } from '../statements.ts'

/**
 * The checkpoints of all sources, one line each, for an auditor who has no access to the store: each note is signed by the key
 * of its source, and a line continues the one that it names, as its consistency proof shows (RFC 9162 §2.1.4.2).
 */

/** Returns the lines: the source, the party whose log it is, the pinned key, and a checkpoint with how it stands to what was kept. */
export async function checkpointLines(engine: Engine): Promise<object[]> {
  const lines: object[] = []
  for (const { source, cooperative, vkey } of await engine.all(STATEMENTS['source.all'], []))
    for (const row of await engine.all(STATEMENTS['checkpoint.all'], [source ?? ''])) {
      const [follows, consistency] = [row.follows === 1, fromJson(String(row.consistency))]
      lines.push({ source, cooperative, vkey, ...row, follows, consistency })
    }
  return lines
}
