import { membersOf } from '../base/typed.ts'
import { canonicalJson } from './canonical.ts'
import { positionsIn } from './geometry.ts'
import { boxOf, hectaresOf } from './outline.ts'

/**
 * Decides whether the result of an external screening tool can be stored for a plot: does it name a current
 * plot with the same outline? And what the stored results state of the plot now. The verdict itself is the
 * tool's claim and never judged here.
 */

/** The model of the predictions that a screening becomes. */
export const SCREENING_MODEL = 'whisp'

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

/** What is known of a plot's screening, what needs work first. `unknown` if not everything was looked at. */
export const SCREENED = ['high', 'more_info_needed', 'unknown', 'stale', 'none', 'low'] as const
export type Screened = (typeof SCREENED)[number]

/** A prediction of the tool that rests on a version of a plot. */
export interface PlotPrediction {
  /** One of the tool's words, or anything else that someone stated in its name. */
  readonly verdict: unknown
  /** Version of the tool and digest of its file. */
  readonly file: string
  /** When the plot was screened. */
  readonly atMs: number
  /** Its number in the log. */
  readonly seq: number
  /** The outline of that version. */
  readonly outline: unknown
}

export interface PlotScreened {
  readonly result: Screened
  /** The screening that the result is from; null if there is none. */
  readonly from: Pick<PlotPrediction, 'file' | 'atMs'> | null
}

export const NOT_KNOWN: PlotScreened = { result: 'unknown', from: null }

/**
 * Returns the result of the newest screening of a plot as it is drawn now. A tool states several verdicts at
 * once, by kind of crop; the worst of them counts.
 * @param isTip whether the version is current; otherwise no one knows which outline counts
 * @param unseenMs predictions up to this time may be missing; null if none is. A result must be newer.
 */
export function screenedAs(
  { outline, isTip }: { readonly outline: unknown; readonly isTip: boolean },
  predictions: readonly PlotPrediction[],
  unseenMs: number | null,
): PlotScreened {
  const counted = predictions.filter(({ atMs }) => unseenMs === null || atMs > unseenMs)
  const drawn = canonicalJson(outline ?? null)
  const same = isTip ? counted.filter((one) => canonicalJson(one.outline ?? null) === drawn) : []
  const last = newestOf(same.length > 0 ? same : counted)
  if (last === null) return unseenMs === null ? { result: 'none', from: null } : NOT_KNOWN
  const from = { file: last.file, atMs: last.atMs }
  if (same.length === 0) return { result: 'stale', from }
  const verdicts = same.filter(({ file, atMs }) => file === last.file && atMs === last.atMs)
  return { result: worstOf(verdicts.map(({ verdict }) => verdict)), from }
}

const newestOf = (some: readonly PlotPrediction[]): PlotPrediction | null =>
  some.reduce<PlotPrediction | null>(
    (last, one) =>
      last === null || one.atMs > last.atMs || (one.atMs === last.atMs && one.seq > last.seq) ? one : last,
    null,
  )

/** A word that is not the tool's own leaves the result open. */
function worstOf(verdicts: readonly unknown[]): Screened {
  if (verdicts.includes('high')) return 'high'
  if (!verdicts.every((verdict) => WHISP_VERDICTS.some((word) => word === verdict))) return 'unknown'
  return verdicts.includes('more_info_needed') ? 'more_info_needed' : 'low'
}
