import type { Placed } from '../../domain/outline.ts'
import { withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { countryFault } from '../outlines/country.ts'
import { type Axis, type Degrees, degreesIn } from '../outlines/degrees.ts'
import { type ReadOutline, readOutline, readPoint } from '../outlines/outline-cell.ts'
import type { InColumn } from './forms.ts'
import type { Value } from './map.ts'
import type { SheetRow } from './row.ts'
import type { RowReader } from './row-reader.ts'

/** Reads the country, the size and the outline of a plot. Null always means that a fault was reported. */

const COUNTRY = /^[A-Z]{2}$/
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,20})?$/

export function countryOf(reader: RowReader, country: Value): string | null {
  const text = reader.neededValue(country)
  if (text === null) return null
  if (COUNTRY.test(text.toUpperCase())) return text.toUpperCase()
  return reader.fault(country.column ?? '', ...withRemedy('import.fault.notACountry'))
}

/** @returns undefined if the row states none */
export function hectaresIn(row: SheetRow, { column }: InColumn): number | null | undefined {
  if (row.reader.text(column) === '') return undefined
  const stated = numberIn(row, column, message('import.fault.hectares.remedy'))
  if (stated === null || stated > 0) return stated
  return row.reader.fault(column, ...withRemedy('import.fault.notASize'))
}

/** Reads a number with the map's decimal sign. A coordinate may have a sign before it, and may be 0. */
function numberIn({ map, reader }: SheetRow, column: string, remedy: Message): number | null {
  const text = reader.needed(column)
  if (text === null) return null
  const plain = text.replace(map.numbers.decimal, '.')
  if (NUMBER.test(plain)) return Number(plain)
  return reader.fault(column, message('import.fault.notANumber'), remedy)
}

/** One column with the outline, or two with a point. */
export interface OutlineColumns {
  readonly geometry?: InColumn
  readonly longitude?: InColumn
  readonly latitude?: InColumn
}

/** The column that an outline's faults are about. */
export const outlineColumn = ({ geometry, latitude }: OutlineColumns): string =>
  (geometry ?? latitude)?.column ?? ''

/** @returns undefined if the map reads no outline */
export function outlineIn(row: SheetRow, spec: OutlineColumns, country: string): Placed | null | undefined {
  const placed = placedIn(row, spec)
  if (placed == null || country === '') return placed
  const fault = countryFault(placed.geometry, country)
  return fault === null ? placed : row.reader.fault(outlineColumn(spec), fault.message, fault.remedy)
}

function placedIn(
  row: SheetRow,
  { geometry, longitude, latitude }: OutlineColumns,
): Placed | null | undefined {
  const { reader } = row
  if (geometry !== undefined) {
    const cell = reader.needed(geometry.column)
    return cell === null ? null : reported(readOutline(cell), reader, geometry.column)
  }
  if (longitude === undefined || latitude === undefined) return undefined
  const [lon, lat] = [degreesOf(row, longitude, 'longitude'), degreesOf(row, latitude, 'latitude')]
  if (lon === null || lat === null) return null
  return reported(readPoint(lon.value, lat.value, `${lon.written} ${lat.written}`), reader, latitude.column)
}

/** Reads decimal degrees in the style of the map, or degrees and minutes. */
function degreesOf(row: SheetRow, { column }: InColumn, axis: Axis): Degrees | null {
  const text = row.reader.needed(column)
  const plain = text?.replace(row.map.numbers.decimal, '.') ?? ''
  if (NUMBER.test(plain)) return { value: Number(plain), written: plain }
  const read = text === null || /^[\d.,\s+-]*$/.test(text) ? null : degreesIn(text)
  if (read !== null && (read.axis ?? axis) === axis) return read
  const remedy = message('import.fault.degrees.remedy')
  return text === null ? null : row.reader.fault(column, message('import.fault.notANumber'), remedy)
}

function reported(read: ReadOutline, reader: RowReader, column: string): Placed | null {
  return 'geometry' in read ? read : reader.fault(column, read.message, read.remedy)
}
