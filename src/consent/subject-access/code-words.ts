import type { DelegatedAct } from '../../domain/delegation.ts'
import { plain } from '../../text/wrap.ts'

/** Codes within the sentences that a subject reads. */

const HOW: Readonly<Record<string, string>> = {
  app: 'in the app',
  ussd_pin: 'by a PIN on the telephone',
  in_person: 'in person',
  written: 'in writing',
  in_person_signature: 'by a signature in person',
  ussd_confirmation: 'by a confirmation on the telephone',
  witnessed: 'before a witness',
  organisational_bylaw: 'by the rules of an organisation',
}

/** Returns how something was confirmed or given, as in `confirmed in person`. */
export const howWords = (code: unknown): string => HOW[String(code)] ?? `by ${spaced(code)}`

const ACTS: Readonly<Record<DelegatedAct, string>> = {
  assert: 'record',
  correct: 'correct',
  confirm: 'confirm',
  object: 'object',
}

export const actWords = (act: DelegatedAct): string => ACTS[act]

/** Kinds of obligation, as in `an obligation to repay a loan`. */
const OBLIGATIONS: Readonly<Record<string, string>> = {
  deliver_produce: 'an obligation to deliver produce',
  repay_input_credit: 'an obligation to repay a credit for inputs',
  repay_loan: 'an obligation to repay a loan',
  pay_for_goods: 'an obligation to pay for goods',
  other: 'an obligation of another kind',
}

export const owedWords = (kind: unknown): string =>
  OBLIGATIONS[String(kind)] ?? `an obligation (${spaced(kind)})`

/** Returns words for a cause or reason, to put in brackets. */
export const reasonWords = (code: unknown): string => (code === 'other' ? 'another reason' : spaced(code))

export const spaced = (code: unknown): string => plain(String(code).replaceAll('_', ' '), 60)
