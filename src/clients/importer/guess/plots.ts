import { given, must } from '../../../base/typed.ts'
import { message } from '../../../words/message.ts'
import { countryFault } from '../../outlines/country.ts'
import { type Axis, placeBy } from '../../outlines/degrees.ts'
import { GEOMETRY_COLUMN } from '../../outlines/features.ts'
import type { RecordSpec } from '../forms.ts'
import type { ImportMap } from '../map.ts'
import { type GuessedColumn, twoPlaces } from './columns.ts'
import type { Content, Parts } from './facts.ts'
import { orderIn } from './places.ts'
import { countryIn } from './sheet-points.ts'

/** Plots: those of the farmers of a sheet, and those in a file of the map. */

export type PlotSpec = RecordSpec & { readonly keyed_by: readonly string[] }

/**
 * Returns how the plot of a row's farmer is read; null if no column says where it is, or too little is decided for a map
 * without marks. The same farmer at the same place is the same plot in every row.
 */
export function farmersPlot(
  parts: Parts,
  country: string | undefined,
): ((farmer: Pick<ImportMap, 'parties' | 'members'>) => PlotSpec) | null {
  const { columns, standIn } = parts
  if (!columns.hasPlace || country === undefined) return null
  const position = columns.of('position')
  const first = position === undefined ? undefined : firstIn(parts, position, country)
  if (first === null && standIn.country === null) return null
  const [latitude = '', longitude = ''] = [columns.named('latitude'), columns.named('longitude')]
  const places = position === undefined ? [latitude, longitude] : [position.name]
  const where =
    position === undefined
      ? { latitude: { column: latitude }, longitude: { column: longitude } }
      : { geometry: given({ column: position.name, first: first === null ? standIn.country : first }) }
  const [plot, name] = [columns.named('plot'), columns.named('plot_name') ?? columns.named('plot')]
  return (farmer) => ({
    holder: ['farmer'],
    ...given({ plot_name: name === undefined ? undefined : { column: name } }),
    country: { constant: country },
    keyed_by: [...keyOf(farmer), ...(plot === undefined ? places : [plot])],
    only_if: [must(places[0])],
    ...where,
  })
}

/** The column by which a farmer is known; none if one farmer is in every row. */
function keyOf({ parties, members }: Pick<ImportMap, 'parties' | 'members'>): readonly string[] {
  const number = members?.farmer?.member_no.column
  const { name, keyed_by: key } = parties?.farmer ?? {}
  // Of a name in several columns, a row may lack any but the first.
  const column = number ?? key?.[0] ?? name?.column
  return column === undefined ? [] : [column]
}

const PAIRS_TRIED = 20

/** Returns which of two numbers in a cell comes first: as the sheet says it, or the country does. Null if a person has to decide. */
function firstIn({ points }: Parts, column: GuessedColumn, country: string): Axis | null | undefined {
  const { first, pairs } = orderIn(column)
  if (first !== null || pairs.length === 0) return first ?? undefined
  const isInCountry = (cell: string, order: Axis) => {
    const { longitude, latitude } = must(placeBy(cell, order))
    const point = { type: 'Point', coordinates: [longitude.value, latitude.value] }
    return countryFault(point, country) === null
  }
  const orders = ['latitude', 'longitude'] as const
  const fitting = orders.filter((order) =>
    pairs.slice(0, PAIRS_TRIED).every((cell) => isInCountry(cell, order)),
  )
  const { latitude, longitude } = must(placeBy(must(pairs[0]), 'latitude'))
  const [one, other] = [latitude.written, longitude.written]
  const asks = message('import.guess.order', { name: column.name, cells: twoPlaces(pairs) })
  const options = orders.map((word) => ({
    word,
    shown: message(`import.guess.first.${word}`, { one, other }),
  }))
  return points.choice('order', asks, options, fitting.length === 1 ? must(fitting[0]) : null)
}

/** In a file of the map, where each feature is a plot. */
export function features({ points, columns, facts, standIn }: Parts): Content {
  const country = points.text(
    'country',
    message('import.guess.plotCountry'),
    countryIn,
    facts.country || null,
  )
  const crops = [
    { word: '-', shown: message('import.guess.noCropOfAll') },
    ...facts.crops.map(({ id, name, shown }) => ({ word: id, shown: shown ?? name })),
  ]
  const crop = points.choice('crop', message('import.guess.plotCrop'), crops, '-')
  const key = columns.named('plot') ?? ''
  return () => ({
    key: [key],
    members: { member: { member_no: { column: columns.named('member_no') ?? '' } } },
    records: {
      plot: {
        holder: ['member'],
        plot_name: { column: columns.named('plot_name') ?? key },
        country: { constant: country ?? standIn.country ?? '' },
        ...(crop === null || crop === '-' ? {} : { crop: { constant: crop } }),
        geometry: { column: GEOMETRY_COLUMN },
      },
    },
  })
}
