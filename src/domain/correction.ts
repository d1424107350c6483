import type { ProblemCode } from '../base/problem.ts'
import type { Standing } from './derived/standings.ts'

/** Who may correct, retract and confirm (contract §4). */

/** Limits on corrections (contract §18). */
export interface CorrectionLimits {
  /** Most versions of a chain, in all branches together. */
  readonly maxChain: number
  /** Most corrections of one version. */
  readonly maxChildren: number
}

/** Who asserted a record, and for whom. */
export interface Origin {
  readonly assertedBy: string
  readonly onBehalfOf: string | undefined
}

/** Returns the party whose act this is: the writer or, under a live delegation, the party it acts for. */
const actingParty = (writer: Origin): string => writer.onBehalfOf ?? writer.assertedBy

/**
 * Returns whether this writer may correct or retract a record of this chain. The right belongs to the party
 * that asserted the chain's first version; what was asserted under a mandate belongs to the principal, for whom a
 * delegate acts under a live one. A past delegate could otherwise undo an agreed debt.
 */
const mayCorrect = (writer: Origin, first: Origin): boolean =>
  actingParty(writer) === (first.onBehalfOf ?? first.assertedBy)

export function correctionRefusal(
  writer: Origin,
  first: Origin,
  target: { readonly standing: Standing; readonly versions: number; readonly children: number },
  limits: CorrectionLimits,
): ProblemCode | null {
  if (target.standing === 'retracted') return 'already_retracted'
  if (!mayCorrect(writer, first)) return 'not_the_asserter'
  if (target.standing === 'forked') return 'fork_has_no_authority'
  if (target.versions >= limits.maxChain) return 'chain_too_long'
  if (target.children >= limits.maxChildren) return 'too_many_corrections'
  return null
}

/** @param signedBy who signed on paper, if it retracts such a confirmation: what people signed they may take back */
export function retractionRefusal(
  writer: Origin,
  first: Origin,
  standing: Standing,
  signedBy?: string,
): ProblemCode | null {
  if (standing === 'retracted') return 'already_retracted'
  return mayCorrect(writer, first) || actingParty(writer) === signedBy ? null : 'not_the_asserter'
}

/** The record that is to be confirmed. */
export interface Confirmed {
  /** Without the party asserted for, if its delegate's mandate had ended at receipt: it may still confirm (contract §23). */
  readonly origin: Origin
  readonly parties: readonly string[]
  readonly retracted: boolean
}

/** Returns whether the party is one of the record's, and neither asserted it nor had it asserted. */
const isCounterparty = (party: string, { origin, parties }: Confirmed): boolean =>
  parties.includes(party) && party !== origin.assertedBy && party !== origin.onBehalfOf

/**
 * Returns the refusal of a confirmation, or null. Only a counterparty may confirm, and no delegate who asserted the
 * record or had it asserted: asserting and confirming it would prove nothing.
 */
export function confirmationRefusal(writer: Origin, confirmed: Confirmed): ProblemCode | null {
  if (confirmed.retracted) return 'already_retracted'
  const { origin } = confirmed
  const isDelegateOfBoth =
    writer.onBehalfOf !== undefined &&
    (writer.assertedBy === origin.assertedBy || writer.assertedBy === origin.onBehalfOf)
  return isCounterparty(actingParty(writer), confirmed) && !isDelegateOfBoth ? null : 'not_the_counterparty'
}

/** Why a party cannot confirm a record with a signature on paper. */
export type SignatureObstacle = 'retracted' | 'no_party' | 'no_person' | 'own_word'

/**
 * Returns what keeps a party from signing on paper for a record, or null. The cooperative vouches for the signature,
 * also where it asserted the record itself.
 * @param isPerson whether the signer is a natural person
 */
export function signatureObstacle(
  signer: string,
  isPerson: boolean,
  confirmed: Confirmed,
): SignatureObstacle | null {
  if (confirmed.retracted) return 'retracted'
  if (!confirmed.parties.includes(signer)) return 'no_party'
  if (!isPerson) return 'no_person'
  return isCounterparty(signer, confirmed) ? null : 'own_word'
}

/** Returns the refusal of a confirmation that the front office records for a person who signed on paper, or null. */
export function signatureRefusal(
  signer: string,
  isPerson: boolean,
  confirmed: Confirmed,
): ProblemCode | null {
  const obstacle = signatureObstacle(signer, isPerson, confirmed)
  if (obstacle === 'retracted') return 'already_retracted'
  return obstacle === null ? null : 'not_the_counterparty'
}
