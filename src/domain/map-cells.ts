import type { Box } from './outline.ts'

/**
 * Cells of a grid over the Earth, to find boxes near a box. Each level halves the sides of the one before; a box is noted in
 * the cells of the finest level whose sides are not shorter than its own, which are four at most. The numbers of the cells
 * within a cell follow each other (G. M. Morton, 1966), so that everything in a cell is one range of numbers.
 */

/** Sides of 0.0014 degrees, about 150 m. */
const FINEST = 18
const LEVELS = 32

export interface Range {
  readonly first: number
  readonly last: number
}

/** The cells in which a box is noted. */
export function cellsOf(box: Box): number[] {
  const level = levelOf(box)
  return cellsAt(box, level).map((place) => place * LEVELS + level)
}

/** Numbers of all cells in which boxes that meet this one may be noted: larger ones first. */
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

/** The cells of a level that the box meets, each as the first finest cell in it. */
function cellsAt({ west, south, east, north }: Box, level: number): number[] {
  const cells = 2 ** level
  const at = (degrees: number) => Math.min(cells - 1, Math.floor(((degrees + 180) / 360) * cells))
  const places: number[] = []
  for (let x = at(west); x <= at(east); x++)
    for (let y = at(south); y <= at(north); y++) places.push(woven(x, y, level) * 4 ** (FINEST - level))
  return places
}

/** The bits of both numbers, in turns. */
function woven(x: number, y: number, bits: number): number {
  let both = 0
  for (let bit = bits - 1; bit >= 0; bit--) both = both * 4 + ((x >> bit) & 1) * 2 + ((y >> bit) & 1)
  return both
}
