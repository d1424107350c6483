import type { ProblemCode } from '../base/problem.ts'
import type { Standing } from './derived/standing.ts'

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
 * that asserted the chain's first version and to the party it was asserted for.
 */
function mayCorrect(writer: Origin, first: Origin): boolean {
  const party = actingParty(writer)
  return party === first.assertedBy || party === first.onBehalfOf
}

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

export function retractionRefusal(writer: Origin, first: Origin, standing: Standing): ProblemCode | null {
  if (standing === 'retracted') return 'already_retracted'
  return mayCorrect(writer, first) ? null : 'not_the_asserter'
}

/**
 * Returns the refusal of a confirmation, or null. Only a party to the delivery or payment that neither asserted it nor
 * had it asserted on its behalf may confirm it, and no delegate who did either: asserting and confirming it
 * would prove nothing.
 */
export function confirmationRefusal(
  writer: Origin,
  confirmed: { readonly origin: Origin; readonly parties: readonly string[]; readonly retracted: boolean },
): ProblemCode | null {
  if (confirmed.retracted) return 'already_retracted'
  const { assertedBy, onBehalfOf } = confirmed.origin
  const had = (party: string) => party === assertedBy || party === onBehalfOf
  const party = actingParty(writer)
  return confirmed.parties.includes(party) && !had(party) && !had(writer.assertedBy)
    ? null
    : 'not_the_counterparty'
}
