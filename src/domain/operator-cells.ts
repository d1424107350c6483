/**
 * How operators of mobile money write what a statement's cells hold: directions, telephone numbers beside names, parts of
 * numbers, and rows that are no transaction. Nothing here knows a list or a record.
 */

/** What a cell of money says besides its digits. */
export interface MarkedAmount {
  /** The digits with their signs between thousands and decimals. */
  readonly digits: string
  /** `minus`: a minus before or after it, or brackets. `debit` and `credit` are those of the payer's account. */
  readonly mark: 'minus' | 'plus' | 'debit' | 'credit' | null
}

/** How people write shillings, by currency. A currency that is not here has its code alone. */
const SHILLINGS: Readonly<Record<string, string>> = {
  UGX: 'ushs?|shs?',
  KES: 'kshs?|kes|shs?',
  TZS: 'tshs?|tzs|shs?',
}

/** Takes the marks of direction and the map's own currency off an amount. Any other currency stays, so that it is no number. */
export function markedAmount(text: string, currency: string): MarkedAmount {
  const name = SHILLINGS[currency]
  const names = [currency, ...(name === undefined ? [] : [name])].join('|')
  const inFront = new RegExp(`^([-\u2212+]?)\\s*(?:${names})\\.?\\s*(?=[-\u2212+(\\d])`, 'i')
  const behind = new RegExp(`(?<=[\\d)])\\s*(?:${names})\\.?$`, 'i')
  let rest = text.trim()
  let mark: MarkedAmount['mark'] = null
  const side = /^(dr|cr)\b\.?\s*(?=\S)/i.exec(rest) ?? /(?<=[\d)=\s-])(dr|cr)\.?$/i.exec(rest)
  if (side !== null) {
    mark = side[1]?.toLowerCase() === 'dr' ? 'debit' : 'credit'
    rest = rest.replace(side[0], '').trim()
  }
  const isBracketed = /^\(.*\)$/.test(rest)
  if (isBracketed) rest = rest.slice(1, -1).trim()
  rest = rest.replace(inFront, '$1').replace(behind, '')
  if (name !== undefined) rest = rest.replace(/(?<=\d)\s*\/[=-]$/, '')
  const sign = /^([-\u2212+])\s*/.exec(rest) ?? /(?<=\d)\s*([-\u2212])$/.exec(rest)
  if (sign !== null) rest = rest.replace(sign[0], '')
  // In brackets and with a minus: which of the two is meant is not known.
  if (isBracketed && sign !== null) return { digits: text, mark: null }
  const signed = isBracketed ? 'minus' : sign === null ? null : sign[1] === '+' ? 'plus' : 'minus'
  return { digits: rest, mark: mark ?? signed }
}

/** A cell that has a telephone number, a name, or both. */
export interface PhoneCell {
  /** What may be the number, the likeliest first; to be tried by the rules of the country. */
  readonly numbers: readonly string[]
  /** A number of which a part is shown, such as 2567****456. */
  readonly mask: string | null
  /** The rest of the cell, as it was written. */
  readonly name: string
  /** Whether a spreadsheet program has shortened the number, and lost digits. */
  readonly isShortened: boolean
}

