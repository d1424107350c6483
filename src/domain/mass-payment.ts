import { debtShown } from './payment.ts'
import { PAYMENT_PURPOSES } from './payment-words.ts'
import { sha256 } from './sha256.ts'
import type { RecordBody } from './types/index.ts'
import { MAX_PARTS } from './types/payment.ts'

/**
 * Paying many members at once through an operator of mobile money: what is still open, as a list for the operator.
 * Amounts are what people agreed or paid; nothing is computed as owed.
 */

interface PaidOf {
  readonly currency: string
  readonly agreed: boolean
  readonly remaining_minor: number | null
  readonly claimed_minor: number | null
  readonly incomplete: boolean
}

/** A delivery or an obligation as the cooperative reads it. */
export interface DebtRecord
  extends Pick<
    RecordBody,
    'id' | 'occurred_at' | 'type' | 'from_party' | 'to_party' | 'obligor' | 'obligee'
  > {
  readonly derived: {
    readonly standing: string
    readonly paid?: PaidOf
    readonly fulfilment?: { readonly money?: PaidOf }
  }
}

export interface OpenDebt {
  readonly id: string
  readonly type: string
  readonly payee: string
  readonly currency: string
  readonly at: string
  /** What the creditor has not acknowledged, less what the payer has recorded as paid. */
  readonly open_minor: number
  /**
   * Why a person must look at it first: it is the payee's word alone (contract §23), or its figures leave something out.
   * Null if it can be paid.
   */
  readonly doubt: 'not_agreed' | 'incomplete' | null
}

/** Returns what one of these payers has to pay by this record; null if it states no amount, or another party has to pay it. */
export function openDebt(record: DebtRecord, payers: readonly string[]): OpenDebt | null {
  const { id, type, occurred_at: at, derived } = record
  const debt = debtShown(record)
  const isOurs = (party: unknown) => payers.includes(String(party))
  if (debt === null || !isOurs(debt.debtor) || isOurs(debt.creditor)) return null
  const { paid, creditor: payee } = debt
  const { agreed, remaining_minor: remaining, claimed_minor: claimed } = paid
  return {
    id,
    type,
    payee: String(payee),
    currency: paid.currency,
    at,
    open_minor: remaining === null || claimed === null ? 0 : remaining - claimed,
    doubt: agreed ? (paid.incomplete || derived.standing !== 'tip' ? 'incomplete' : null) : 'not_agreed',
  }
}

type Purpose = (typeof PAYMENT_PURPOSES)[number]
/** What a payment of open debts can be for. A loan or an input credit makes a debt, and pays none. */
export const LIST_PURPOSES = PAYMENT_PURPOSES.filter(
  (purpose): purpose is Exclude<Purpose, 'loan' | 'input_credit'> =>
    purpose !== 'loan' && purpose !== 'input_credit',
)
export type ListPurpose = (typeof LIST_PURPOSES)[number]

export interface PaymentPart {
  readonly record_id: string
  readonly amount_minor: number
}

/** One payment to make. */
export interface DueLine {
  readonly reference: string
  readonly payee: string
  readonly currency: string
  readonly amount_minor: number
  readonly purpose: ListPurpose
  readonly settles: readonly PaymentPart[]
}

/**
 * Returns a line for each payee and currency, oldest debt first; several if a payment cannot have that many parts. The
 * same debts give the same lines.
 * @param purpose what all of them are for; left out, what the debts of each line show
 */
export function dueLines(debts: readonly OpenDebt[], purpose?: ListPurpose): DueLine[] {
  const payable = debts
    .filter(({ open_minor, doubt }) => open_minor > 0 && doubt === null)
    .sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id))
  return [...Map.groupBy(payable, ({ payee, currency }) => `${payee} ${currency}`).values()].flatMap((own) =>
    chunks(own).map((some) => lineOf(some, purpose)),
  )
}

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const sumOf = (debts: readonly OpenDebt[]) => debts.reduce((sum, { open_minor }) => sum + open_minor, 0)

function chunks(debts: readonly OpenDebt[]): OpenDebt[][] {
  const made: OpenDebt[][] = []
  for (const debt of debts) {
    const last = made.at(-1)
    if (last !== undefined && last.length < MAX_PARTS && Number.isSafeInteger(sumOf([...last, debt])))
      last.push(debt)
    else made.push([debt])
  }
  return made
}

function lineOf(debts: OpenDebt[], purpose?: ListPurpose): DueLine {
  const [{ payee, currency }] = debts as [OpenDebt]
  const settles = debts.map(({ id, open_minor }) => ({ record_id: id, amount_minor: open_minor }))
  return {
    reference: referenceOf(payee, currency, settles),
    payee,
    currency,
    amount_minor: sumOf(debts),
    purpose: purpose ?? (debts.every(({ type }) => type === 'delivery') ? 'produce' : 'other'),
    settles,
  }
}

/** Crockford's base 32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const OWN_REFERENCE = /^P[0-9A-HJKMNP-TV-Z]{11}$/

/** Short enough for the reference of any operator: P and 55 bits. */
export function referenceOf(payee: string, currency: string, settles: readonly PaymentPart[]): string {
  const parts = settles.map(({ record_id, amount_minor }) => [record_id, amount_minor])
  const bits = sha256(JSON.stringify([payee, currency, parts])).readBigUInt64BE()
  return `P${Array.from({ length: 11 }, (_, i) => LETTERS[Number((bits >> BigInt(5 * i)) & 31n)]).join('')}`
}

/** What a line of the copy of a list states, as its seal covers it. */
export const LIST_CELLS = ['member', 'telephone', 'amount', 'debts', 'reference'] as const
export type ListCell = (typeof LIST_CELLS)[number]

/** A line of the list as it was sent to the operator. */
export interface ListedLine extends DueLine {
  /** E.164. */
  readonly phone: string
  /** The member's name, for texts. */
  readonly name?: string
  /** What is not as it was when the list was made: nothing is written for such a line. */
  readonly changed?: readonly ListCell[]
}

/** A line of the list that is not as it was made. */
export interface ChangedLine {
  /** Its place in the copy; the first line is 1. */
  readonly row: number
  readonly name: string
  readonly reference: string
  readonly cells: readonly ListCell[]
}

/** What the seals of the copy of a list show. */
export interface ListState {
  readonly isSealed: boolean
  readonly isChanged: boolean
  /** The first ones. */
  readonly changed: readonly ChangedLine[]
  readonly moreChanged: number
}
