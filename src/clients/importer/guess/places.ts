import { type Axis, degreesIn, pairIn, placeBy, placeIn } from '../../outlines/degrees.ts'
import { axisOf } from '../../outlines/place-columns.ts'
import { normalized } from '../../sheets/meaning.ts'
import { heading } from './headings.ts'
import type { LaidOutColumn } from './layout.ts'

/** Finds the columns that say where plots are: latitudes and longitudes, or whole places in one cell. */

export interface PlaceGuess {
  /** By the places of the columns; null where several may be meant and a person has to choose. */
  readonly meanings: ReadonlyMap<number, 'latitude' | 'longitude' | 'position' | null>
  /** Degrees that are no plot: half of a place, or the same place once more. They are no quantities either. */
  readonly others: ReadonlySet<number>
}

/** @param isRead whether a map can name the column */
export function placesIn(columns: readonly LaidOutColumn[], isRead: (i: number) => boolean): PlaceGuess {
  const found = columns.map((column, i) =>
    isRead(i) && column.cells.length > 0
      ? (axisOf(column) ?? (isOfPositions(column) ? 'position' : null))
      : null,
  )
  const of = (is: Axis | 'position') => found.flatMap((one, i) => (one === is ? [i] : []))
  const [latitudes, longitudes, positions] = [of('latitude'), of('longitude'), of('position')]
  const [latitude, longitude] = [latitudes[0], longitudes[0]]
  const asked = (some: readonly number[]) => new Map(some.map((i) => [i, null]))
  if (latitude === undefined || longitude === undefined)
    return {
      meanings: positions.length > 1 ? asked(positions) : new Map(positions.map((i) => [i, 'position'])),
      others: new Set([...latitudes, ...longitudes]),
    }
  const same = positions.filter((i) => isSamePlace(columns, i, latitude, longitude))
  if (latitudes.length > 1 || longitudes.length > 1 || same.length < positions.length)
    return { meanings: asked([...latitudes, ...longitudes, ...positions]), others: new Set() }
  return {
    meanings: new Map([
      [latitude, 'latitude'],
      [longitude, 'longitude'],
    ]),
    others: new Set(same),
  }
}

const SHARE = 0.8
const OF_PLACES =
  /\b(gps|coord\w*|geo ?(point|location|shape|trace)s?|lat\w*.*lon\w*|lon\w*.*lat\w*|location|position|localisation|emplacement|mahali)\b/
/** GeoJSON, well-known text, or what ODK and Kobo write: only the beginning, for an outline may be long. */
const OUTLINE =
  /^(\{\s?"(type|coordinates)"|(multi)?(point|polygon|linestring)\s?z?\s?\(|-?\d{1,3}\.\d{3,20} -?\d{1,3}\.\d{3,20} -?\d{1,6}(\.\d{1,20})? -?\d{1,6}(\.\d{1,20})?\s?(;|$))/i

/** With fewer decimals, two numbers without a heading may be anything. */
const DECIMALS_OF_PLACES = 4

function isOfPositions({ name, cells }: LaidOutColumn): boolean {
  const isHeaded = OF_PLACES.test(heading(normalized(name)))
  const isExact = (cell: string) =>
    pairIn(cell)?.every(({ written }) => (written.split('.')[1] ?? '').length >= DECIMALS_OF_PLACES) ?? true
  const isPlace = (cell: string) => isPosition(cell) && (isHeaded || isExact(cell))
  return cells.filter(isPlace).length >= cells.length * SHARE
}

const isPosition = (cell: string): boolean =>
  OUTLINE.test(cell) || pairIn(cell) !== null || placeIn(cell) !== null

/** Returns the cells of a column of places that are none. */
export const noPlaces = (
  { cells }: LaidOutColumn,
  meaning: 'latitude' | 'longitude' | 'position',
): readonly string[] =>
  cells.filter((cell) => !(meaning === 'position' ? isPosition(cell) : degreesIn(cell) !== null))

/** Whether a column has, in one cell, what two others have, as Kobo exports it. */
function isSamePlace(
  columns: readonly LaidOutColumn[],
  position: number,
  latitude: number,
  longitude: number,
): boolean {
  const [whole = [], lat = [], lon = []] = [position, latitude, longitude].map((i) => columns[i]?.inRows)
  return whole.every((cell, row) => {
    const numbers = /^(-?\d{1,3}\.\d{1,20})[ ,]{1,2}(-?\d{1,3}\.\d{1,20})(?= |$)/.exec(cell)
    return (
      cell === '' ||
      (numbers !== null && Number(numbers[1]) === Number(lat[row]) && Number(numbers[2]) === Number(lon[row]))
    )
  })
}

export interface PlaceOrder {
  /** Null if neither the heading nor the cells say it. */
  readonly first: Axis | null
  /** Cells of two numbers without letters, of which it has to be known. */
  readonly pairs: readonly string[]
}

/** Returns which of two numbers in a cell comes first. */
export function orderIn({ name, cells }: LaidOutColumn): PlaceOrder {
  const pairs = cells.filter((cell) => pairIn(cell) !== null)
  const title = heading(normalized(name))
  if (/\blat\w*.*\blon\w*/.test(title)) return { first: 'latitude', pairs }
  if (/\blon\w*.*\blat\w*/.test(title)) return { first: 'longitude', pairs }
  const isBeyond = (first: Axis) =>
    pairs.some((cell) => Math.abs(placeBy(cell, first)?.latitude.value ?? 0) > 90)
  const [beyondLatitude, beyondLongitude] = [isBeyond('latitude'), isBeyond('longitude')]
  if (beyondLatitude === beyondLongitude) return { first: null, pairs }
  return { first: beyondLatitude ? 'longitude' : 'latitude', pairs }
}
