import { must } from '../../base/typed.ts'
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

/**
 * Reads the lines of an operator's file. What cannot be read is left empty; the rules then leave the line to a person.
 * @param timeZone the service's, for a day without a time
 */
export async function readOperatorFile(
  bytes: Uint8Array,
  map: OperatorMap,
  timeZone: string,
  nowMs: number,
): Promise<{ readonly table: Table; readonly lines: readonly OperatorLine[] }> {
  const { text, header } = await sheetText(bytes, map.csv)
  const table = readSheet(text, header === undefined ? map.csv : { ...map.csv, header: [...header] })
  const columns = [
    map.reference,
    map.telephone,
    map.amount,
    map.transaction,
    map.time.column,
    map.state.column,
  ]
  const index = indexOf(table, map.fee === undefined ? columns : [...columns, map.fee])
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
  const lines = table.rows.map(({ row, cells }): OperatorLine => {
    const cell = (column: string) => (cells[must(index.get(column))] ?? '').trim()
    // A word in two lists is in none.
    const meant = new Set(
      states.filter(([word]) => word === normalized(cell(map.state.column))).map(([, state]) => state),
    )
    const [state] = meant
    return {
      row,
      reference: cell(map.reference).toUpperCase(),
      phone: phoneIn(cell(map.telephone)),
      amount: amountIn(cell(map.amount), state === 'reversed'),
      state: meant.size === 1 ? must(state) : null,
      transaction: cell(map.transaction),
      fee: map.fee === undefined ? null : amountIn(cell(map.fee), true),
      time: timeIn(cell(map.time.column)),
      note: [map.reference, ...(map.fee === undefined ? [] : [map.fee])]
        .filter((column) => cell(column) !== '')
        .map((column) => `${column}: ${cell(column)}`)
        .join('; '),
    }
  })
  return { table, lines }

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

  function amountIn(text: string, mayBeNegative: boolean): OperatorLine['amount'] {
    const typed = mayBeNegative ? text.replace(/^[-\u2212]\s*/, '') : text
    const { currency } = map
    const read = TYPED.money(typed, style, { currency, decimals: must(minorDigits(currency)) })
    return 'value' in read ? read.value : null
  }

  function timeIn(text: string): OperatorLine['time'] {
    const date = dates.read(text)
    if ('fault' in date || calendar.isInFuture(date)) return null
    if (date.precision !== 'instant' && date.precision !== 'day') return null
    return { occurred_at: formatInstant(noon.instantOf(date)), occurred_at_precision: date.precision }
  }
}
