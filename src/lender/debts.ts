import { compare, filled } from '../base/typed.ts'
import type { Paid } from '../domain/derived/money.ts'
import { sumOfMinor } from '../domain/minor-units.ts'
import { sumKg } from '../domain/quantity.ts'
import { minorDigits } from '../text/currencies.ts'
import type { Delivery, Obligation } from './data.ts'
import { isByAParty } from './sums.ts'

/**
 * Debts in money: whose word they are, in which order a view lists them, and their sums (contract §13, §23). Pure. The
 * sums are taken over all debts that were read, so that no debt is hidden by many small ones.
 */

/** The part of the view in which a debt in money is. `neither`: a stranger's word, which is in no figure. */
type DebtPart = 'agreed' | 'one_sided' | 'neither'

/** Returns whose word an obligation in money is; null for one without an amount. */
export function wordOfObligation({ amount, derived }: Obligation): DebtPart | null {
  const { money } = derived.fulfilment
  if (money === undefined) return amount === undefined ? null : 'neither'
  return money.agreed ? 'agreed' : 'one_sided'
}

/**
 * Returns whose word the price of a delivery is; `recorded` if payments are not open to the reader, so that only the price
 * is known; null if nobody's word is behind it.
 */
export function wordOfPrice(delivery: Delivery): 'agreed' | 'one_sided' | 'recorded' | null {
  const { agreed_price, derived } = delivery
  if (agreed_price === undefined) return null
  if (derived.paid !== undefined) return derived.paid.agreed ? 'agreed' : 'one_sided'
  const isNobodys = !isByAParty(delivery) || derived.flags.includes('delegation_revoked_before_receipt')
  return isNobodys ? null : 'recorded'
}

/** Obligations as the view lists them. */
export interface SortedObligations {
  readonly agreed: readonly Obligation[]
  readonly oneSided: readonly Obligation[]
  /** Those without an amount of money. */
  readonly goods: readonly Obligation[]
  /** The number of those that neither side asserted. */
  readonly byNeither: number
}

/**
 * Sorts obligations: those whose day has passed with something remaining before others, then by what remains, then by
 * their day. What one side alone states is never overdue.
 * @param found the newest first, as are those that are otherwise equal
 */
export function sortObligations(found: readonly Obligation[], asAtMs: number): SortedObligations {
  const of = (word: DebtPart | null) => found.filter((one) => wordOfObligation(one) === word)
  const isLate = (one: Obligation) => isPastDue(one, asAtMs) && leftOf(one) > 0
  const inOrder = (a: Obligation, b: Obligation) =>
    leftOf(b) - leftOf(a) || compare(a.due_at ?? NEVER, b.due_at ?? NEVER)
  const lateFirst = (a: Obligation, b: Obligation) => Number(isLate(b)) - Number(isLate(a)) || inOrder(a, b)
  return {
    agreed: of('agreed').sort(lateFirst),
    oneSided: of('one_sided').sort(inOrder),
    goods: of(null).sort(lateFirst),
    byNeither: of('neither').length,
  }
}

/** After every day. */
const NEVER = '~'

export const isPastDue = ({ due_at }: Pick<Obligation, 'due_at'>, asAtMs: number): boolean =>
  due_at !== undefined && Date.parse(due_at) < asAtMs

/** What remains, in minor units of whatever currency, or in kilograms; 0 if nothing does. */
const leftOf = ({ derived: { fulfilment } }: Obligation): number =>
  Math.max(
    0,
    (fulfilment.money === undefined ? fulfilment.outstanding_kg : fulfilment.money.remaining_minor) ?? 0,
  )

/** What is outstanding of obligations in goods, by the code of the crop. */
export function outstandingByCrop(
  goods: readonly Obligation[],
): (readonly [crop: string | undefined, kg: number])[] {
  return [...Map.groupBy(goods, ({ crop }) => crop)].map(([crop, members]) => [
    crop,
    sumKg(members.map(leftOf)),
  ])
}

/** Returns the sum of each currency. */
export const sumsByCurrency = (
  amounts: readonly { readonly currency: string; readonly amount_minor: number | null }[],
): (readonly [currency: string, sum: number | null])[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, of]) => [
    currency,
    sumOfMinor(of.map(({ amount_minor }) => amount_minor)),
  ])

