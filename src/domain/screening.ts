import { membersOf } from '../base/typed.ts'
import { canonicalJson } from './canonical.ts'
import { positionsIn } from './geometry.ts'
import { boxOf, hectaresOf } from './outline.ts'

/**
 * Decides whether the result of an external screening tool can be stored for a plot: does it name a current
 * plot with the same outline? The verdict itself is stored as the tool's claim and never judged here.
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

/**
 * Positions this close are the same, in degrees: Whisp uses squares of ten metres and moves corners a little.
 */
const NEAR_DEGREES = 0.0001
const NEAR_SHARE = 0.05
/** Two squares. */
const NEAR_HECTARES = 0.02
/** A tool adds hardly any corners: an outline with more than this many times as many is another one. */
const CORNERS_TIMES = 2
const CORNERS_AT_LEAST = 1_000

const DEPTHS: Readonly<Record<string, number>> = { Point: 1, Polygon: 3, MultiPolygon: 4 }

/** Returns whether a geometry is a point or a surface, even one that cannot be drawn. */
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

/** Returns whether two outlines are the same but for corners that a tool moved. They need not be drawable. */
export function isSameOutline(a: unknown, b: unknown): boolean {
  // This comes first: the later steps take longer with each corner, and the second outline is untrusted.
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
 * Returns why a row of a result cannot be stored for the plot that it names; null if it can.
 * @param screened the version that the row names; null if it names the plot without a version
 * @param current the plot's current outline
 * @param outline the outline in the result; null if it has none
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
