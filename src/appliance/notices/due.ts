import { must } from '../../base/typed.ts'
import { DAY_MS } from '../../domain/time.ts'

/**
 * Decides which notices are due. A condition is told at once, once a day while it lasts, and once when it is
 * over. Times are those of the store, but after a wrong clock they may lie in the future.
 */

export const CONDITIONS = ['backups', 'disk', 'certificate', 'clock', 'messages'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Whether each condition holds; null if that could not be found out. */
export type ConditionsFound = Readonly<Record<Condition, boolean | null>>

/** What is remembered of a condition that holds, or whose end was not told yet. */
interface Remembered {
  readonly sinceMs: number
  /** When the condition was first found to be gone; null while it holds. */
  readonly goneMs: number | null
  /** When it was last told; null if it never was. */
  readonly toldMs: number | null
  /** The calls that failed since the last one that succeeded, and when the last of them did. */
  readonly failures: number
  readonly failedMs: number | null
}
export type Memory = Readonly<Partial<Record<Condition, Remembered>>>

export interface Due {
  readonly condition: Condition
  readonly state: 'holds' | 'over'
  readonly sinceMs: number
}

/** A condition that comes and goes within this time counts as one that lasts. */
export const OVER_AFTER_MS = 60 * 60_000
/** The end of a condition is told within this time, or never: later it is no news. */
const OVER_KNOWN_MS = 7 * DAY_MS
/** The pause after the first failed call; it doubles with each further one, up to the longest. */
const PAUSE_MS = 10 * 60_000
const LONGEST_PAUSE_MS = 4 * 60 * 60_000
/** The doublings that exceed the longest pause. */
const MOST_DOUBLINGS = 8

/** @returns what to remember from now on, and the notices that are due */
export function decide(
  found: ConditionsFound,
  before: Memory,
  nowMs: number,
): { readonly memory: Memory; readonly due: readonly Due[] } {
  const memory: Partial<Record<Condition, Remembered>> = {}
  const due: Due[] = []
  for (const condition of CONDITIONS) {
    const now = nextOf(before[condition], found[condition], nowMs)
    if (now === null) continue
    memory[condition] = now
    const state = stateDue(now, nowMs)
    if (state !== null) due.push({ condition, state, sinceMs: now.sinceMs })
  }
  return { memory, due }
}

/** @returns what to remember after the call for a notice */
export function afterCall(memory: Memory, { condition, state }: Due, nowMs: number, isSent: boolean): Memory {
  const { [condition]: one, ...others } = memory
  if (one === undefined || (isSent && state === 'over')) return others
  const sent = { ...one, toldMs: nowMs, failures: 0, failedMs: null }
  return { ...others, [condition]: isSent ? sent : { ...one, failures: one.failures + 1, failedMs: nowMs } }
}

/** @returns what to remember once a call is known to work again: what waits is due at once */
export function withoutPauses(memory: Memory): Memory {
  const known = CONDITIONS.filter((condition) => memory[condition] !== undefined)
  return Object.fromEntries(
    known.map((condition) => [condition, { ...must(memory[condition]), failures: 0, failedMs: null }]),
  )
}

function nextOf(before: Remembered | undefined, holds: boolean | null, nowMs: number): Remembered | null {
  const begun = { sinceMs: nowMs, goneMs: null, toldMs: null, failures: 0, failedMs: null }
  if (before === undefined) return holds ? begun : null
  const one = notAfter(before, nowMs)
  if (holds === null) return one
  const goneForMs = one.goneMs === null ? 0 : nowMs - one.goneMs
  if (holds) return goneForMs >= OVER_AFTER_MS ? begun : { ...one, goneMs: null }
  // Nobody was told that it holds, so its end is no news either.
  if (goneForMs >= (one.toldMs === null ? OVER_AFTER_MS : OVER_KNOWN_MS)) return null
  return { ...one, goneMs: one.goneMs ?? nowMs }
}

/** A time in the future was set by a wrong clock. */
const notAfter = (one: Remembered, nowMs: number): Remembered => ({
  ...one,
  sinceMs: Math.min(one.sinceMs, nowMs),
  goneMs: one.goneMs === null ? null : Math.min(one.goneMs, nowMs),
})

function stateDue({ goneMs, toldMs, failures, failedMs }: Remembered, nowMs: number): Due['state'] | null {
  if (failedMs !== null && sinceMs(failedMs, nowMs) < pauseMs(failures)) return null
  if (goneMs === null) return toldMs === null || sinceMs(toldMs, nowMs) >= DAY_MS ? 'holds' : null
  return toldMs !== null && nowMs - goneMs >= OVER_AFTER_MS ? 'over' : null
}

/** After a time in the future, anything may have passed: a notice too many is better than none. */
const sinceMs = (atMs: number, nowMs: number): number =>
  atMs > nowMs ? Number.POSITIVE_INFINITY : nowMs - atMs

const pauseMs = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(MOST_DOUBLINGS, failures - 1))
