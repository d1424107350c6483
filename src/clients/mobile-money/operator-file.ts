import { given, must } from '../../base/typed.ts'
import { OWN_REFERENCE } from '../../domain/mass-payment.ts'
import {
  in24Hours,
  type MarkedAmount,
  markedAmount,
  notATransaction,
  numbersIn,
  phoneCell,
  saysOf,
} from '../../domain/operator-cells.ts'
import type { OperatorLine } from '../../domain/operator-lines.ts'
import { formatInstant } from '../../domain/time.ts'
import { TYPED } from '../../domain/typed.ts'
import { phoneReader } from '../../identity/phone.ts'
import { minorDigits } from '../../text/currencies.ts'
import { OperatorFault } from '../../words/fault.ts'
import { Calendar } from '../sheets/calendar.ts'
import type { Table } from '../sheets/csv.ts'
import { DateReader, dateFormats, monthNames } from '../sheets/dates.ts'
import { normalized } from '../sheets/meaning.ts'
import { indexOf, readSheet } from '../sheets/sheet.ts'
import { sheetText } from '../sheets/spreadsheet.ts'
import type { OperatorMap } from './operator-map.ts'

/** How a file was read where its map does not say it: people are told, and can write it into the map. */
export interface ReadingRemark {
  /**
   * `both_ways`: amounts with a minus are money out, the others money in. `unclear_minus`: those with a minus are left to a
   * person. `paid_in`, `direction`: a column whose heading says what it is.
   */
  readonly what: 'both_ways' | 'unclear_minus' | 'paid_in' | 'direction'
  readonly column: string
}

/** Headings of columns that a map need not name. */
const PAID_IN = ['paid in', 'money in', 'amount in', 'credit', 'cr', 'deposit', 'crédit', 'entrée', 'entrées']
const DIRECTION = ['dr/cr', 'cr/dr', 'd/c', 'c/d', 'debit/credit', 'credit/debit']
const DEBITS = ['d', 'dr', 'dr.', 'debit', 'débit']
const CREDITS = ['c', 'cr', 'cr.', 'credit', 'crédit']

/**
 * Reads the lines of an operator's file. What cannot be read is left empty; the rules then leave the line to a person.
 * @param timeZone the service's, for a day without a time
 */
