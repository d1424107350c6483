/** Where the parts of a chart lie. Pure. Widths are shares of the whole (0 to 1), heights are shares of the plot. */

export interface Scale {
  /** Zero or less. */
  readonly low: number
  /** Zero or more; more than `low`. */
  readonly high: number
  /** Round figures from `low` to `high`, with zero among them. */
  readonly ticks: readonly number[]
}

/** The steps of an axis, times a power of ten. */
const STEPS = [1, 2, 5, 10]
/** Lines above zero, and below, are at most this many each. */
const MOST_LINES = 4
/** A milligram: no sum of kilograms is finer. */
const LEAST = 1e-6

/** Returns a scale from zero to a round figure that holds all values; they may be negative. */
export function scaleOf(values: readonly number[]): Scale {
  const known = values.filter(Number.isFinite)
  const most = Math.max(0, ...known)
  const least = Math.min(0, ...known)
  const step = stepOf(Math.max(most, -least) || MOST_LINES)
  // The smallest figures divided by a step are zero.
  const below = least < 0 ? Math.max(1, Math.ceil(-least / step)) : 0
  const above = most > 0 || least === 0 ? Math.max(1, Math.ceil(most / step)) : 0
  const ticks = Array.from({ length: below + above + 1 }, (_, i) => times(step, i - below))
  return { low: times(step, -below), high: times(step, above), ticks }
}

/** Returns the round step, of which at most `MOST_LINES` reach a value. */
function stepOf(figure: number): number {
  const value = Math.max(figure, LEAST)
  const power = Math.floor(Math.log10(value / MOST_LINES))
  const factor = STEPS.find((one) => times(power10(power), one) * MOST_LINES >= value) ?? 10
  return times(power10(power), factor)
}

const power10 = (power: number): number => Number(`1e${power}`)
/** Without the noise of binary fractions, so that three steps of 0.1 are 0.3. Never -0. */
const times = (step: number, count: number): number => Number((step * count).toPrecision(12)) + 0

/** A bar, from its left and its top edge. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What a slot keeps free beside its bars. */
const GAP = 0.2

/**
 * Returns the rectangle of one of several bars of a slot.
 * @param slot its number, of `slots`
 * @param bar its number within the slot, of `bars`
 */
export function barIn(
  value: number,
  { low, high }: Scale,
  { slot, slots, bar = 0, bars = 1 }: { slot: number; slots: number; bar?: number; bars?: number },
): Rect {
  const wide = 1 / slots
  const width = (wide * (1 - GAP)) / bars
  const at = (height: number) => (high - height) / (high - low)
  const top = at(Math.max(value, 0))
  return {
    x: slot * wide + (wide * GAP) / 2 + bar * width,
    y: top,
    width,
    height: at(Math.min(value, 0)) - top,
  }
}

/** Returns which of many labels are shown, so that as many as fit are: every second, every fifth ... */
export function everyNth(count: number, most: number): number {
  const least = Math.max(1, Math.ceil(count / Math.max(1, most)))
  const power = 10 ** Math.floor(Math.log10(least))
  return STEPS.map((step) => step * power).find((step) => step >= least) ?? least
}

/** A part of a flow, as a share of the whole width. */
export interface Segment {
  readonly x: number
  readonly width: number
}

/**
 * Returns parts that lie one after the other, on a line as long as `whole`. Parts of nothing have no width;
 * negative parts count as nothing.
 */
export function inARow(parts: readonly number[], whole: number): Segment[] {
  let x = 0
  return parts.map((part) => {
    const width = whole > 0 ? Math.max(0, part) / whole : 0
    const segment = { x, width }
    x += width
    return segment
  })
}

/** The figures of a lot; null if not known in kilograms. */
export interface LotFigures {
  readonly inputs_kg: number | null
  readonly declared_kg: number | null
  readonly outputs_kg: number
  readonly losses_kg: number
  readonly remaining_kg: number | null
}

export interface Flow {
  /** Drawn from deliveries. */
  readonly drawn: Segment | null
  readonly declared: Segment | null
  readonly out: Segment
  readonly lost: Segment
  readonly left: Segment
  /** What went out and was lost beyond the lot's weight. */
  readonly beyond: Segment
  /** What was drawn and is not in the lot's weight. */
  readonly missing: Segment
  /** What is in the lot's weight and was not drawn. */
  readonly unexplained: Segment
}

/** Returns the flow of a lot: three lines on one scale. */
export function flowOf({ inputs_kg, declared_kg, outputs_kg, losses_kg, remaining_kg }: LotFigures): Flow {
  const [drawn, declared] = [inputs_kg ?? 0, declared_kg ?? 0]
  const whole = Math.max(drawn, declared, outputs_kg + losses_kg)
  const [out, lost, left] = inARow([outputs_kg, losses_kg, remaining_kg ?? 0], whole)
  const from = (start: number, end: number): Segment => ({
    x: whole > 0 ? start / whole : 0,
    width: whole > 0 ? Math.max(0, end - start) / whole : 0,
  })
  const line = (kg: number | null) => (kg === null ? null : from(0, kg))
  const areBoth = inputs_kg !== null && declared_kg !== null
  const nothing = from(0, 0)
  return {
    drawn: line(inputs_kg),
    declared: line(declared_kg),
    out: out ?? nothing,
    lost: lost ?? nothing,
    left: left ?? nothing,
    beyond: declared_kg === null ? nothing : from(declared, outputs_kg + losses_kg),
    missing: areBoth ? from(declared, drawn) : nothing,
    unexplained: areBoth ? from(drawn, declared) : nothing,
  }
}
