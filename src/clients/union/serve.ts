import { setTimeout } from 'node:timers/promises'
import { kindWords } from '../../base/error-kinds.ts'
import { DAY_MS, formatInstant, parseInstant } from '../../domain/time.ts'
import { type Clock, CONFIRM_DAYS } from './apply.ts'
import type { Engine } from './engine.ts'
import { readSource, SourceFault } from './fetch.ts'
import { freezeSplit } from './one-log.ts'
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
  /** Of a clock that nobody sets, in milliseconds. */
  readonly passedMs?: () => number
  /** Tells the operator that nothing is deleted by the clock, which may be wrong. */
  readonly doubts?: () => void
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
  if (await isLikely(engine, clock())) await passTime(engine, clock())
  else serving.doubts?.()
  const rounds: Round[] = []
  for (const { source: name, state, way } of await allSources(engine)) {
    if (state === 'ended' || (way === 'sent' && state !== 'frozen')) continue
    rounds.push({ name, fault: state === 'frozen' ? 'frozen' : await faultOf(serving, name) })
  }
  const split = await newlySplit(serving)
  await purgeAtOnce(serving)
  const others = rounds.filter(({ name }) => !split.includes(name))
  return [...others, ...split.map((name) => ({ name, fault: 'frozen' }))]
}

/** What cannot be compared now is compared the next time, and holds up nothing. */
const newlySplit = ({ engine, clock, log }: Serving): Promise<string[]> =>
  freezeSplit(engine, clock().nowMs).catch((error: unknown) => {
    log(kindWords(error))
    return []
  })

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
  const { engine, signal, log, clock, passedMs = monotonicMs } = serving
  let [timePassed, compared] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let believedFrom: number | null = null
  while (!signal.aborted) {
    try {
      // Before a page is confirmed by this clock.
      if (believedFrom === null) {
        const isSo = await isLikely(engine, clock())
        if (!isSo) serving.doubts?.()
        believedFrom = passedMs() + (isSo ? 0 : DAY_MS)
      }
      await readInTurn(serving)
      if (passedMs() - compared >= HOUR_MS) {
        compared = passedMs()
        await newlySplit(serving)
      }
      if (passedMs() - timePassed >= HOUR_MS) {
        if (passedMs() >= believedFrom) await passTime(engine, clock())
        await purge(engine, formatInstant(clock().nowMs - PURGE_AFTER_MS))
        timePassed = passedMs()
      }
      await purgeAtOnce(serving)
    } catch (error) {
      if (!signal.aborted) log(kindWords(error))
    }
    await setTimeout(ROUND_MS, undefined, { signal }).catch(() => {})
  }
}

const monotonicMs = () => performance.now()

/**
 * A clock that is further ahead of the last word of all sources than they may be silent is perhaps wrong, as after a battery ran
 * empty: what may be kept must not be deleted for that. Where no source is read any more, nothing tells.
 */
async function isLikely(engine: Engine, { nowMs, confirmDays = CONFIRM_DAYS }: Clock): Promise<boolean> {
  const live = (await allSources(engine)).filter(({ state }) => state !== 'ended')
  const words = live.flatMap(({ acknowledged_at }) => parseInstant(acknowledged_at ?? '') ?? [])
  return words.length === 0 || nowMs - Math.max(...words) <= confirmDays * DAY_MS
}

/** Reads the sources that are due and that no other program reads. */
export async function readInTurn(serving: Serving): Promise<Round[]> {
  const { engine, clock, program, signal, log, passedMs = monotonicMs } = serving
  const rounds: Round[] = []
  const at = (ms: number) => formatInstant(clock().nowMs + ms)
  for (const { source: name, state, way } of await allSources(engine)) {
    if (state !== 'live' || way === 'sent' || signal.aborted) continue
    const terms = () => [LEASE_MS, 0, LEASE_MS + READ_EVERY_MS].map(at)
    const lease = async () => (await engine.run(STATEMENTS['source.lease'], [name, program, ...terms()])) > 0
    const endMs = passedMs() + TURN_MS
    let isOver = false
    const goesOn = async () => {
      isOver = passedMs() >= endMs
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
