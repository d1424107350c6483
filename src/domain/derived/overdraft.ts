import { massIn, roundKg, sumKg } from '../quantity.ts'
import { assertedByAHolder, custodyOf } from './custody.ts'
import { drawnKg } from './mass-balance.ts'
import { cropOf } from './members.ts'
import { DRAWABLE, partiesOf, resolved } from './own.ts'
import { type Chain, chainOf, chainsNaming } from './standing.ts'
import type { Surroundings, Version, World } from './world.ts'

/** Up to a milligram is no overdraft, since every figure is rounded to the milligram. */
const SLACK_KG = 1e-6

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Returns whether a lot's draw on this record, of any standing, counts against it. The lot's asserter, or the
 * party it acts for, must be able to read the record as its own and, if the record is itself a lot, must have
 * held it by then: otherwise a stranger's draw would flag other people's records. A lot never draws on
 * itself.
 */
function drawCounts(world: World, drawnOn: Version, drawing: Version): boolean {
  if (drawing.type !== 'lot' || drawing.root === drawnOn.root) return false
  if (resolved(world, drawing, drawnOn.id, DRAWABLE) === null) return false
  return drawnOn.type !== 'lot' || assertedByAHolder(custodyOf(world, drawnOn), drawing)
}

/** Returns the parties that may draw on a record; computed lazily, since nobody draws on most records. */
const drawersOn = (world: World, tip: Version): Iterable<string> => ({
  [Symbol.iterator]: () =>
    (tip.type === 'lot' ? custodyOf(world, tip).holders : partiesOf(world, tip.root)).values(),
})

interface Draws {
  readonly chain: Chain
  readonly tip: Version
  /** Tips of lots whose draw on the chain counts. */
  readonly lots: readonly Version[]
}

/** Returns the draws on a chain; null if it has no tip that can be drawn on. */
function drawsOn(world: World, root: number): Draws | null {
  const chain = chainOf(world, root)
  const [tip] = chain.tips
  if (tip === undefined || !DRAWABLE.includes(tip.type)) return null
  const lots = chainsNaming(world, 'input', chain, drawersOn(world, tip))
    .filter(({ forked }) => !forked)
    .flatMap(({ ends }) => ends)
    .filter((drawing) => drawCounts(world, tip, drawing))
  return { chain, tip, lots }
}

const drawnBy = (world: World, { chain, lots }: Draws): number =>
  roundKg(sumKg(lots.map((lot) => drawnKg(world, lot, chain))))

/**
 * Returns the ids of the records flagged `input_overdrawn` for this chain: its tip and the tip of every lot
 * whose draw on it counts, if these lots together drew more kilograms than the tip has. Empty if it is not
 * overdrawn, or if that is not known because the chain has no tip or the tip has no kilograms.
 */
export function overdrawnIds(world: World, root: number, surroundings: Surroundings): ReadonlySet<string> {
  const draws = drawsOn(world, root)
  if (draws === null || draws.lots.length === 0) return NOBODY
  const { tip, lots } = draws
  const hadKg = massIn(tip, cropOf(tip), surroundings)
  if (hadKg === null) return NOBODY
  const overKg = roundKg(drawnBy(world, draws) - hadKg)
  return overKg > SLACK_KG ? new Set([tip.id, ...lots.map(({ id }) => id)]) : NOBODY
}

/** The kilograms that a record has, and that lots drew from it, in its own crop and form. */
export interface Drawn {
  /** Null if not known. */
  readonly hadKg: number | null
  readonly drawnKg: number
}

/** Returns the kilograms of a chain and its draws; null if it has no tip that can be drawn on. */
export function drawnFrom(world: World, root: number, surroundings: Surroundings): Drawn | null {
  const draws = drawsOn(world, root)
  if (draws === null) return null
  const { tip } = draws
  return { hadKg: massIn(tip, cropOf(tip), surroundings), drawnKg: drawnBy(world, draws) }
}
