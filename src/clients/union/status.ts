import { given } from '../../base/typed.ts'
import type { Words } from '../../words/words.ts'
import type { Engine } from './engine.ts'
import { FETCH_FAULTS } from './fetch.ts'
import type { RowOf } from './schema.ts'
import { allSources, type Source, type SourceState, stateOf } from './source.ts'
import { STATEMENTS } from './statements.ts'

/** What a union holds of each source, and how it stands (contract §28). */

export type CheckpointStatus = Pick<RowOf<'checkpoint'>, 'hash' | 'log' | 'size' | 'note' | 'seen_at'> & {
  /** Whether it is the one that was kept. */
  readonly follows: boolean
}

export interface SourceStatus extends Pick<Source, 'acknowledged_at' | 'fault' | 'fault_at'> {
  readonly name: string
  readonly state: SourceState
  readonly records: number
  readonly kept: number
  readonly newest_received_at: string | null
  /** The key of its log; null while it has stated no checkpoint, so that nothing of it is verified. */
  readonly key: string | null
  /** Since when it states another log, as after a restore, and the last checkpoint of the one before. */
  readonly began_again?: Omit<CheckpointStatus, 'follows'> & { readonly since: string }
  /** When it is frozen: the checkpoint that was kept, and the one that does not follow. */
  readonly checkpoints?: readonly CheckpointStatus[]
}

export async function statusOf(engine: Engine, nowMs: number): Promise<readonly SourceStatus[]> {
  const [records, kept] = [
    await engine.all(STATEMENTS['record.counts'], []),
    await engine.all(STATEMENTS['kept.counts'], []),
  ].map((rows) => new Map(rows.map((row) => [row.source, row])))
  const found: SourceStatus[] = []
  for (const source of await allSources(engine)) {
    const { source: name, acknowledged_at, vkey, fault, fault_at } = source
    found.push({
      name,
      state: stateOf(source, nowMs),
      records: Number(records?.get(name)?.n ?? 0),
      kept: Number(kept?.get(name)?.n ?? 0),
      newest_received_at: (records?.get(name)?.newest as string | undefined) ?? null,
      ...{ acknowledged_at, key: vkey, fault, fault_at },
      ...given({ began_again: await beganAgain(engine, source) }),
      ...(source.state === 'frozen' ? { checkpoints: await bothOf(engine, source) } : {}),
    })
  }
  return found
}

async function beganAgain(engine: Engine, { source, held }: Source): Promise<SourceStatus['began_again']> {
  const [row] = await engine.all(STATEMENTS['checkpoint.before'], [source, held])
  return row as unknown as SourceStatus['began_again']
}

async function bothOf(engine: Engine, { source, held }: Source): Promise<CheckpointStatus[]> {
  const rows = await engine.all(STATEMENTS['checkpoint.both'], [source, held])
  return rows.map((row) => ({ ...row, follows: row.follows === 1 }) as CheckpointStatus)
}

/** A fault as it is stored: a word, and a code. */
export function faultText({ say }: Words, stored: string): string {
  const [word = '', ...detail] = stored.split(' ')
  const fault = FETCH_FAULTS.find((one) => one === word) ?? 'store'
  return say(`union.fault.${fault}`, { detail: detail.join(' ') })
}