/** A debt as it is summed. */
interface SummedDebt {
  readonly debtor: string
  /** An obligation's kind, or `delivery`. */
  readonly kind: string
  readonly paid: Paid
  readonly isPastDue: boolean
}

/** Obligations without an amount, and strangers' ones, are no debts. */
export const debtsOf = (obligations: readonly Obligation[], asAtMs: number): SummedDebt[] =>
  obligations.flatMap((one) => {
    const { kind, obligor, derived } = one
    const { money: paid } = derived.fulfilment
    return paid === undefined ? [] : [{ debtor: obligor, kind, paid, isPastDue: isPastDue(one, asAtMs) }]
  })

/** The prices of deliveries, as far as it is known whose word they are. */
export const pricesOf = (deliveries: readonly Delivery[]): SummedDebt[] =>
  deliveries.flatMap(({ to_party, derived: { paid } }) =>
    paid === undefined ? [] : [{ debtor: to_party, kind: 'delivery', paid, isPastDue: false }],
  )

/** Sums in minor units of one currency. A sum that no number holds is null. */
export interface DebtFigures
  extends Pick<
    Paid,
    'currency' | 'acknowledged_minor' | 'on_paper_minor' | 'claimed_minor' | 'remaining_minor'
  > {
  readonly owed_minor: number | null
}

/** The sums of one kind of debts in one currency. */
export interface DebtSum extends DebtFigures {
  readonly isOwedBySubject: boolean
  /** An obligation's kind, or `delivery`. */
  readonly kind: string
  readonly count: number
  /** What remains of those that are not overpaid: what is too much on one debt does not reduce another. */
  readonly remaining_minor: number | null
  readonly overpaid_minor: number | null
  /** Of agreed ones whose day has passed with something remaining: their number, and what remains. */
  readonly late: number
  readonly late_minor: number | null
  readonly incomplete: boolean
}

/** Returns sums by kind and currency: what the subject owes first, and of that the largest overdue sum. */
export function sumsOf(debts: readonly SummedDebt[], subject: string): DebtSum[] {
  const groups = Map.groupBy(debts, ({ debtor, kind, paid }) =>
    [debtor === subject, kind, paid.currency].join(' '),
  )
  return [...groups.values()].map((members) => sumOf(filled(members), subject)).sort(weightiestFirst)
}

function sumOf(debts: readonly [SummedDebt, ...SummedDebt[]], subject: string): DebtSum {
  const [{ debtor, kind, paid }] = debts
  const over = (figure: (paid: Paid) => number | null, some: readonly SummedDebt[] = debts) =>
    sumOfMinor(some.map((debt) => figure(debt.paid)))
  // A remainder that no number holds is far below zero.
  const left = ({ remaining_minor: rest }: Paid) => Math.max(0, rest ?? 0)
  const late = debts.filter((debt) => debt.isPastDue && debt.paid.agreed && left(debt.paid) > 0)
  return {
    ...{ isOwedBySubject: debtor === subject, kind, currency: paid.currency, count: debts.length },
    owed_minor: over(({ owed_minor }) => owed_minor),
    acknowledged_minor: over(({ acknowledged_minor }) => acknowledged_minor),
    on_paper_minor: over(({ on_paper_minor }) => on_paper_minor),
    claimed_minor: over(({ claimed_minor }) => claimed_minor),
    remaining_minor: over(left),
    overpaid_minor: over(({ remaining_minor: rest }) => (rest === null ? null : Math.max(0, -rest))),
    late: late.length,
    late_minor: over(left, late),
    incomplete: debts.some((debt) => debt.paid.incomplete),
  }
}

/** Debts in made-up currencies must not push the sums of others off the page. */
const weightiestFirst = (a: DebtSum, b: DebtSum): number =>
  Number(b.isOwedBySubject) - Number(a.isOwedBySubject) ||
  Number(isCurrency(b)) - Number(isCurrency(a)) ||
  size(b.late_minor) - size(a.late_minor) ||
  size(b.remaining_minor) - size(a.remaining_minor) ||
  size(b.owed_minor) - size(a.owed_minor)

const isCurrency = ({ currency }: DebtSum): boolean => minorDigits(currency) !== null
const size = (sum: number | null): number => sum ?? Number.MAX_VALUE
