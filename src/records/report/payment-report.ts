import { compare } from '../../base/typed.ts'
import { sumOfMinor } from '../../domain/minor-units.ts'
import { isPaymentByAParty, type PaymentStatement, type Released } from '../../domain/payment.ts'
import { type Direction, dateKey, directionOf, type KnownBy } from './report.ts'

/**
 * Totals of payments for the front office. Pure. Amounts are as recorded: nothing computes what is owed.
 * Currencies are never added together, and offsets, which move no money, are kept apart.
 */

export const PAYMENT_KEYS = ['day', 'member', 'purpose', 'method'] as const
export type PaymentKey = (typeof PAYMENT_KEYS)[number]

const WAYS = ['in', 'out', 'set off', 'between others'] as const
export type PaymentWay = Direction | 'set off'

/** A current payment; or a forked one, of which no version counts. */
export interface ReportedPayment extends PaymentStatement {
  readonly released: Released
  readonly amount: { readonly amount_minor: number; readonly currency: string }
  readonly purpose: string
  /** The ids that the cooperative keeps for the two parties. */
  readonly from: string
  readonly to: string
  /** The local day, such as 2026-06-28. */
  readonly day: string
  /** The first day of its season. */
  readonly season: string
  /** The precision of its date; null if its day is known. */
  readonly knownBy: KnownBy | null
  readonly isForked: boolean
}

export interface PaymentRow {
  readonly way: PaymentWay
  /** A day, a party's id, a purpose or a method. */
  readonly key: string
  /** In a report by day: the key is the week, month or season, since the date is not known more exactly. */
  readonly known_by?: KnownBy
  readonly currency: string
  /** The number of payments that are in the sums. */
  readonly payments: number
  /** Minor units; null if a number cannot hold the sum exactly. */
  readonly acknowledged_minor: number | null
  /** Signed for on paper by the payee, for which the cooperative alone vouches. */
  readonly on_paper_minor: number | null
  readonly claimed_minor: number | null
  /** The number of payments left out because their corrections contradict each other. */
  readonly forked: number
}

/** Leaves out payments that only strangers recorded: they count for nothing (contract §23). */
export function paymentRows(
  payments: readonly ReportedPayment[],
  by: PaymentKey,
  cooperative: string,
): PaymentRow[] {
  const groups = Map.groupBy(
    payments.filter(isPaymentByAParty).map((payment) => ({ payment, ...placeOf(payment, by, cooperative) })),
    ({ payment, way, key, known_by }) => JSON.stringify([way, key, known_by, payment.amount.currency]),
  )
  return [...groups.values()].map((members) => rowOf(members)).sort(inOrder)
}

type PaymentRowKey = Pick<PaymentRow, 'way' | 'key' | 'known_by'>

function rowOf(members: readonly (PaymentRowKey & { readonly payment: ReportedPayment })[]): PaymentRow {
  const [first] = members as readonly [(typeof members)[0], ...typeof members]
  const counted = members.map(({ payment }) => payment).filter(({ isForked }) => !isForked)
  const sum = (wantedAs: Released): number | null => {
    const wanted = counted.filter(({ released }) => released === wantedAs)
    return sumOfMinor(wanted.map(({ amount }) => amount.amount_minor))
  }
  const { payment, ...place } = first
  return {
    ...place,
    currency: payment.amount.currency,
    payments: counted.length,
    acknowledged_minor: sum('acknowledged'),
    on_paper_minor: sum('on_paper'),
    claimed_minor: sum('claimed'),
    forked: members.length - counted.length,
  }
}

function placeOf(payment: ReportedPayment, by: PaymentKey, cooperative: string): PaymentRowKey {
  const { from, to, knownBy, method, purpose } = payment
  const way = wayOf(payment, cooperative)
  if (by === 'purpose') return { way, key: purpose }
  if (by === 'method') return { way, key: method }
  if (by === 'member') return { way, key: from === cooperative ? to : from }
  return { way, key: dateKey(knownBy, payment), ...(knownBy === null ? {} : { known_by: knownBy }) }
}

function wayOf(payment: ReportedPayment, cooperative: string): PaymentWay {
  const direction = directionOf(payment, cooperative)
  return payment.method === 'offset' && direction !== 'between others' ? 'set off' : direction
}

const inOrder = (a: PaymentRow, b: PaymentRow): number =>
  WAYS.indexOf(a.way) - WAYS.indexOf(b.way) ||
  compare(a.key, b.key) ||
  compare(a.known_by ?? '', b.known_by ?? '') ||
  compare(a.currency, b.currency)