export async function readOperatorFile(
  bytes: Uint8Array,
  map: OperatorMap,
  timeZone: string,
  nowMs: number,
): Promise<{
  readonly table: Table
  readonly lines: readonly OperatorLine[]
  readonly remarks: readonly ReadingRemark[]
}> {
  const { text, header } = await sheetText(bytes, map.csv)
  const table = readSheet(text, header === undefined ? map.csv : { ...map.csv, header: [...header] })
  const index = indexOf(table, columnsOf(map))
  const known = knownColumns(map, table.header)
  const formats = dateFormats(map.time.formats, { months: monthNames(), century: map.time.century })
  const dates = new DateReader(formats, map.time_zone, undefined)
  const calendar = new Calendar(timeZone, nowMs)
  // Always noon, so that a line reads the same tomorrow.
  const noon = new Calendar(timeZone, 0)
  const style = { decimal: map.decimal ?? '.', thousands: map.thousands } as const
  const phone = await phoneReader(map.country)
  const states = (['paid', 'failed', 'reversed'] as const).flatMap((state) =>
    map.state[state].map((word) => [normalized(word), state] as const),
  )
  const used = new Set([...columnsOf(map), ...[known.paidIn, known.direction].filter((one) => one !== null)])

  const raw = table.rows.map(({ row, cells }) => {
    const cell = (column: string) => (cells[index.get(column) ?? -1] ?? '').trim()
    // A word in two lists is in none.
    const meant = new Set(
      states.filter(([word]) => word === normalized(cell(map.state.column))).map(([, state]) => state),
    )
    const [first] = meant
    const state = meant.size === 1 ? must(first) : null
    const reference = cell(map.reference).toUpperCase()
    const paid = paidIn(cell(map.telephone))
    const time = timeIn(cell(map.time.column))
    const out = moneyOf(cell(map.amount))
    const came = known.paidIn === null ? null : moneyOf(cell(known.paidIn))
    const unread = map.kind === undefined ? cells.filter((_, i) => !used.has(table.header[i] ?? '')) : []
    const details = map.kind === undefined ? unread : [cell(map.kind.column)]
    const none = notATransaction({
      ...{ cells, header: table.header, transaction: cell(map.transaction), state: cell(map.state.column) },
      isAddressed: paid.phone !== null || paid.mask !== undefined || OWN_REFERENCE.test(reference),
      hasTime: time !== null,
      hasAmount: out.amount !== null || (came?.amount ?? null) !== null,
    })
    return {
      row,
      cell,
      state,
      reference,
      paid,
      time,
      out,
      came,
      details,
      says: none ?? saysOf(details.join(' | '), map.kind),
    }
  })
  type Raw = (typeof raw)[number]
  const { sign, isMixed } = signOfMoneyOut(raw, map)
  // Where money that came in has its own column, or our references are on amounts without a minus, a minus may mean anything.
  const isMinusUnclear = isMixed && (known.paidIn !== null || sign === 'positive')
  const remarks: ReadingRemark[] = isMixed
    ? [{ what: isMinusUnclear ? 'unclear_minus' : 'both_ways', column: map.amount }]
    : []

  const lines = raw.map((one): OperatorLine => {
    const { row, cell, state, reference, paid, time, details, says } = one
    const transaction = cell(map.transaction)
    const { amount, isIn } = movedIn(one)
    const noted = [
      map.reference,
      ...(map.fee === undefined ? [] : [map.fee]),
      ...(isIn && state !== 'reversed' ? [map.transaction] : []),
    ]
    const fee = map.fee === undefined ? null : moneyOf(cell(map.fee)).amount
    return {
      row,
      reference,
      phone: paid.phone,
      amount,
      state,
      transaction,
      fee: fee?.amount_minor ? fee : null,
      time,
      note: noted
        .filter((column) => cell(column) !== '')
        .map((column) => `${column}: ${cell(column)}`)
        .join('; '),
      ...given({
        mask: paid.mask,
        name: paid.name,
        unread: paid.unread,
        says: says ?? undefined,
        isIn: isIn ? (true as const) : undefined,
        feeNote: says === 'fee' || (paid.phone === null && reference === '') ? feeNoteOf(one) : undefined,
        names: isIn ? numbersIn(details.join(' | ')).filter((number) => number !== transaction) : undefined,
      }),
    }
  })
  return { table, lines, remarks }

  function feeNoteOf({ cell, details }: Raw): string {
    const said = details.find((text) => saysOf(text, map.kind) === 'fee') ?? map.amount
    return `${said.replace(/[;:]/g, ' ').trim().slice(0, 80)}: ${cell(map.amount)}`
  }

  function paidIn(text: string): Pick<OperatorLine, 'phone' | 'mask' | 'name' | 'unread'> {
    const whole = phoneIn(text)
    if (whole !== null || text === '') return { phone: whole }
    const { numbers, mask, name, isShortened } = phoneCell(text)
    const found = new Set(numbers.map(phoneIn).filter((one) => one !== null))
    const [only = null] = found
    return {
      phone: found.size === 1 ? only : null,
      ...given({
        mask: mask ?? undefined,
        name: name || undefined,
        unread:
          mask !== null || found.size === 1
            ? undefined
            : isShortened
              ? ('shortened' as const)
              : found.size > 1
                ? ('several' as const)
                : ('unread' as const),
      }),
    }
  }

  function phoneIn(text: string): string | null {
    // Operators write the number without its plus.
    for (const form of [text, `+${text}`])
      try {
        return phone(form)
      } catch (error) {
        if (!(error instanceof OperatorFault)) throw error
      }
    return null
  }

  function moneyOf(text: string): Pick<MarkedAmount, 'mark'> & Pick<OperatorLine, 'amount'> {
    const { currency } = map
    const { digits, mark } = markedAmount(text, currency)
    // No amount of a record is 0; a row of a statement may be.
    if (/^[0.,]*0[0.,]*$/.test(digits)) return { mark, amount: { amount_minor: 0, currency } }
    const read = TYPED.money(digits, style, { currency, decimals: must(minorDigits(currency)) })
    return { mark, amount: 'value' in read ? read.value : null }
  }

  /** What a row moved: the amount, and whether the money came in. */
  function movedIn({ cell, state, out, came, says }: Raw): {
    amount: OperatorLine['amount']
    isIn: boolean
  } {
    const isIn = wayOf(known.direction === null ? '' : cell(known.direction))
    if (came?.amount?.amount_minor && known.paidIn !== null && !out.amount?.amount_minor) {
      if (map.paid_in === undefined) remark({ what: 'paid_in', column: known.paidIn })
      return { amount: came.amount, isIn: true }
    }
    if (map.paid_in !== undefined && came?.amount?.amount_minor) return { amount: null, isIn: false }
    const { amount, mark } = out
    if (isIn !== null) {
      if (map.direction === undefined) remark({ what: 'direction', column: must(known.direction) })
      return { amount, isIn }
    }
    if (mark === 'debit' || mark === 'credit') return { amount, isIn: mark === 'credit' }
    // Of a row that the operator marks as reversed, the sign says no more than that.
    if (state === 'reversed') return { amount: mark === 'plus' ? null : amount, isIn: false }
    if (mark === 'plus') return { amount: sign === 'negative' ? amount : null, isIn: sign === 'negative' }
    const isMinus = mark === 'minus'
    if (isMinusUnclear && says !== 'fee') return { amount: isMinus ? null : amount, isIn: false }
    if (amount === null) return { amount, isIn: false }
    // In a column with one direction, a reversal has the sign of the payments.
    if (says === 'reversal' && came === null && !(sign === 'negative' && isMinus))
      return { amount, isIn: true }
    return { amount, isIn: sign === 'negative' ? !isMinus : isMinus }
  }

  function wayOf(text: string): boolean | null {
    const word = normalized(text)
    const { out, in: came } = map.direction ?? { out: DEBITS, in: CREDITS }
    const isOut = word !== '' && out.some((one) => normalized(one) === word)
    const isIn = word !== '' && came.some((one) => normalized(one) === word)
    return isOut === isIn ? null : isIn
  }

  function remark(one: ReadingRemark): void {
    if (!remarks.some(({ what }) => what === one.what)) remarks.push(one)
  }

  function timeIn(text: string): OperatorLine['time'] {
    const asWritten = dates.read(text)
    const date = 'fault' in asWritten ? dates.read(in24Hours(text)) : asWritten
    if ('fault' in date || calendar.isInFuture(date)) return null
    if (date.precision !== 'instant' && date.precision !== 'day') return null
    return { occurred_at: formatInstant(noon.instantOf(date)), occurred_at_precision: date.precision }
  }
}

