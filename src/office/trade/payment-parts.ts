import { isOneOf, must } from '../../base/typed.ts'
import { MAX_PARTS } from '../../domain/types/payment.ts'
import { cropNames, whatOf } from '../../records/crop-names.ts'
import { FIELDS } from '../../records/entry/fields.ts'
import { type FrontOffice, readField } from '../../records/entry/read.ts'
import { type AccountDebt, isAgreed, isOneSided, isOpen } from '../../records/payments/account.ts'
import type { Money } from '../../words/values.ts'
import { isAnswerable, wordsOf } from '../frame/fault-words.ts'
import type { Filled } from '../frame/form.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { minorShown } from '../people/account-parts.tsx'

/** The debts that a payment pays, each with its amount, as a form sends them. */

/** What can be recorded, with the directions of the debts that it pays. */
export const ACTS = { pay: ['out'], receive: ['in'], offset: ['out', 'in'] } as const
export type Act = keyof typeof ACTS

const AMOUNT = must(FIELDS.payment.find(({ member }) => member === 'amount'))

export const partName = ({ record }: AccountDebt): string => `part_${record.id}`

const openFor = (act: Act, debts: readonly AccountDebt[]): readonly AccountDebt[] =>
  debts.filter((debt) => isOneOf(ACTS[act], debt.way) && isOpen(debt))

/** Agreed debts that can be paid now; only these are filled in, or set off. */
export const shownFor = (act: Act, debts: readonly AccountDebt[]): readonly AccountDebt[] =>
  openFor(act, debts).filter(isAgreed)

/** Debts that are the creditor's word alone: a person may type an amount for one, and must look at it first. */
export const aloneFor = (act: Act, debts: readonly AccountDebt[]): readonly AccountDebt[] =>
  openFor(act, debts).filter(isOneSided)

export interface PaidPart {
  readonly debt: AccountDebt
  readonly amount_minor: number
}

export const sumOf = (parts: readonly PaidPart[], way: AccountDebt['way']): number =>
  parts.reduce((sum, { debt, amount_minor }) => (debt.way === way ? sum + amount_minor : sum), 0)

/** Reads the amount of each debt; a bare number is in its currency. */
export async function partsIn(office: FrontOffice, debts: readonly AccountDebt[], values: Filled['values']) {
  const parts: PaidPart[] = []
  const faults: Record<string, string> = {}
  for (const debt of debts) {
    const typed = (values[partName(debt)] ?? '').trim().slice(0, 100)
    if (typed === '') continue
    const { currency } = debt.paid
    try {
      const read = await readField(office, AMOUNT, /[a-z]$/i.test(typed) ? typed : `${typed} ${currency}`)
      const money = read?.members.amount as Money
      if (money.currency !== currency)
        faults[partName(debt)] = office.words.say('pay.otherCurrency', { currency })
      else if (money.amount_minor > 0) parts.push({ debt, amount_minor: money.amount_minor })
    } catch (error) {
      if (!isAnswerable(error)) throw error
      faults[partName(debt)] = wordsOf(office.words, error)
    }
  }
  return { parts, faults }
}

/** Returns why these parts cannot be one payment; null if they can. */
export function wrongIn(
  { words: { say, money } }: StaffVisit,
  act: Act,
  debts: readonly AccountDebt[],
  parts: readonly PaidPart[],
  values: Filled['values'],
): string | null {
  const known = new Set(debts.map(partName))
  const isGone = ([name, text]: [string, string | undefined]) =>
    name.startsWith('part_') && (text ?? '').trim() !== '' && !known.has(name)
  if (Object.entries(values).some(isGone)) return say('pay.gone')
  if (parts.length > MAX_PARTS) return say('reading.tooManyParts', { most: MAX_PARTS, count: parts.length })
  const [first] = parts
  if (parts.some(({ debt }) => debt.paid.currency !== first?.debt.paid.currency)) return say('pay.currencies')
  if (parts.some(({ debt }) => debt.party !== first?.debt.party)) return say('pay.entries')
  if (act !== 'offset') return null
  if (parts.some(({ debt }) => isOneSided(debt))) return say('pay.notAgreed')
  const [out, back] = [sumOf(parts, 'out'), sumOf(parts, 'in')]
  if (first === undefined) return say('pay.noAmount')
  const { currency } = first.debt.paid
  return out === back
    ? null
    : say('pay.unequal', {
        out: money({ amount_minor: out, currency }),
        back: money({ amount_minor: back, currency }),
      })
}

export async function partRows({ run, words }: StaffVisit, parts: readonly PaidPart[]): Promise<string[][]> {
  const cropOf = await cropNames(words, run)
  return parts.map(({ debt: { record, paid }, amount_minor }) => [
    words.say('pay.debtOf', {
      what: whatOf(words, record, cropOf),
      day: words.calendar.asRecorded(record),
    }),
    words.say('pay.part', {
      amount: words.money({ amount_minor, currency: paid.currency }),
      remaining: minorShown(words, paid.currency, paid.remaining_minor),
    }),
  ])
}

export function partWarnings({ words }: StaffVisit, parts: readonly PaidPart[]): string[] {
  return parts.flatMap(({ debt: { record, paid, way }, amount_minor }) => {
    const day = words.calendar.asRecorded(record)
    const claimed = minorShown(words, paid.currency, paid.claimed_minor)
    const whose = words.say('money.whose', { whose: way === 'out' ? 'member' : 'cooperative' })
    return [
      ...(paid.agreed ? [] : [words.say('pay.aloneWarning', { day, whose })]),
      ...(amount_minor > (paid.remaining_minor ?? 0) ? [words.say('pay.tooMuch', { day })] : []),
      ...(paid.claimed_minor === 0 ? [] : [words.say('pay.claimedAlready', { day, claimed })]),
    ]
  })
}
