import type { Box } from './outline.ts'

/**
 * Cells of a grid over the Earth, to find boxes near a box. The cells of each level have half the sides of
 * the level before. A box is stored under the cells of the finest level whose sides are at least as long as
 * its own: at most four. All cells within a cell have consecutive numbers (G. M. Morton, 1966), so one range
 * of numbers covers a cell.
 */

/** The finest level; its cells have sides of 0.0014 degrees, about 150 m. */
const FINEST = 18
const LEVELS = 32

export interface Range {
  readonly first: number
  readonly last: number
}

/** Returns the numbers of the cells under which a box is stored. */
export function cellsOf(box: Box): number[] {
  const level = levelOf(box)
  return cellsAt(box, level).map((place) => place * LEVELS + level)
}

/** Returns the numbers of all cells that may hold boxes which meet this one, largest cells first. */
export function cellsNear(box: Box): Range[] {
  const level = levelOf(box)
  const ranges: Range[] = []
  for (let coarser = 0; coarser < level; coarser++)
    for (const place of cellsAt(box, coarser)) {
      const cell = place * LEVELS + coarser
      ranges.push({ first: cell, last: cell })
    }
  for (const place of cellsAt(box, level))
    ranges.push({ first: place * LEVELS + level, last: (place + 4 ** (FINEST - level)) * LEVELS - 1 })
  return ranges
}

function levelOf({ west, south, east, north }: Box): number {
  const side = Math.max(east - west, north - south)
  return side === 0 ? FINEST : Math.max(0, Math.min(FINEST, Math.floor(Math.log2(360 / side))))
}

/** Returns the cells of a level that the box meets, each by the first finest cell within it. */
function cellsAt({ west, south, east, north }: Box, level: number): number[] {
  const cells = 2 ** level
  const at = (degrees: number) => Math.min(cells - 1, Math.floor(((degrees + 180) / 360) * cells))
  const places: number[] = []
  for (let x = at(west); x <= at(east); x++)
    for (let y = at(south); y <= at(north); y++) places.push(woven(x, y, level) * 4 ** (FINEST - level))
  return places
}

/** Interleaves the bits of both numbers. */
function woven(x: number, y: number, bits: number): number {
  let both = 0
  for (let bit = bits - 1; bit >= 0; bit--) both = both * 4 + ((x >> bit) & 1) * 2 + ((y >> bit) & 1)
  return both
}
