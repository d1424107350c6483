import { must } from '../../base/typed.ts'
import { hasWindow, TIMELESS_TYPES, type Window, windowCovers } from '../../domain/consent.ts'
import { typeCode } from '../../domain/types/index.ts'

/** Spans of the times of events, as cut by the windows of grants (contract §20). */

/** A period from `fromMs` (inclusive) to `toMs` (exclusive), in milliseconds. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export type Spans = readonly Span[]

export const EVER: Spans = [{ fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }]
const NEVER: Spans = []
const TIMELESS_CODES: ReadonlySet<number> = new Set(TIMELESS_TYPES.map(typeCode))

/** Whether no window leaves out records of this type, given by its code. */
export const isTimeless = (type: number): boolean => TIMELESS_CODES.has(type)

/**
 * Returns the spans for which `holds` is true of the grants that cover them, in order, without overlap.
 * @param type code of the type of record: no window leaves out records of some types
 * @param grants the grants that cover the type
 */
export function spansWhere<Given extends Window>(
  type: number,
  grants: readonly Given[],
  holds: (covering: readonly Given[]) => boolean,
): Spans {
  if (isTimeless(type) || !grants.some(hasWindow)) return holds(grants) ? EVER : NEVER
  return spansBetweenBounds(grants, (atMs) => {
    const happened = { fromMs: atMs, toMs: atMs }
    return holds(grants.filter((grant) => windowCovers(grant, happened)))
  })
}

/** Returns the spans between the bounds of windows for which `holds` is true, in order, without overlap. */
export function spansBetweenBounds(windows: readonly Window[], holds: (atMs: number) => boolean): Spans {
  const bounds = [
    Number.NEGATIVE_INFINITY,
    ...windows.flatMap(({ occurredFrom, occurredTo }) => [occurredFrom, occurredTo]),
    Number.POSITIVE_INFINITY,
  ].filter((bound) => bound !== null)
  const cuts = [...new Set(bounds)].sort((a, b) => a - b)
  const spans: Span[] = []
  for (const [i, toMs] of cuts.slice(1).entries()) {
    const fromMs = must(cuts[i])
    // Nothing changes between two cuts, so one instant stands for the whole span.
    if (!holds(Number.isFinite(fromMs) ? fromMs : toMs - 1)) continue
    const last = spans.at(-1)
    if (last?.toMs === fromMs) spans[spans.length - 1] = { fromMs: last.fromMs, toMs }
    else spans.push({ fromMs, toMs })
  }
  return spans
}

/** Whether an instant lies in one of the spans. Searches by halves: there may be a thousand spans. */
export function isInSpans(spans: Spans, ms: number): boolean {
  let [first, end] = [0, spans.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((spans[middle] as Span).toMs <= ms) first = middle + 1
    else end = middle
  }
  const span = spans[first]
  return span !== undefined && span.fromMs <= ms
}

/** Returns the union of these spans, in order, without overlap. Sorts once, since there may be thousands. */
export function joined(all: readonly Spans[]): Spans {
  const some = all.filter((spans) => spans.length > 0)
  if (some.length <= 1) return some[0] ?? NEVER
  const joint: Span[] = []
  for (const span of some.flat().sort((x, y) => x.fromMs - y.fromMs)) {
    const last = joint.at(-1)
    if (last !== undefined && span.fromMs <= last.toMs)
      joint[joint.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) }
    else joint.push(span)
  }
  return joint
}
