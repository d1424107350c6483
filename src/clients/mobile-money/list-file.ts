import { type Static, Type } from '@sinclair/typebox'
import { readOperatorFile } from '../../cli/operator-files.ts'
import {
  type DueLine,
  dueLines,
  LIST_PURPOSES,
  type ListedLine,
  type ListPurpose,
  type OpenDebt,
  type Part,
  referenceOf,
} from '../../domain/mass-payment.ts'
import { closed, Id, Text } from '../../domain/shapes.ts'
import { MAX_PARTS } from '../../domain/types/payment.ts'
import { compileCheck } from '../../domain/validation.ts'
import { csvOf } from '../../text/csv.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { typedMoney } from '../../words/words.ts'

/**
 * The list of open amounts: a CSV file for the operator, and a copy of our own, which also has the debts that each line
 * pays. The copy is read with the operator's file.
 */

const minor = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Line = closed({
  reference: Text(12, 'Our reference.'),
  member_no: Type.Union([Type.Null(), Text(200, 'The member number.')]),
  name: Text(2000, 'The name.'),
  phone: Text(40, 'The telephone number.'),
  payee: Id('Who is paid.'),
  currency: Text(3, 'The currency.'),
  amount_minor: minor,
  purpose: Type.Union(LIST_PURPOSES.map((purpose) => Type.Literal(purpose))),
  settles: Type.Array(closed({ record_id: Id('The debt.'), amount_minor: minor }), {
    minItems: 1,
    maxItems: MAX_PARTS,
  }),
})
const OwnCopy = closed({ payment_list: Type.Literal(1), payer: Id('Who pays.'), lines: Type.Array(Line) })
type CopiedLine = Static<typeof Line>
export type NamedLine = Omit<CopiedLine, 'settles'> & { readonly settles: readonly Part[] }
export interface PaymentList {
  readonly payer: string
  readonly lines: readonly NamedLine[]
}

export const listCsv = (lines: readonly NamedLine[]): string =>
  `${csvOf([
    ['member_no', 'name', 'telephone', 'amount', 'currency', 'reference'],
    ...lines.map(({ member_no, name, phone, amount_minor, currency, reference }) => [
      member_no ?? '',
      name,
      phone,
      typedMoney({ amount_minor, currency }).replace(/ .*/, ''),
      currency,
      reference,
    ]),
  ])}\n`

const faultsOf = compileCheck(OwnCopy)

/** Returns our own copy as text. Names are in it as people wrote them, so that letters outside ASCII are escaped. */
export const listJson = ({ payer, lines }: PaymentList): string =>
  `${JSON.stringify({ payment_list: 1, payer, lines }, null, 1).replaceAll(
    /[^\n -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`

export const readList = (file: string): PaymentList => listIn(readOperatorFile(file).toString(), file)

/** @throws {OperatorFault} if it is no list, or was changed since it was made */
export function listIn(text: string, file: string): PaymentList {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  if (faultsOf(value) !== null) throw new OperatorFault(...withRemedy('payment.notAList', { file }), 2)
  const list = value as PaymentList
  const isAsMade = list.lines.every(
    ({ reference, payee, currency, amount_minor, settles }) =>
      reference === referenceOf(payee, currency, settles) &&
      BigInt(amount_minor) === settles.reduce((sum, part) => sum + BigInt(part.amount_minor), 0n),
  )
  if (!isAsMade) throw new OperatorFault(...withRemedy('payment.listChanged', { file }), 2)
  return list
}

export interface LeftOut extends OpenDebt {
  readonly name: string
  readonly reason: 'not_agreed' | 'incomplete' | 'no_phone'
}

/** Returns the lines of the list, and the open debts that it leaves out. */
export function listOf(
  debts: readonly OpenDebt[],
  nameOf: (party: string) => Pick<NamedLine, 'member_no' | 'name'> & { readonly phone: string | null },
  purpose?: ListPurpose,
): { readonly lines: readonly (NamedLine & ListedLine)[]; readonly leftOut: readonly LeftOut[] } {
  const leftOut = debts.flatMap((debt): LeftOut[] => {
    const { name, phone } = nameOf(debt.payee)
    if (debt.doubt !== null) return [{ ...debt, name, reason: debt.doubt }]
    return debt.open_minor > 0 && phone === null ? [{ ...debt, name, reason: 'no_phone' }] : []
  })
  const lines = dueLines(debts, purpose).flatMap((line: DueLine) => {
    const { phone, ...named } = nameOf(line.payee)
    return phone === null ? [] : [{ ...line, ...named, phone, settles: [...line.settles] }]
  })
  return { lines: lines.sort((a, b) => a.name.localeCompare(b.name, 'en')), leftOut }
}
