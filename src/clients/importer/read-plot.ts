import type { Placed } from '../../domain/outline.ts'
import { TYPED } from '../../domain/typed.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { countryFault } from '../outlines/country.ts'
import { type Axis, type Degrees, degreesIn, placeBy } from '../outlines/degrees.ts'
import { type ReadOutline, readOutline, readPoint } from '../outlines/outline-cell.ts'
import type { InColumn } from './forms.ts'
import type { Value } from './map.ts'
import type { SheetRow } from './row.ts'
import type { RowReader } from './row-reader.ts'

/** Reads the country and the outline of a plot. Null always means that a fault was reported. */

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,20})?$/

export function countryOf(reader: RowReader, country: Value): string | null {
  const text = reader.neededValue(country)
  if (text === null) return null
  const read = TYPED.country(text)
  if ('value' in read) return read.value
  return reader.fault(country.column ?? '', ...withRemedy('import.fault.notACountry'))
}

/** One column with the outline, or two with a point. */
export interface OutlineColumns {
  readonly geometry?: InColumn & { readonly first?: Axis }
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
    const { column, first } = geometry
    const cell = reader.needed(column)
    if (cell === null) return null
    const place = first === undefined ? null : placeBy(cell, first)
    return reported(place === null ? readOutline(cell) : readPlace(place), reader, column)
  }
  if (longitude === undefined || latitude === undefined) return undefined
  const [lon, lat] = [degreesOf(row, longitude, 'longitude'), degreesOf(row, latitude, 'latitude')]
  if (lon === null || lat === null) return null
  return reported(readPlace({ longitude: lon, latitude: lat }), reader, latitude.column)
}

const readPlace = ({ longitude: lon, latitude: lat }: { readonly [A in Axis]: Degrees }): ReadOutline =>
  readPoint(lon.value, lat.value, `${lon.written} ${lat.written}`)

/** Reads decimal degrees in the style of the map, or degrees and minutes. */
function degreesOf(row: SheetRow, { column }: InColumn, axis: Axis): Degrees | null {
  const text = row.reader.needed(column)
  const plain = text?.replace(row.map.numbers.decimal, '.') ?? ''
  if (NUMBER.test(plain)) return { value: Number(plain), written: plain }
  // A comma in degrees marks no thousands, which none has.
  const isPlain = /^[\d.,\s+-]*$/.test(text ?? '') && !/^[+-]?\d{1,3},\d+$/.test(text ?? '')
  const read = text === null || isPlain ? null : degreesIn(text)
  if (read !== null && (read.axis ?? axis) === axis) return read
  const remedy = message('import.fault.degrees.remedy')
  return text === null ? null : row.reader.fault(column, message('import.fault.notANumber'), remedy)
}

function reported(read: ReadOutline, reader: RowReader, column: string): Placed | null {
  return 'geometry' in read ? read : reader.fault(column, read.message, read.remedy)
}
