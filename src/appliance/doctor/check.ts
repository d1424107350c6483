import { membersOf } from '../../base/typed.ts'
import { within } from '../../base/within.ts'
import type { Store } from '../../store/store.ts'
import type { Patient } from './patient.ts'

/** Findings of the doctor's checks, and their texts. */

/**
 * The worst first. `unknown`: the check could not be made, which needs attention too. `missing`: what it is about is not there yet,
 * which is neither good nor a fault.
 */
export const STANDINGS = ['bad', 'unknown', 'caution', 'missing', 'good'] as const
export type CheckStatus = (typeof STANDINGS)[number]

/** Of all checks together. */
export const worstOf = (checks: readonly Pick<CheckResult, 'standing'>[]): CheckStatus =>
  STANDINGS.find((one) => checks.some(({ standing }) => standing === one)) ?? 'unknown'

/** Figures behind a finding: only numbers and booleans, so that no name is passed on with them. */
export type Facts = Readonly<Record<string, number | boolean | null>>

export interface CheckResult {
  readonly standing: CheckStatus
  /** A sentence or two. Never a secret or a person's name; paths and addresses from the settings may appear. */
  readonly finding: string
  /** What to do; null exactly when nothing needs to be done. */
  readonly remedy: string | null
  readonly facts: Facts
}

export interface Check extends CheckResult {
  /** Stays with its check forever, so that people can name it on the phone. */
  readonly number: number
  /** What should be true. */
  readonly name: string
}

export const good = (finding: string, facts: Facts = {}): CheckResult => ({
  standing: 'good',
  finding,
  remedy: null,
  facts,
})

const wanting =
  (standing: CheckStatus) =>
  (finding: string, remedy: string, facts: Facts = {}): CheckResult => ({ standing, finding, remedy, facts })

export const caution = wanting('caution')
export const bad = wanting('bad')
export const unknown = wanting('unknown')
export const missing = wanting('missing')

/** A check before it is made, and what it needs besides the settings. */
export type Planned = {
  readonly number: number
  readonly name: string
  /** Timeout; some seconds by default. */
  readonly timeoutMs?: number
  /** It uses no network and little of the disk: `granary status` makes it too. */
  readonly inStatus?: true
} & (
  | { readonly needs: 'files' | 'folder' | 'settings'; readonly look: Look<Patient> }
  | { readonly needs: 'database'; readonly look: Look<Opened> }
)

type Look<P> = (patient: P) => CheckResult | Promise<CheckResult>
export type Opened = Patient & { readonly store: Store }

const TIMEOUT_MS = 10_000
/** Time for a bounded check on a slow disk. */
const FILE_MS = 30_000

/** Never rejects and never waits forever: a check that fails or hangs becomes `unknown`. */
export async function make(planned: Planned, patient: Patient): Promise<Check> {
  const { number, name, needs, timeoutMs = needs === 'files' ? FILE_MS : TIMEOUT_MS } = planned
  const work = (async () => found(planned, patient))()
  return { number, name, ...(await within(timeoutMs, work, late(timeoutMs)).catch(unforeseen)) }
}

function found(planned: Planned, patient: Patient): CheckResult | Promise<CheckResult> {
  if (planned.needs !== 'database') return planned.look(patient)
  const { store, fault } = patient
  if (store !== null) return planned.look({ ...patient, store })
  return unknown(
    'This could not be checked: the database cannot be opened.',
    `See check 2 first. ${fault?.remedy ?? ''}`.trimEnd(),
  )
}

const late = (timeoutMs: number): CheckResult =>
  unknown(
    `There was no answer within ${timeoutMs / 1000} seconds.`,
    'Find out whether the disk or service behind this check is overloaded or gone, then run the doctor again.',
    { timed_out: true },
  )

/** The error's message may hold anything, so only its code is shown. */
function unforeseen(error: unknown): CheckResult {
  const { code, name } = membersOf(error)
  const kind = [code, name].find((word) => typeof word === 'string' && /^\w{1,64}$/.test(word)) ?? 'Error'
  return unknown(
    `This could not be checked (${kind}).`,
    'Correct what the other checks report, then run the doctor again. If this remains, report it with the number of this check.',
  )
}

/** Result of a check whose disk does not answer. */
export const asleep = (what: string): CheckResult =>
  unknown(
    `This could not be checked: the disk of ${what} does not answer.`,
    'Check that disk: its cable, its power, the machine it belongs to. Then run the doctor again.',
    { disk_answers: false },
  )
