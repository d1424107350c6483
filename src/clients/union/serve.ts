import type { Clock } from './apply.ts'
import type { Engine } from './engine.ts'
import { readSource, SourceFault } from './fetch.ts'
import { allSources } from './source.ts'

/** Keeps a union's store up to date. */

export interface Round {
  readonly name: string
  /** Why it could not be read; null if everything of it is here. */
  readonly fault: string | null
}

/** Reads every source once, until nothing is left. Those that are sent are not asked. */
export async function serveOnce(engine: Engine, clock: () => Clock, signal: AbortSignal): Promise<Round[]> {
  const rounds: Round[] = []
  for (const { source: name, state, way } of await allSources(engine)) {
    if (state === 'ended' || (way === 'sent' && state !== 'frozen')) continue
    rounds.push({ name, fault: state === 'frozen' ? 'frozen' : await faultOf(engine, clock, signal, name) })
  }
  return rounds
}

async function faultOf(
  engine: Engine,
  clock: () => Clock,
  signal: AbortSignal,
  name: string,
): Promise<string | null> {
  try {
    await readSource({ engine, clock, signal }, name)
    return null
  } catch (error) {
    if (error instanceof SourceFault) return error.message
    throw error
  }
}
