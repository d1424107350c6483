import { massIn, roundKg, statesMass, sumKg } from '../quantity.ts'
import type { Precision } from '../shapes.ts'
import { formatInstant } from '../time.ts'
import type { Custody } from './custody.ts'
import { cropOf } from './members.ts'
import type { Surroundings, Version } from './world.ts'

/** A re-weighing when the lot changed hands. */
export interface Leg {
  readonly transferId: string
  /** RFC 3339, UTC. */
  readonly at: string
  /** The precision of `at`, if the hand-over states it. */
  readonly at_precision?: Precision
  readonly kg: number
  /** The weighing before it less the outflows since; null without an earlier weighing in kilograms. */
  readonly expected_kg: number | null
  readonly difference_kg: number | null
  readonly breached: boolean
}

/** A quantity that left the lot; null kilograms make the balance incomplete. */
export interface Outflow {
  readonly atMs: number
  readonly kg: number | null
}

/** Returns the sum of the outflows that have kilograms. */
export const total = (flows: readonly Outflow[]): number => sumKg(flows.flatMap(({ kg }) => kg ?? []))

/** The weight of the lot when it changed hands. */
interface Weighing {
  readonly transferId: string
  readonly atMs: number
  readonly precision: Precision | undefined
  readonly kg: number
}

/** Returns the weighings at the counted transfers, in order, in kilograms of the lot's own crop and form. */
export function weighingsOf(
  lot: Version,
  custody: Custody,
  surroundings: Surroundings,
): { inKg: readonly Weighing[]; someNotInKg: boolean } {
  const inKg: Weighing[] = []
  let someNotInKg = false
  for (const transfer of custody.counted) {
    if (!statesMass(transfer.body)) continue
    const kg = massIn(transfer, cropOf(lot), surroundings)
    if (kg === null) someNotInKg = true
    else {
      const { id: transferId, occurredAtMs: atMs, body } = transfer
      inKg.push({ transferId, atMs, precision: body.occurred_at_precision, kg })
    }
  }
  return { inKg, someNotInKg }
}

/**
 * Compares each weighing with the one before (first the declared mass), less the outflows between the two.
 */
export function legsOf(
  declaredKg: number | null,
  weighings: readonly Weighing[],
  out: readonly Outflow[],
): readonly Omit<Leg, 'breached'>[] {
  const inTime = [...out].sort((a, b) => a.atMs - b.atMs)
  let lastKg = declaredKg
  let from = 0
  return weighings.map(({ transferId, atMs, precision, kg }) => {
    let to = from
    while ((inTime[to]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs) to++
    const expectedKg = lastKg === null ? null : roundKg(lastKg - total(inTime.slice(from, to)))
    lastKg = kg
    from = to
    const differenceKg = expectedKg === null ? null : roundKg(kg - expectedKg)
    return {
      transferId,
      at: formatInstant(atMs),
      ...(precision === undefined ? {} : { at_precision: precision }),
      kg,
      expected_kg: expectedKg,
      difference_kg: differenceKg,
    }
  })
}
