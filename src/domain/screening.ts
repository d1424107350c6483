import { membersOf } from '../base/typed.ts'
import { canonicalJson } from './canonical.ts'
import { positionsIn } from './geometry.ts'
import { boxOf, hectaresOf } from './outline.ts'

/**
 * What a screening tool outside says of plots, as far as it can be kept: for which plot, drawn how. What it says is kept as the
 * tool's own claim and never judged here.
 */

/** The verdicts of FAO's Whisp (openforis-whisp 3.0, `risk.py`). */
export const WHISP_VERDICTS = ['low', 'more_info_needed', 'high'] as const
export type WhispVerdict = (typeof WHISP_VERDICTS)[number]

export type ScreeningFault =
  | 'plot_unknown'
  | 'plot_retracted'
  | 'plot_forked'
  | 'plot_redrawn'
  | 'outline_differs'
  | 'outline_missing'
  | 'plot_twice'
  | 'plot_too_wide'
  | 'not_accepted'

/** Whisp looks at squares of ten metres, and its engine moves corners a little: as far apart, in degrees, is the same place. */
const NEAR_DEGREES = 0.0001
const NEAR_SHARE = 0.05
/** Two squares. */
const NEAR_HECTARES = 0.02
/** A tool moves corners and adds hardly any: an outline with more than this many times as many is another one. */
const CORNERS_TIMES = 2
const CORNERS_AT_LEAST = 1_000

const DEPTHS: Readonly<Record<string, number>> = { Point: 1, Polygon: 3, MultiPolygon: 4 }

/** Is it a point or a surface, whether or not it can be drawn? */
export function isOutline(geometry: unknown): boolean {
  const { type, coordinates } = membersOf(geometry)
  const depth = typeof type === 'string' && Object.hasOwn(DEPTHS, type) ? DEPTHS[type] : undefined
  return depth !== undefined && isNested(coordinates, depth) && boxOf(geometry) !== null
}

function isNested(coordinates: unknown, depth: number): boolean {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return false
  return depth === 1
    ? coordinates.length > 1 && coordinates.every((number) => Number.isFinite(number))
    : coordinates.every((part) => isNested(part, depth - 1))
}

/** Are the two outlines one, but for what a screening tool does to corners? Not whether they can be drawn. */
export function isSameOutline(a: unknown, b: unknown): boolean {
  // First, since all that follows takes longer with each corner, and the second outline is anybody's.
  if (positionsIn(b) > Math.max(CORNERS_AT_LEAST, CORNERS_TIMES * positionsIn(a))) return false
  if (!isOutline(a) || !isOutline(b)) return false
  const [one, other] = [boxOf(a), boxOf(b)]
  if (one === null || other === null) return false
  const sides = ['west', 'south', 'east', 'north'] as const
  if (sides.some((side) => Math.abs(one[side] - other[side]) > NEAR_DEGREES)) return false
  const [size, otherSize] = [hectaresOf(a), hectaresOf(b)]
  if (size === null || otherSize === null) return size === otherSize
  return Math.abs(size - otherSize) <= Math.max(NEAR_HECTARES, NEAR_SHARE * size)
}

/**
 * Why a row of a result cannot be kept for the plot that it names; null when it can.
 * @param screened the outline of the version that it names; null where it names the plot in any version
 * @param current the plot's outline now
 * @param outline as the result has it; null where it has none
 */
export function screeningFault(
  screened: { readonly geometry: unknown } | null,
  current: unknown,
  outline: unknown,
): ScreeningFault | null {
  if (screened !== null && canonicalJson(screened.geometry ?? null) !== canonicalJson(current ?? null))
    return 'plot_redrawn'
  if (outline === null) return screened === null ? 'outline_missing' : null
  return isSameOutline(current, outline) ? null : 'outline_differs'
}
