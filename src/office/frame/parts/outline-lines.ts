import { membersOf } from '../../../base/typed.ts'

/** Longitude and latitude in degrees. */
type LonLat = readonly [number, number]

const isPlace = (value: unknown): value is LonLat => Array.isArray(value) && typeof value[0] === 'number'

/**
 * Returns every ring of a geometry, at any depth; a point is a line of one position.
 * @param geometry that has a box
 */
export function linesIn(geometry: unknown): LonLat[][] {
  return linesOf(membersOf(geometry).coordinates)
}

function linesOf(coordinates: unknown): LonLat[][] {
  if (isPlace(coordinates)) return [[coordinates]]
  if (!Array.isArray(coordinates)) return []
  const places = coordinates.filter(isPlace)
  return places.length > 0 ? [places] : coordinates.flatMap(linesOf)
}
