import { type Static, Type } from '@sinclair/typebox'
import { orNull } from '../../base/or-null.ts'
import { readOperatorFile } from '../../cli/operator-files.ts'
import {
  type DueLine,
  dueLines,
  LIST_PURPOSES,
  type ListCell,
  type ListedLine,
  type ListPurpose,
  type OpenDebt,
  type PaymentPart,
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
  seal: Type.Optional(Text(200, 'The seals of its cells.')),
})
/** Largest file, and most lines, objects or lists, and members in it: all but the lines are counted before it is parsed. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_LINES = 200_000
const MOST_OBJECTS = 1_000_000
const MOST_MEMBERS = 5_000_000
const OwnCopy = closed({
  payment_list: Type.Literal(1),
  payer: Id('Who pays.'),
  lines: Type.Array(Line, { maxItems: MOST_LINES }),
  seal: Type.Optional(Text(200, 'The seal of the list.')),
})
/** A list as its copy states it. Versions before seals made copies without. */
export type CopiedList = Static<typeof OwnCopy>
export type CopiedLine = Static<typeof Line>
export type NamedLine = Omit<CopiedLine, 'settles'> & {
  readonly settles: readonly PaymentPart[]
  readonly changed?: readonly ListCell[]
}
/** A list that was compared with its seals. */
export interface PaymentList {
  readonly payer: string
  readonly lines: readonly NamedLine[]
  readonly isSealed: boolean
  /** Whether a line was changed, added or removed since the list was made. */
  readonly isChanged: boolean
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

interface ToCopy {
  readonly payer: string
  readonly lines: readonly NamedLine[]
  readonly seal?: string
}

/**
 * Returns our own copy as text, with its seals. Names are in it as people wrote them, so that letters outside ASCII are
 * escaped.
 */
export const listJson = ({ payer, lines, seal }: ToCopy): string =>
  `${JSON.stringify({ payment_list: 1, payer, lines, seal }, null, 1).replaceAll(
    /[^\n -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`

/** @param name what the file is called in an error */
export const readCopy = (file: string, name = file): CopiedList =>
  copyIn(readOperatorFile(file, { mostBytes: MOST_BYTES }).toString(), name)

/**
 * Reads a copy as it is, without comparing it with its seals.
 * @throws {OperatorFault} if it is no list
 */
export function copyIn(text: string, file: string): CopiedList {
  const value = hasTooMuch(text) ? null : orNull(() => JSON.parse(text))
  if (faultsOf(value) !== null) throw new OperatorFault(...withRemedy('payment.notAList', { file }), 2)
  return value as CopiedList
}

const hasTooMuch = (text: string): boolean =>
  ['{', '['].some((begins) => isOftener(begins, text, MOST_OBJECTS)) || isOftener(',', text, MOST_MEMBERS)

function isOftener(sign: string, text: string, most: number): boolean {
  let found = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (++found > most) return true
  return false
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
