import { withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { countryFault } from '../outlines/country.ts'
import { type ReadOutline, readOutline, readPoint } from '../outlines/outline-cell.ts'
import type { InColumn } from './forms.ts'
import type { Value } from './map.ts'
import type { Columns, Row } from './row.ts'
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
export function hectaresIn(
  row: Row,
  area: InColumn | undefined,
  columns: Columns,
): number | null | undefined {
  const { reader } = row
  if (area === undefined || reader.text(area.column) === '') return undefined
  columns.area_ha = area.column
  const stated = numberIn(row, area.column, message('import.fault.hectares.remedy'))
  if (stated === null || stated > 0) return stated
  return reader.fault(area.column, ...withRemedy('import.fault.notASize'))
}

/** Reads a number with the map's decimal sign. A coordinate may have a sign before it, and may be 0. */
function numberIn({ map, reader }: Row, column: string, remedy: Message): number | null {
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

/** @returns undefined if the map reads no outline */
export function outlineIn(
  row: Row,
  spec: OutlineColumns,
  country: string,
  columns: Columns,
): object | null | undefined {
  const { countryAt } = row.context
  const geometry = geometryIn(row, spec, columns)
  if (geometry == null || country === '' || countryAt === undefined) return geometry
  const fault = countryFault(geometry, country, countryAt)
  return fault === null ? geometry : row.reader.fault(columns.geometry ?? '', fault.message, fault.remedy)
}

function geometryIn(
  row: Row,
  { geometry, longitude, latitude }: OutlineColumns,
  columns: Columns,
): object | null | undefined {
  const { reader } = row
  if (geometry !== undefined) {
    columns.geometry = geometry.column
    const cell = reader.needed(geometry.column)
    return cell === null ? null : reported(readOutline(cell), reader, geometry.column)
  }
  if (longitude === undefined || latitude === undefined) return undefined
  columns.geometry = latitude.column
  const remedy = message('import.fault.degrees.remedy')
  const [lon, lat] = [longitude, latitude].map(({ column }) => numberIn(row, column, remedy))
  if (lon === null || lat === null || lon === undefined || lat === undefined) return null
  return reported(readPoint(lon, lat), reader, latitude.column)
}

function reported(read: ReadOutline, reader: RowReader, column: string): object | null {
  return 'geometry' in read ? read.geometry : reader.fault(column, read.message, read.remedy)
}
