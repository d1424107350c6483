import { setTimeout } from 'node:timers/promises'
import { kindWords } from '../../base/error-kinds.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Clock } from './apply.ts'
import type { Engine } from './engine.ts'
import { readSource, SourceFault } from './fetch.ts'
import { passTime } from './own-clock.ts'
import { purge } from './purge.ts'
import { allSources } from './source.ts'
import { STATEMENTS } from './statements.ts'

/**
 * Keeps a union's store up to date. Any number of these programs may do so with one store: a lease saves them from reading the
 * same source at once; what is taken in twice or not at all is prevented by the transaction of each page.
 */

export interface Serving {
  readonly engine: Engine
  readonly clock: () => Clock
  readonly signal: AbortSignal
  /** By which a lease is known; each program has another one. */
  readonly program: string
  /** Its lines name no party and no record. */
  readonly log: (text: string) => void
}

export interface Round {
  readonly name: string
  /** Why it could not be read; null if everything of it is here. */
  readonly fault: string | null
}

/** Reads every source once, until nothing is left. Those that are sent are not asked. */
export async function serveOnce(serving: Serving): Promise<Round[]> {
  const { engine, clock } = serving
  await passTime(engine, clock())
  const rounds: Round[] = []
  for (const { source: name, state, way } of await allSources(engine)) {
    if (state === 'ended' || (way === 'sent' && state !== 'frozen')) continue
    rounds.push({ name, fault: state === 'frozen' ? 'frozen' : await faultOf(serving, name) })
  }
  await purgeAtOnce(serving)
  return rounds
}

/** What goes wrong with one source holds up no other. */
async function faultOf(
  { engine, clock, signal, log }: Serving,
  name: string,
  goesOn?: () => Promise<boolean>,
): Promise<string | null> {
  try {
    await readSource({ engine, clock, signal, ...(goesOn && { goesOn }) }, name)
    return null
  } catch (error) {
    if (error instanceof SourceFault) return error.message
    const fault = new SourceFault('store', kindWords(error)).message
    log(`${name}: ${fault}`)
    // The server that has its rows may be away.
    await engine.run(STATEMENTS['source.fault'], [name, fault, formatInstant(clock().nowMs)]).catch(() => {})
    return fault
  }
}

const ROUND_MS = 5_000
/** A source is read this often. */
const READ_EVERY_MS = 300_000
/** A program that ended in the middle leaves its lease for this long. */
const LEASE_MS = 120_000
/** After this long the others have their turn, however much is left. */
const TURN_MS = 60_000
const HOUR_MS = 3_600_000
/** Long before a day has passed since a closing. */
const PURGE_AFTER_MS = 12 * HOUR_MS

/** Runs until the signal is given. A store that cannot be reached for a while is tried again. */
export async function serve(serving: Serving): Promise<void> {
  const { signal, log, clock } = serving
  let timePassed = 0
  while (!signal.aborted) {
    try {
      await readInTurn(serving)
      if (clock().nowMs - timePassed >= HOUR_MS) {
        await passTime(serving.engine, clock())
        await purgeInTime(serving)
        timePassed = clock().nowMs
      }
      await purgeAtOnce(serving)
    } catch (error) {
      if (!signal.aborted) log(kindWords(error))
    }
    await setTimeout(ROUND_MS, undefined, { signal }).catch(() => {})
  }
}

/** Reads the sources that are due and that no other program reads. */
export async function readInTurn(serving: Serving): Promise<Round[]> {
  const { engine, clock, program, signal, log } = serving
  const rounds: Round[] = []
  const at = (ms: number) => formatInstant(clock().nowMs + ms)
  for (const { source: name, state, way } of await allSources(engine)) {
    if (state !== 'live' || way === 'sent' || signal.aborted) continue
    const lease = async () =>
      (await engine.run(STATEMENTS['source.lease'], [name, program, at(LEASE_MS), at(0)])) > 0
    const endMs = clock().nowMs + TURN_MS
    let isOver = false
    const goesOn = async () => {
      isOver = clock().nowMs >= endMs
      return !isOver && (await lease())
    }
    try {
      if (!(await lease())) continue
      rounds.push({ name, fault: await faultOf(serving, name, goesOn) })
      // Nobody reads it again before it is due.
      const due = at(signal.aborted || isOver ? 0 : READ_EVERY_MS)
      await engine.run(STATEMENTS['source.release'], [name, program, due])
    } catch (error) {
      log(kindWords(error))
    }
  }
  return rounds
}

/** SQLite needs no more than to cut its log. */
async function purgeAtOnce({ engine, clock }: Serving): Promise<void> {
  if (engine.kind === 'sqlite') await purge(engine, formatInstant(clock().nowMs))
}

const purgeInTime = ({ engine, clock }: Serving): Promise<string[]> =>
  purge(engine, formatInstant(clock().nowMs - PURGE_AFTER_MS))