const RUN = /\+?\d[\d\s().-]{5,}\d/g
const LONG = /\+?\d{9,15}/g
/** Digits, then stars or other signs that stand for digits, then perhaps digits again. One x may begin a name. */
const MASKED =
  /\+?\d(?:[ -]?\d)*(?: ?[*\u2022#\u00d7]+| ?x{2,}(?!\p{L}))(?:[ -]?[*\u2022#\u00d7\d]+|[ -]?x{2,}(?!\p{L}))*/iu

const LONGEST_CELL = 300

export function phoneCell(text: string): PhoneCell {
  const plain = text
    .trim()
    .replace(/^'/, '')
    .replace(/^(\+?\d{7,})\.0+$/, '$1')
  const none = { numbers: [], mask: null, name: '' }
  // No cell with a number and a name is longer, and the search is quadratic.
  if (plain.length > LONGEST_CELL) return { ...none, isShortened: false }
  if (SHORTENED.test(plain)) return { ...none, isShortened: true }
  const masked = MASKED.exec(plain)
  if (masked !== null)
    return { ...none, mask: masked[0].trim(), name: nameIn(plain, masked[0]), isShortened: false }
  const runs = plain.match(RUN) ?? []
  const [only] = runs
  const name = runs.length === 1 && only !== undefined ? nameIn(plain, only) : runs.length === 0 ? plain : ''
  // A cell that is a number needs no search.
  if (name === '' && runs.length === 1) return { numbers: [plain], mask: null, name, isShortened: false }
  return { numbers: [...runs, ...(plain.match(LONG) ?? [])], mask: null, name, isShortened: false }
}

const nameIn = (text: string, number: string): string =>
  text
    .replace(number, ' ')
    .replace(/^[\s()[\]:;,/|-]+|[\s()[\]:;,/|-]+$/g, '')
    .replace(/\s+/g, ' ')

/** A spreadsheet program wrote a long number in this way, and lost digits. */
export const SHORTENED = /^\d[.,]?\d*e\+?\d+$/i

/** Whether a number could be the one of which a part is shown. It is never proof: others have the same digits. */
export function isShownBy(mask: string, phone: string): boolean {
  const parts = mask.replace(/[\s+-]/g, '').split(/[*x\u00d7\u2022#]+/i)
  const first = parts[0] ?? ''
  const last = parts.length > 1 ? (parts.at(-1) ?? '') : ''
  const digits = phone.replace(/\D/g, '')
  if (!digits.endsWith(last) || first.length + last.length > digits.length + 1) return false
  // Written as in the country, a number begins with a nought in place of the code of the country, which has up to three digits.
  if (!first.startsWith('0')) return digits.startsWith(first) || digits.slice(3).startsWith(first)
  return [1, 2, 3].some((code) => digits.slice(code).startsWith(first.slice(1)))
}

/** Returns a time of twelve hours with AM or PM as one of 24 hours; any other text as it is. */
export function in24Hours(text: string): string {
  const match = /^(.*?)\b(\d{1,2})(:\d\d(?::\d\d)?)\s*([ap])\.?m\.?$/i.exec(text.trim())
  const [, day = '', hour = '', rest = '', half = ''] = match ?? []
  const isHour = Number(hour) >= 1 && Number(hour) <= 12
  if (match === null || !isHour) return text
  const of24 = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${day}${String(of24).padStart(2, '0')}${rest}`
}

/** What a row says it is, in words. */
export type RowSays = 'fee' | 'reversal' | 'summary' | 'heading'

const words = (all: string) => new RegExp(`(?<![\\p{L}\\d])(?:${all})(?![\\p{L}\\d])`, 'iu')
const REVERSAL = words(
  'reversal|reversals|reversed|annulation|annul[ée]e?|contre-?passation|extourne|imerudishwa|marejesho',
)
const FEE = words('fee|fees|charge|charges|frais|tozo|makato')
const BALANCE = words(
  'opening balance|closing balance|brought forward|carried forward|brought down|carried down|[bc] ?/ ?[fd]|solde (?:initial|final|pr[ée]c[ée]dent|report[ée])|report [àa] nouveau|salio la (?:mwanzo|mwisho)',
)
const TOTAL = words('totals?|sub-?totals?|grand total|summary|totaux|sous-total|jumla')

/** The words by which a row is known; left out, those that operators use. */
export interface RowWords {
  readonly fee: readonly string[]
  readonly reversal: readonly string[]
}

export function saysOf(text: string, known?: RowWords): 'fee' | 'reversal' | null {
  if (known !== undefined) {
    const has = (some: readonly string[]) =>
      some.some((word) => word !== '' && text.toLowerCase().includes(word.toLowerCase()))
    return has(known.fee) ? 'fee' : has(known.reversal) ? 'reversal' : null
  }
  // The reversal of a fee is about the fee.
  return FEE.test(text) ? 'fee' : REVERSAL.test(text) ? 'reversal' : null
}

export interface RowFacts {
  readonly cells: readonly string[]
  readonly header: readonly string[]
  /** The cell of the transaction's number, and that of its state. */
  readonly transaction: string
  readonly state: string
  /** Whether the row has a telephone number, whole or in part, or our reference. */
  readonly isAddressed: boolean
  readonly hasTime: boolean
  readonly hasAmount: boolean
}

/** Tells headings, balances, totals and lines of text from transactions; null for what may be one. */
export function notATransaction(row: RowFacts): 'summary' | 'heading' | null {
  const { cells, header, transaction, state, isAddressed, hasTime, hasAmount } = row
  const written = cells.flatMap((cell, i) =>
    cell.trim() === '' ? [] : [{ cell: plainly(cell), heading: plainly(header[i] ?? '') }],
  )
  if (written.length > 1 && written.every(({ cell, heading }) => cell === heading)) return 'heading'
  if (written.length === 1 && header.length > 2) return 'summary'
  if (isAddressed) return null
  const isAbout = (pattern: RegExp) => written.some(({ cell }) => pattern.test(cell))
  if (isAbout(BALANCE)) return 'summary'
  const hasNumber = /\d/.test(transaction) && !TOTAL.test(transaction)
  if (!hasTime && !hasAmount && state === '') return 'summary'
  if (hasNumber) return null
  return (!hasTime && state === '') || isAbout(TOTAL) ? 'summary' : null
}

const plainly = (cell: string) => cell.replace(/\s+/g, ' ').trim().toLowerCase()

/** Returns what may be numbers of other transactions in the text of a row. */
export const numbersIn = (text: string): readonly string[] =>
  [...new Set(text.match(/(?<![\p{L}\d])(?=[a-z]*\d)[a-z\d]{4,24}(?![\p{L}\d])/giu) ?? [])].slice(0, 12)
