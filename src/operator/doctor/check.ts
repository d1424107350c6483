import { inTime } from './patience.ts'

/** What a check of the doctor finds, and how it is said. */

/** `unknown`: it could not be looked at, which is a thing to see to as well. */
export type Standing = 'good' | 'caution' | 'bad' | 'unknown'

/** Figures behind a finding. Numbers and truths alone, so that whoever passes them on passes on no name. */
export type Facts = Readonly<Record<string, number | boolean | null>>

export interface Found {
  readonly standing: Standing
  /** A sentence or two. Never a secret or a person's name; paths and addresses of the settings may stand in it. */
  readonly finding: string
  /** What to do about it; null exactly where nothing is to be done. */
  readonly remedy: string | null
  readonly facts: Facts
}

export interface Check extends Found {
  /** Stays with its check for good, so that it can be named on the telephone. */
  readonly number: number
  /** What should be so. */
  readonly name: string
}

export const good = (finding: string, facts: Facts = {}): Found => ({
  standing: 'good',
  finding,
  remedy: null,
  facts,
})

const wanting =
  (standing: Standing) =>
  (finding: string, remedy: string, facts: Facts = {}): Found => ({ standing, finding, remedy, facts })

export const caution = wanting('caution')
export const bad = wanting('bad')
export const unknown = wanting('unknown')

/** A check before it is made. @typeParam P what it looks at */
export interface Planned<P> {
  readonly number: number
  readonly name: string
  readonly look: (patient: P) => Found | Promise<Found>
  /** Given up after so long; a few seconds unless told otherwise. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 10_000

/** Never rejects and never waits for ever: a check that fails or hangs is one that could not be made. */
export async function make<P>(planned: Planned<P>, patient: P): Promise<Check> {
  const { number, name, look, patienceMs = PATIENCE_MS } = planned
  const work = (async () => look(patient))()
  return { number, name, ...(await inTime(work, patienceMs, late(patienceMs)).catch(unforeseen)) }
}

const late = (patienceMs: number): Found =>
  unknown(
    `That was not answered within ${patienceMs / 1000} seconds.`,
    'See whether the disk or the service it asks is overloaded or gone, and run the doctor again.',
    { timed_out: true },
  )

/** Its message may hold anything, so its code alone is told. */
function unforeseen(error: unknown): Found {
  const { code, name } = error as { code?: unknown; name?: unknown }
  const kind = [code, name].find((word) => typeof word === 'string' && /^\w{1,64}$/.test(word)) ?? 'Error'
  return unknown(
    `That could not be looked at (${kind}).`,
    'See to what the other checks name, and run the doctor again; if it stays so, report it with the number of this check.',
  )
}

/** Every check of a list; those of one patient are made side by side. */
export const makeAll = <P>(planned: readonly Planned<P>[], patient: P): Promise<Check[]> =>
  Promise.all(planned.map((one) => make(one, patient)))
