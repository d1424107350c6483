import { massIn, roundKg, sumKg } from '../quantity.ts'
import { assertedByAHolder, custodyOf } from './custody.ts'
import { drawnKg } from './mass-balance.ts'
import { cropOf } from './members.ts'
import { DRAWABLE, partiesOf, referenceResolves } from './own.ts'
import { chainOf, chainsNaming } from './standing.ts'
import type { Surroundings, Version, World } from './world.ts'

/** Less than the milligram every figure is rounded to is no overdraft. */
const SLACK_KG = 1e-6

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Does a lot's draw on this record, whatever its standing, count against it? The lot's asserter, or the party it acts
 * for, must read the record as its own, and where the record is itself a lot must have held it by then: otherwise a
 * stranger's draw would flag other people's records. A lot never draws on itself.
 */
export function drawCounts(world: World, drawnOn: Version, drawing: Version): boolean {
  if (drawing.type !== 'lot' || drawing.root === drawnOn.root) return false
  if (!referenceResolves(world, drawing, drawnOn.id, DRAWABLE)) return false
  return drawnOn.type !== 'lot' || assertedByAHolder(custodyOf(world, drawnOn), drawing)
}

/** Who may draw on a record; computed lazily, since nobody draws on most records. */
const drawersOn = (world: World, tip: Version): Iterable<string> => ({
  [Symbol.iterator]: () =>
    (tip.type === 'lot' ? custodyOf(world, tip).holders : partiesOf(world, tip.root)).values(),
})

/**
 * Ids of the records flagged when this chain is overdrawn (flag `input_overdrawn`): its tip and every tip lot with a
 * counted drawing on it, when these together took more kilograms than the tip has. Empty when it is not overdrawn,
 * or when that cannot be known, because the chain has no tip or the tip no kilograms.
 */
export function overdrawnIds(world: World, root: number, surroundings: Surroundings): ReadonlySet<string> {
  const chain = chainOf(world, root)
  const [tip] = chain.tips
  if (tip === undefined || !DRAWABLE.includes(tip.type)) return NOBODY
  const drawing = chainsNaming(world, 'input', chain, drawersOn(world, tip))
  if (drawing.length === 0) return NOBODY
  const draws = drawing
    .filter(({ forked }) => !forked)
    .flatMap(({ ends }) => ends)
    .filter((drawing) => drawCounts(world, tip, drawing))
  if (draws.length === 0) return NOBODY
  const hadKg = massIn(tip, cropOf(tip), surroundings)
  if (hadKg === null) return NOBODY
  const overKg = roundKg(sumKg(draws.map((drawing) => drawnKg(world, drawing, chain))) - hadKg)
  return overKg > SLACK_KG ? new Set([tip.id, ...draws.map(({ id }) => id)]) : NOBODY
}
