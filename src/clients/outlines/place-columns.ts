import { type Axis, degreesIn } from './degrees.ts'

/** Finds the columns of a sheet that say where plots are. */

interface PlaceColumn {
  readonly name: string
  /** Those that are not empty. */
  readonly cells: readonly string[]
}

const HEADINGS: Readonly<Record<Axis, RegExp>> = {
  latitude: /(^|[^\p{L}])(lat|latitude|latitudo|northing|gps y|y coord\w*)([^\p{L}]|$)|_latitude$/iu,
  longitude:
    /(^|[^\p{L}])(lon|long|lng|longitude|longitudo|easting|gps x|x coord\w*)([^\p{L}]|$)|_longitude$/iu,
}
const MOST: Readonly<Record<Axis, number>> = { latitude: 90, longitude: 180 }
const SHARE = 0.8

/** Returns whether a column has latitudes or longitudes, by its heading and cells; null if neither. */
export const axisOf = (column: PlaceColumn): Axis | null =>
  (['latitude', 'longitude'] as const).find((axis) => isOf(column, axis)) ?? null

const isOf = ({ name, cells }: PlaceColumn, axis: Axis): boolean =>
  HEADINGS[axis].test(name) && isOfAxis(cells, axis)

function isOfAxis(cells: readonly string[], axis: Axis): boolean {
  const fitting = cells.filter((cell) => {
    const read = degreesIn(cell)
    return read !== null && (read.axis ?? axis) === axis && Math.abs(read.value) <= MOST[axis]
  })
  return cells.length > 0 && fitting.length >= cells.length * SHARE
}
