import { membersOf } from '../../base/typed.ts'
import { within } from '../../base/within.ts'
import type { Store } from '../../store/store.ts'
import type { Told } from '../../words/fault.ts'
import { withRemedy } from '../../words/fault.ts'
import { type InWords, inWords } from '../../words/in-words.ts'
import type { PlainKey } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { Patient } from './patient.ts'

/** What a check of the doctor is, and how it is made. */

/**
 * The worst first. `unknown`: the check could not be made, which needs attention too. `missing`: the thing
 * that the check is about does not exist yet, which is neither good nor a fault.
 */
export const STANDINGS = ['bad', 'unknown', 'caution', 'missing', 'good'] as const
export type CheckStatus = (typeof STANDINGS)[number]

/** The standing of all checks together. */
export const worstOf = (checks: readonly Pick<CheckResult, 'standing'>[]): CheckStatus =>
  STANDINGS.find((one) => checks.some(({ standing }) => standing === one)) ?? 'unknown'

/** The figures behind a finding: only numbers and booleans, so that a support bundle gets no names. */
export type CheckFacts = Readonly<Record<string, number | boolean | null>>

export interface CheckResult {
  readonly standing: CheckStatus
  /** A sentence or two. It may name paths and addresses in the settings, but no secret and no person. */
  readonly finding: Told
  /** What to do; null exactly when the check is good. */
  readonly remedy: Told | null
  readonly facts: CheckFacts
}

export interface Check extends CheckResult {
  /** Never changes, so that people can name the check on the phone. */
  readonly number: number
  /** States what should be true. */
  readonly name: Message
}

/** A check in the words of a reader. */
export type ToldCheck = InWords<Check>
export const toldCheck = (words: Words, check: Check): ToldCheck => inWords(words, check)

export const good = (finding: Told, facts: CheckFacts = {}): CheckResult => ({
  standing: 'good',
  finding,
  remedy: null,
  facts,
})

const resultOf =
  (standing: CheckStatus) =>
  (finding: Told, remedy: Told, facts: CheckFacts = {}): CheckResult => ({ standing, finding, remedy, facts })

export const caution = resultOf('caution')
export const bad = resultOf('bad')
export const unknown = resultOf('unknown')
export const missing = resultOf('missing')

/** A check before it is made, and what it needs as well as the settings. */
export type Planned = {
  readonly number: number
  readonly name: PlainKey
  /** Some seconds by default. */
  readonly timeoutMs?: number
  /** `granary status` makes this check too, because it uses no network and hardly reads the disk. */
  readonly inStatus?: true
} & (
  | { readonly needs: 'files' | 'folder' | 'settings'; readonly look: Look<Patient> }
  | { readonly needs: 'database'; readonly look: Look<OpenedPatient> }
)

type Look<P> = (patient: P) => CheckResult | Promise<CheckResult>
export type OpenedPatient = Patient & { readonly store: Store }

const TIMEOUT_MS = 10_000
/** Enough for a check of bounded length on a slow disk. */
const FILE_MS = 30_000

/** Makes a check. It never rejects and never waits forever: a check that fails or hangs becomes `unknown`. */
export async function make(planned: Planned, patient: Patient): Promise<Check> {
  const { number, name, needs, timeoutMs = needs === 'files' ? FILE_MS : TIMEOUT_MS } = planned
  const work = (async () => resultFor(planned, patient))()
  return {
    number,
    name: message(name),
    ...(await within(timeoutMs, work, late(timeoutMs)).catch(unforeseen)),
  }
}

function resultFor(planned: Planned, patient: Patient): CheckResult | Promise<CheckResult> {
  if (planned.needs !== 'database') return planned.look(patient)
  const { store, fault } = patient
  if (store !== null) return planned.look({ ...patient, store })
  return unknown(
    message('check.closed'),
    fault === null
      ? message('check.closed.remedy')
      : message('value.sentences', { first: message('check.closed.remedy'), next: fault.cure }),
  )
}

const late = (timeoutMs: number): CheckResult =>
  unknown(...withRemedy('check.late', { seconds: timeoutMs / 1000 }), {
    timed_out: true,
  })

/** The message of an unforeseen error may contain anything, so only its code is shown. */
function unforeseen(error: unknown): CheckResult {
  const { code, name } = membersOf(error)
  const kind = [code, name].find((word) => typeof word === 'string' && /^\w{1,64}$/.test(word))
  return unknown(...withRemedy('check.unforeseen', { error: String(kind ?? 'Error') }))
}

/** The result of a check whose disk does not answer. */
export const asleep = (what: 'objects' | 'backup'): CheckResult =>
  unknown(message(`check.asleep.${what}`), message('check.asleep.remedy'), { disk_answers: false })
