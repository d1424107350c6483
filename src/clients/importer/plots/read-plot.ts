import { given } from '../../../base/typed.ts'
import type { CompiledMap } from '../compiled-map.ts'
import type { PlotSpec } from '../map.ts'
import { type Columns, type RowParts, said } from '../row-parts.ts'
import type { RowReader } from '../row-reader.ts'
import { countryFault } from './country.ts'
import { type ReadOutline, readOutline, readPoint } from './outline-cell.ts'

const COUNTRY = /^[A-Z]{2}$/
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,20})?$/

/** The members of a plot besides its id, its holder and what every record has. Null always means a reported fault. */
export function readPlot(
  map: CompiledMap,
  parts: RowParts,
  reader: RowReader,
  spec: PlotSpec,
  columns: Columns,
): Readonly<Record<string, unknown>> | null {
  const name = parts.optional(spec.plot_name, columns, 'name')
  const region = parts.optional(spec.region, columns, 'region')
  const crop = parts.optional(spec.crop, columns, 'crops')
  const country = countryOf(reader, spec)
  const area = hectares(map, reader, spec, columns)
  const outline = outlineOf(map, reader, spec, columns)
  if (name === null || region === null || crop === null || country === null) return null
  if (area === null || outline === null) return null
  if ('geometry' in outline && parts.countryAt !== undefined) {
    const fault = countryFault(outline.geometry, country, parts.countryAt)
    if (fault !== null) {
      reader.fault(columns.geometry ?? '', fault.message, fault.remedy)
      return null
    }
  }
  return {
    country,
    ...outline,
    ...said('name', name),
    ...said('region', region),
    ...(crop === '' ? {} : { crops: [crop] }),
    ...given({ area_ha: area }),
  }
}

function countryOf(reader: RowReader, { country }: PlotSpec): string | null {
  const text = reader.neededValue(country)
  if (text === null) return null
  if (COUNTRY.test(text.toUpperCase())) return text.toUpperCase()
  reader.fault(country.column ?? '', 'is no country code', 'Write its two letters, such as UG (ISO 3166-1).')
  return null
}

/** @returns undefined if the row states none */
function hectares(
  map: CompiledMap,
  reader: RowReader,
  { area }: PlotSpec,
  columns: Columns,
): number | null | undefined {
  if (area === undefined || reader.text(area.column) === '') return undefined
  columns.area_ha = area.column
  const stated = numberIn(map, reader, area.column, 'Write the hectares as a number, such as 1.2.')
  if (stated === null || stated > 0) return stated
  reader.fault(area.column, 'is no size', 'Write the hectares, or leave the cell empty if nobody knows.')
  return null
}

/** A number with the map's decimal sign; a coordinate may have a sign before it, and may be nought. */
function numberIn(map: CompiledMap, reader: RowReader, column: string, remedy: string): number | null {
  const text = reader.needed(column)
  if (text === null) return null
  const plain = text.replace(map.numbers.decimal, '.')
  if (NUMBER.test(plain)) return Number(plain)
  reader.fault(column, 'is not a number in the style of the map', remedy)
  return null
}

/** @returns nothing in it if the map reads no outline */
function outlineOf(
  map: CompiledMap,
  reader: RowReader,
  spec: PlotSpec,
  columns: Columns,
): { readonly geometry: object } | object | null {
  const { geometry, longitude, latitude } = spec
  if (geometry !== undefined) {
    columns.geometry = geometry.column
    const cell = reader.needed(geometry.column)
    return cell === null ? null : told(readOutline(cell), reader, geometry.column)
  }
  if (longitude === undefined || latitude === undefined) return {}
  columns.geometry = latitude.column
  const remedy = 'Write decimal degrees, such as 32.581234.'
  const [lon, lat] = [longitude, latitude].map(({ column }) => numberIn(map, reader, column, remedy))
  if (lon === null || lat === null || lon === undefined || lat === undefined) return null
  return told(readPoint(lon, lat), reader, latitude.column)
}

function told(read: ReadOutline, reader: RowReader, column: string): { readonly geometry: object } | null {
  if ('geometry' in read) return read
  reader.fault(column, read.message, read.remedy)
  return null
}
