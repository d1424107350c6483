import { isOfForm, massIn, roundKg, sumKg } from '../quantity.ts'
import { isInNoFigure } from '../types/index.ts'
import { assertedByAHolder, type Custody, custodyOf, isHandedOverByAHolder } from './custody.ts'
import { cropOf, type Input, inputsOf } from './members.ts'
import { remembered } from './memoized-graph.ts'
import { DRAWABLE, resolved } from './own.ts'
import { type Chain, chainOf, chainsNaming, type NamingChain, tipsOf } from './standing.ts'
import type { Standing } from './standings.ts'
import { type Leg, legsOf, type Outflow, total, weighingsOf } from './weighings.ts'
import type { Lot, Surroundings, Version, World } from './world.ts'

/** The inputs and outputs of a lot, in kilograms of its own crop and form (contract §5). */
export interface MassBalance {
  /** Null when the lot states no input that its asserter may read. */
  readonly inputs_kg: number | null
  readonly declared_kg: number | null
  readonly outputs_kg: number
  readonly losses_kg: number
  /** Inputs minus declared. */
  readonly formation_difference_kg: number | null
  /** Declared minus outputs and losses: what should be left. */
  readonly remaining_kg: number | null
  readonly legs: readonly Leg[]
  /** Tolerated difference, as a share of the declared mass. */
  readonly tolerance: number
  readonly breached: boolean
  /**
   * Chains that name the lot, asserted by or for a party that has held it, and are left out of its figures.
   */
  readonly not_counted: number
  readonly incomplete: boolean
}

/** The flows out of a lot, from the records of its holders. */
interface Flows {
  readonly outputs: readonly Outflow[]
  readonly losses: readonly Outflow[]
  /** Chains that would count if they were not forked. */
  readonly forked: number
  readonly notCounted: number
  /** True if `notCounted` includes a delivery out of the lot that is left out only for its crop or form. */
  readonly someOfOtherForm: boolean
}

/**
 * Returns the `mass_balance` of one version of a lot. Other records about the lot count only if asserted by
 * or for a party that had held it by then, so that a stranger can neither fill nor empty it. A partial sum is
 * marked incomplete.
 */
export function massBalanceOf(world: World, lot: Lot, surroundings: Surroundings): MassBalance {
  const custody = custodyOf(world, lot)
  const inputs = countedInputs(world, lot)
  const flows = flowsOf(world, lot, custody, surroundings)
  const declaredKg = massIn(lot, cropOf(lot), surroundings)
  const inputsKg = inputs.stated.length === 0 ? null : sumKg(inputs.stated)
  const outputsKg = total(flows.outputs)
  const lossesKg = total(flows.losses)
  const toleranceKg = declaredKg === null ? null : roundKg(surroundings.massBalanceTolerance * declaredKg)
  const exceeds = (kg: number | null) => kg !== null && toleranceKg !== null && Math.abs(kg) > toleranceKg
  const formationKg = inputsKg === null || declaredKg === null ? null : roundKg(inputsKg - declaredKg)
  const remainingKg = declaredKg === null ? null : roundKg(declaredKg - outputsKg - lossesKg)

  const out = [...flows.outputs, ...flows.losses]
  const weighings = weighingsOf(lot, custody, surroundings)
  const legs = legsOf(declaredKg, weighings.inKg, out).map((leg) => ({
    ...leg,
    breached: exceeds(leg.difference_kg),
  }))
  return {
    inputs_kg: inputsKg,
    declared_kg: declaredKg,
    outputs_kg: outputsKg,
    losses_kg: lossesKg,
    formation_difference_kg: formationKg,
    remaining_kg: remainingKg,
    legs,
    tolerance: surroundings.massBalanceTolerance,
    breached:
      exceeds(formationKg) ||
      legs.some((leg) => leg.breached) ||
      (remainingKg !== null && remainingKg < 0 && exceeds(remainingKg)),
    not_counted: flows.notCounted,
    incomplete:
      declaredKg === null ||
      inputs.someHaveNoTip ||
      flows.forked > 0 ||
      flows.someOfOtherForm ||
      weighings.someNotInKg ||
      out.some(({ kg }) => kg === null),
  }
}

/**
 * Returns the inputs as the lot states them, without draws on itself and without those that its asserter may
 * not read as its own: these change nothing, so that naming a stranger's record reveals nothing.
 */