const columnsOf = (map: OperatorMap): readonly string[] =>
  [
    map.reference,
    map.telephone,
    map.amount,
    map.transaction,
    map.time.column,
    map.state.column,
    map.fee,
    map.paid_in,
    map.direction?.column,
    map.kind?.column,
  ].filter((column) => column !== undefined)

/** Returns the columns for money in and for directions: those of the map, or by their headings. */
function knownColumns(map: OperatorMap, header: readonly string[]) {
  const others = new Set(columnsOf(map))
  const called = (names: readonly string[]) => {
    const found = header.filter((name) => names.includes(normalized(name)) && !others.has(name))
    return found.length === 1 ? must(found[0]) : null
  }
  return { paidIn: map.paid_in ?? called(PAID_IN), direction: map.direction?.column ?? called(DIRECTION) }
}

interface Signed {
  readonly state: OperatorLine['state']
  readonly reference: string
  readonly out: Pick<MarkedAmount, 'mark'> & Pick<OperatorLine, 'amount'>
  readonly says: string | null
}

/**
 * How money out is written: as the map says; else with a minus if any payment has one. Where payments have both, our own
 * references show which of them are ours.
 */
function signOfMoneyOut(
  rows: readonly Signed[],
  { money_out }: OperatorMap,
): { readonly sign: 'positive' | 'negative'; readonly isMixed: boolean } {
  if (money_out !== undefined) return { sign: money_out, isMixed: false }
  const payments = rows.filter(
    ({ state, says, out }) => state === 'paid' && says === null && Boolean(out.amount?.amount_minor),
  )
  const [minus, plain] = ['minus', null].map((mark) => payments.filter(({ out }) => out.mark === mark))
  if (minus === undefined || minus.length === 0) return { sign: 'positive', isMixed: false }
  if (plain === undefined || plain.length === 0) return { sign: 'negative', isMixed: false }
  const hasOurs = (some: readonly Signed[]) => some.some(({ reference }) => OWN_REFERENCE.test(reference))
  return { sign: !hasOurs(minus) && hasOurs(plain) ? 'positive' : 'negative', isMixed: true }
}
