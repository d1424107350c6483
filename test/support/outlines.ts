import { circle } from './domain/shapes.ts'

/** Outlines as GeoJSON has them, in few words. */

/** Corners as WKT writes them: `0 0, 4 0, 4 4, 0 0`. */
export const ringOf = (corners: string): number[][] =>
  corners.split(', ').map((corner) => corner.split(' ').map(Number))

/** From its south-western corner round to it, anticlockwise. */
export const rectangle = (west: number, south: number, east: number, north: number): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

export const squareAt = (west: number, south: number, side: number): number[][] =>
  rectangle(west, south, west + side, south + side)

export const polygonOf = (...rings: readonly unknown[]) => ({ type: 'Polygon', coordinates: rings })
export const pointAt = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] })

export function roundAt(lon: number, lat: number, radius: number, corners: number, decimals = 6) {
  const ring = circle(corners, radius).map(([x, y]) =>
    [x + lon, y + lat].map((degrees) => Number(degrees.toFixed(decimals))),
  )
  return polygonOf([...ring, ring[0]])
}