function countedInputs(world: World, lot: Lot): { stated: readonly number[]; someHaveNoTip: boolean } {
  const stated: number[] = []
  let someHaveNoTip = false
  for (const input of inputsOf(lot)) {
    const drawnOn = resolved(world, lot, input.record_id, DRAWABLE)
    if (drawnOn === null || drawnOn.root === lot.root) continue
    stated.push(input.kg)
    if (tipsOf(world, drawnOn.root).length === 0) someHaveNoTip = true
  }
  return { stated, someHaveNoTip }
}

function flowsOf(world: World, lot: Lot, custody: Custody, surroundings: Surroundings): Flows {
  const chain = chainOf(world, lot.root)
  const outputs: Outflow[] = []
  const losses: Outflow[] = []
  let forked = 0
  // A draw on itself counts once as left out, in whichever version of the chain it is.
  let notCounted = drawsOnItself(lot, chain) ? 1 : 0
  let someOfOtherForm = false
  for (const { ends, forked: isForked } of namingTheLot(world, chain, custody.holders)) {
    const saidInTime = ends.filter((record) => isSaidInTime(lot, custody, record))
    const counting = saidInTime.find((record) => isOfTheLot(lot, record, surroundings))
    if (counting === undefined) {
      notCounted++
      if (saidInTime.length > 0) someOfOtherForm = true
    } else if (isForked) forked++
    else if (counting.type === 'loss')
      losses.push({ atMs: counting.occurredAtMs, kg: massIn(counting, cropOf(lot), surroundings) })
    else if (counting.type !== 'custody_transfer')
      outputs.push({
        atMs: counting.occurredAtMs,
        kg: outputKg(world, counting, chain, cropOf(lot), surroundings),
      })
  }
  return { outputs, losses, forked, notCounted, someOfOtherForm }
}

function drawsOnItself(lot: Lot, chain: Chain): boolean {
  const draws = (version: Version) =>
    inputsOf(version).some(({ record_id }) => chain.standings.has(record_id))
  const isAnEnd = ({ id }: Version) => MAY_COUNT.has(chain.standings.get(id))
  return draws(lot) || chain.leaves.some((leaf) => isAnEnd(leaf) && draws(leaf))
}

const MAY_COUNT: ReadonlySet<Standing | undefined> = new Set(['tip', 'forked'])

/**
 * Returns every other chain in which a holder names this lot: deliveries, transfers, losses, and lots that
 * draw on it.
 */
function namingTheLot(world: World, chain: Chain, holders: ReadonlySet<string>): readonly NamingChain[] {
  const draws = chainsNaming(world, 'input', chain, holders)
  return [
    ...chainsNaming(world, 'lot', chain, holders).filter(({ ends }) => !isInNoFigure(ends[0]?.type)),
    ...draws.filter(({ ends }) => ends[0]?.root !== chain.root),
  ]
}

/** Returns whether this record, of any standing, counts in the lot's figures. */
export function countsInLot(
  lot: Lot,
  custody: Custody,
  record: Version,
  surroundings: Surroundings,
): boolean {
  return isSaidInTime(lot, custody, record) && isOfTheLot(lot, record, surroundings)
}

function isSaidInTime(lot: Lot, custody: Custody, record: Version): boolean {
  if (record.type === 'custody_transfer') return isHandedOverByAHolder(custody, record)
  return record.root !== lot.root && assertedByAHolder(custody, record)
}

/**
 * Returns whether this record can be about the lot's own produce. A delivery names a crop, which must be the
 * lot's crop and form, or be converted to it by the conversion that it cites. Other lots state draws in
 * kilograms of the lot drawn on.
 */
function isOfTheLot(lot: Lot, record: Version, surroundings: Surroundings): boolean {
  return record.type !== 'delivery' || isOfForm(record, cropOf(lot), surroundings)
}

/** Returns the kilograms that a delivery took out, or that another lot states it drew. */
function outputKg(
  world: World,
  record: Version,
  chain: Chain,
  crop: string | undefined,
  surroundings: Surroundings,
): number | null {
  return record.type === 'lot' ? drawnKg(world, record, chain) : massIn(record, crop, surroundings)
}

/**
 * Returns the kilograms that a lot states it drew on a chain, over all inputs that name any version of it.
 */
export function drawnKg(world: World, drawing: Version, chain: Chain): number {
  const drawn = drawingsOf(world, drawing)
  return sumKg(chain.ids.flatMap((id) => drawn.get(id)?.map(({ kg }) => kg) ?? []))
}

/** Returns a lot's inputs by the record that they name; many lots may draw on the same records. */
const drawingsOf = remembered(
  (_: World, drawing: Version): ReadonlyMap<string, readonly Input[]> =>
    Map.groupBy(inputsOf(drawing), ({ record_id }) => record_id),
  (drawing) => drawing.seq,
)
