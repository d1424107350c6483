import type { Random } from '../../../support/records/gate/random.ts'
import { delegate, give, renew, revoke } from './consents.ts'
import { KINDS } from './drafts.ts'
import { batchWithPredictions } from './inference-batches.ts'
import { readSomeInferences } from './inference-reads.ts'
import {
  deepPile,
  grantsComeAndGo,
  letForOnePurpose,
  madeFromAnothers,
  objectedToAmongOthersUnknown,
  overRareTypes,
  restOnWhatChanges,
  shownInPart,
} from './inference-scenes.ts'
import { infer, inferAgain, inferUnderATakenId } from './inferring.ts'
import { lossBeforeItsLot, lossOfAHandOverTakenBack, lossOfWhoBecomesOwner } from './loss-scenes.ts'
import { lotTakenBack } from './lot-scenes.ts'
import { paidAfterTheWindow } from './money-scenes.ts'
import { object, objectAgain, withdraw } from './objections.ts'
import { lotFromPlots } from './plot-scenes.ts'
import { copyOfWhatBecomesOwn, renewedBetweenPages, twoCopies } from './pull-scenes.ts'
import { noteClosed, pullSomething } from './pulls.ts'
import { readAnything } from './reads.ts'
import { correctedByItsReceiver, correctedForItsReader, lotOfAReader } from './scenes.ts'
import { askForOwn } from './subject-access.ts'
import { undone } from './undone.ts'
import { DAY, World } from './world.ts'
import { write } from './writing.ts'

export { seeded } from '../../../support/records/gate/random.ts'

/** Random worlds, written into a real store while people read in it. */

const OTHERS = 8

export interface Shape {
  readonly steps: number
  readonly overHttp: boolean
  /** Parties beside the cooperative; where there are few, each has many records. */
  readonly others?: number
  /** What is done when the world is half grown. */
  readonly halfway?: (w: World) => Promise<void>
}

/** @param size a shape, or the number of steps of a world without HTTP */
export async function makeWorld(random: Random, size: Shape | number): Promise<World> {
  const shape: Shape = typeof size === 'number' ? { steps: size, overHttp: false } : size
  const w = await begunWorld(random, shape)
  try {
    const stories = storiesOf(w, shape.steps)
    for (let i = 0; i < shape.steps; i++) {
      if (i === Math.floor(shape.steps / 2)) await shape.halfway?.(w)
      await (stories.get(i) ?? step)(w)
      noteClosed(w)
    }
    return w
  } catch (error) {
    await w.close()
    throw error
  }
}

/** A world with its parties, in which nothing has happened. */
export async function begunWorld(
  random: Random,
  { overHttp, others = OTHERS }: Pick<Shape, 'overHttp' | 'others'>,
): Promise<World> {
  const w = new World(random, overHttp)
  try {
    await w.begin()
    for (let i = 0; i < others; i++) await settle(w, w.random.id(w.nowMs + i))
    await w.admit(w.random.id(0), false)
    return w
  } catch (error) {
    await w.close()
    throw error
  }
}

/** A party of any kind, asserted by the cooperative, by itself, by both, by a stranger or by nobody. */
async function settle(w: World, party: string): Promise<void> {
  const { random } = w
  const strangers = w.parties.filter((other) => other !== w.cooperative)
  const voices = random.pick([
    [w.cooperative],
    [w.cooperative],
    [party],
    [w.cooperative, party],
    strangers.slice(-1),
    [],
  ])
  for (const voice of voices) {
    const organisation = random.chance(0.5)
    const kind = organisation ? random.pick(['cooperative', 'business', 'institution']) : random.pick(KINDS)
    const stored = await w.submit(() => {
      const author = { party: w.kernel.store.parties.intern(voice), partyId: voice, credential: null }
      return w.kernel.intake.append({ ...author, operator: 'test' }, {
        id: w.id(),
        type: 'party',
        occurred_at: new Date(w.nowMs).toISOString(),
        lawful_basis: random.pick(['consent', 'contract_performance']),
        party,
        kind,
        display_name: 'N',
      } as never).record.body
    })
    w.keep(stored)
  }
  const isAsserted = voices.includes(party) || voices.includes(w.cooperative)
  await w.admit(party, isAsserted)
}

async function step(w: World): Promise<void> {
  const { random } = w
  await w.tick(random.chance(0.05) ? -2 * DAY : random.pick([0, 1, 3_600_000, DAY, DAY, 2 * DAY]))
  // A grant may have ended meanwhile, and another follow in this very step.
  noteClosed(w)
  if (random.chance(0.1)) await undone(w)
  const roll = random.below(100)
  if (roll < 15) await give(w)
  else if (roll < 17) await renew(w)
  else if (roll < 19) await revoke(w)
  else if (roll < 24) await delegate(w)
  else if (roll < 31) await object(w)
  else if (roll < 32) await objectAgain(w)
  else if (roll < 35) await withdraw(w)
  else if (roll < 36) await askForOwn(w, random.pick(w.askers))
  else if (roll < 37) {
    await readAnything(w, random)
    await w.restart()
  } else if (roll < 38) await random.pick([lotOfAReader, lotTakenBack, lotFromPlots])(w)
  else if (roll < 39) await random.pick([correctedForItsReader, correctedByItsReceiver])(w)
  else if (roll < 43) await pullSomething(w)
  else if (roll < 44) await renewedBetweenPages(w)
  else if (roll < 54) for (let i = 0; i < 4; i++) await readAnything(w, random)
  else if (roll < 66) await predictSomething(w)
  else await write(w)
}

const STORIES = [
  lossBeforeItsLot,
  lossOfAHandOverTakenBack,
  lossOfWhoBecomesOwner,
  objectedToAmongOthersUnknown,
  restOnWhatChanges,
  grantsComeAndGo,
  shownInPart,
  madeFromAnothers,
  letForOnePurpose,
]

/** Each is told in most worlds, at some step of the second half: so in a few worlds all of them. */
function storiesOf({ random }: World, steps: number): ReadonlyMap<number, (w: World) => Promise<void>> {
  const told = [
    ...STORIES,
    lotFromPlots,
    lotTakenBack,
    overRareTypes,
    deepPile,
    batchWithPredictions,
    twoCopies,
    copyOfWhatBecomesOwn,
  ].filter(() => random.chance(0.6))
  return new Map(
    [...told, paidAfterTheWindow].map((story) => [Math.floor(steps / 2) + random.below(steps / 2), story]),
  )
}

/** A model's party predicts, reads or sends again. */
async function predictSomething(w: World): Promise<void> {
  const { random } = w
  const roll = random.below(10)
  if (roll < 5) {
    await infer(w)
    if (random.chance(0.4)) await inferAgain(w)
  } else if (roll < 7) await readSomeInferences(w)
  else if (roll < 8) await random.pick([inferUnderATakenId, batchWithPredictions])(w)
  else await random.pick(STORIES)(w)
}
