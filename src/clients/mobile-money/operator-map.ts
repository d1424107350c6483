import { type Static, Type } from '@sinclair/typebox'
import { closed, Text, Word } from '../../domain/shapes.ts'
import { compileCheck } from '../../domain/validation.ts'
import { minorDigits } from '../../text/currencies.ts'
import { isTimeZone } from '../../text/time-zone.ts'
import { message } from '../../words/message.ts'
import { dateFormat, monthNames } from '../sheets/dates.ts'
import {
  Century,
  Column,
  Dialect,
  Formats,
  inWords,
  MapFault,
  type MapViolation,
  mapInJson,
  numberSigns,
  Words,
} from '../sheets/map-shape.ts'

/** States how to read the columns of the file that an operator of mobile money returns. */
export const OperatorMap = closed({
  about: Type.Optional(Text(2000, 'Description of the file, for people.')),
  csv: Type.Optional(Dialect),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'The country of its telephone numbers.' }),
  time_zone: Text(60, 'The time zone of its times, such as Africa/Kampala.'),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'The currency of its amounts.' }),
  ...numberSigns,
  reference: { ...Column, description: 'The column with our reference.' },
  telephone: { ...Column, description: 'The column with the telephone number that was paid.' },
  amount: { ...Column, description: 'The column with the amount that arrived, without the fee.' },
  money_out: Type.Optional(
    Word(
      ['positive', 'negative'],
      'How money out is written in that column, if it has both directions. Default: as the file shows.',
    ),
  ),
  paid_in: Type.Optional({ ...Column, description: 'The column with the amounts of money that came in.' }),
  direction: Type.Optional(
    closed({
      column: { ...Column, description: 'The column that says whether money went out or came in.' },
      out: Words('Words of money out, such as Dr.'),
      in: Words('Words of money in, such as Cr.'),
    }),
  ),
  fee: Type.Optional({ ...Column, description: 'The column with the fee of the operator.' }),
  kind: Type.Optional(
    closed({
      column: { ...Column, description: 'The column that says what a row is, such as Details.' },
      fee: Words('Words of rows that are the fee of a transaction.'),
      reversal: Words('Words of rows that take a payment back under a number of their own.'),
    }),
  ),
  transaction: { ...Column, description: 'The column with the number that the operator gave the payment.' },
  time: closed({
    column: Column,
    formats: Formats('How a time is written, such as DD/MM/YYYY HH:mm.'),
    century: Century,
  }),
  state: closed({
    column: Column,
    paid: Words('Words of lines that were paid.'),
    failed: Words('Words of lines that were not paid.'),
    reversed: Words('Words of lines that were paid and taken back.'),
  }),
})
export type OperatorMap = Static<typeof OperatorMap>

const shapeFaults = compileCheck(OperatorMap, inWords)

/** @throws {MapFault} with all faults */
export function readOperatorMap(text: string): OperatorMap {
  const value = mapInJson(text)
  const wrong = shapeFaults(value)
  if (wrong !== null) throw new MapFault(wrong)
  const map = value as OperatorMap
  const faults: MapViolation[] = map.time.formats.flatMap((pattern, i) => {
    const made = dateFormat(pattern, { months: monthNames(), century: map.time.century })
    return 'key' in made ? [{ pointer: `/time/formats/${i}`, fault: made }] : []
  })
  if (!isTimeZone(map.time_zone))
    faults.push({ pointer: '/time_zone', fault: message('import.map.timeZone') })
  if (minorDigits(map.currency) === null)
    faults.push({ pointer: '/currency', fault: message('reading.currency', { currency: map.currency }) })
  if (map.thousands !== undefined && map.thousands === (map.decimal ?? '.'))
    faults.push({ pointer: '/thousands', fault: message('import.map.thousands') })
  if (faults.length > 0) throw new MapFault(faults)
  return map
}
