import { membersOf } from '../../../base/typed.ts'

/** Longitude and latitude in degrees. */
type Place = readonly [number, number]

const isPlace = (value: unknown): value is Place => Array.isArray(value) && typeof value[0] === 'number'

/**
 * Returns every ring of a geometry, at any depth; a point is a line of one position.
 * @param geometry that has a box
 */
export function linesIn(geometry: unknown): Place[][] {
  return linesOf(membersOf(geometry).coordinates)
}

function linesOf(coordinates: unknown): Place[][] {
  if (isPlace(coordinates)) return [[coordinates]]
  if (!Array.isArray(coordinates)) return []
  const places = coordinates.filter(isPlace)
  return places.length > 0 ? [places] : coordinates.flatMap(linesOf)
}
