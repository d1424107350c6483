import { numberOf, type ScaleReading, type Weight } from './reading.ts'

/**
 * Which reading fills the weight of a form. A weight is filled once the scale is stable, and follows while more is put on. It
 * never becomes less by itself, because the load may be on its way off. A load whose weight was saved must be taken off
 * before another fills the next form, so that none is recorded twice.
 */

/** Whose the weight in the form is. */
export type FormWeight = 'none' | 'scale' | 'typed'

export interface Load {
  /** The load that is in the form, or was in the form saved before; null if there was none. */
  readonly weight: Weight | null
  /** Whether it was taken off since. */
  readonly isOff: boolean
  /** What the scale shows now, and in how many lines it did. */
  readonly now: Weight | null
  readonly lines: number
}

export const NO_LOAD: Load = { weight: null, isOff: false, now: null, lines: 0 }

/** `again`: the form is empty, and the load may be the one before. */
export type Heard =
  | 'fill'
  | 'filled'
  | 'offer'
  | 'again'
  | 'settling'
  | 'below'
  | 'over'
  | 'empty'
  | 'unreadable'

/** Lines that show the same, before a scale that sends all the time is believed. */
const STEADY_LINES = 3
/** A load is off when less than this part of it is left. */
const LEFT = 0.1

const isSame = (a: Weight | null, b: Weight | null): boolean => a?.figure === b?.figure && a?.unit === b?.unit

/**
 * @param isAlone whether the line came after a silence: somebody pressed the scale's key, or it sends each load once
 * @returns the load, and what is to be done or said
 */
export function afterReading(
  load: Load,
  reading: ScaleReading | null,
  form: FormWeight,
  isAlone: boolean,
): { readonly load: Load; readonly heard: Heard } {
  if (reading === null) {
    const lines = load.now === null ? load.lines + 1 : 1
    const isOne = lines < STEADY_LINES && !isAlone
    return { load: { ...load, now: null, lines }, heard: isOne ? 'settling' : 'unreadable' }
  }
  const { weight, state } = reading
  const isLess =
    load.weight !== null &&
    (state === 'below' ||
      (weight?.unit === load.weight.unit && numberOf(weight) < numberOf(load.weight) * LEFT))
  const lines = state === 'stable' && isSame(load.now, weight) ? load.lines + 1 : 1
  const next = { ...load, isOff: load.isOff || isLess, now: weight, lines: state === 'stable' ? lines : 0 }
  if (state === 'over' || state === 'below') return { load: next, heard: state }
  if (state === 'moving' || weight === null) return { load: next, heard: 'settling' }
  if (numberOf(weight) === 0) return { load: next, heard: 'empty' }
  if (lines < STEADY_LINES && !isAlone) return { load: next, heard: 'settling' }
  const isOfForm = form === 'scale' && isSame(weight, next.weight)
  if (isOfForm) return { load: next, heard: 'filled' }
  return mayFill(next, weight, form, isAlone)
    ? { load: filledWith(next, weight), heard: 'fill' }
    : { load: next, heard: form === 'none' ? 'again' : 'offer' }
}

/** Whether one was no load beside the other: an empty scale, or what lies on it while nothing is weighed. */
const isFarLess = (one: Weight, other: Weight): boolean =>
  one.unit === other.unit && numberOf(one) < numberOf(other) * LEFT

function mayFill(load: Load, weight: Weight, form: FormWeight, isAlone: boolean): boolean {
  if (form === 'typed') return false
  if (form === 'none')
    return (
      load.weight === null ||
      load.isOff ||
      isFarLess(load.weight, weight) ||
      (isAlone && !isSame(weight, load.weight))
    )
  const isMore = load.weight?.unit === weight.unit && numberOf(weight) > numberOf(load.weight)
  return isMore && !load.isOff && !isAlone
}

export const filledWith = (load: Load, weight: Weight): Load => ({ ...load, weight, isOff: false })

/** The load for the next form, when one is sent. */
export function afterSending(load: Load, form: FormWeight): Load {
  if (form === 'scale') return load.isOff ? NO_LOAD : load
  return load.now === null ? load : filledWith(load, load.now)
}
