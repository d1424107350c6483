import { expect, test } from 'vitest'
import { isLong } from '../../../support/is-long.ts'
import { compareAudit, compareSeen } from './audit.ts'
import { compareEvents } from './events.ts'
import { compareForked } from './forked.ts'
import { compareInferences, compareUnlisted } from './inference-surfaces.ts'
import { inferWithLesserCredentials } from './inferring.ts'
import { tallyKeptLots } from './lot-scenes.ts'
import { compareOrigins } from './origins.ts'
import { lossNoLongerAboutItsHolder } from './pull-scenes.ts'
import { everybodyPulls } from './pulls.ts'
import { everybodyAsks } from './subject-access.ts'
import { compareConfirming, compareHttp, compareLenderView, compareReader } from './surfaces.ts'
import { add, HAPPENINGS, neverHappened, type Tally } from './tally.ts'
import { same, type World } from './world.ts'
import { makeWorld, type Shape, seeded } from './worlds.ts'
import { raised } from './writing.ts'

/**
 * Random worlds compared with an oracle that shares no rule with the service. `npm run test:model` makes many of them;
 * GRANARY_GATE_WORLDS says how many, and GRANARY_GATE_SEED makes one of them again.
 */
/** In so many worlds each thing that must happen somewhere does. */
const WORLDS_FOR_EVERYTHING = 8
const WORLDS = Number(process.env.GRANARY_GATE_WORLDS ?? (isLong ? 80 : WORLDS_FOR_EVERYTHING))
const SEED = process.env.GRANARY_GATE_SEED
const LEAST_DECISIONS = isLong ? 200_000 : WORLDS * 1_000

/** Some are asked over HTTP too, some are read through when half grown, some have more about one party than a job takes. */
function shapeOf(seed: number): Shape {
  if (seed % 20 === 4) return { steps: 600, others: 2, overHttp: false }
  if (seed % 4 === 2) return { steps: 115, overHttp: false, halfway: compareEverything }
  return { steps: 115, overHttp: seed % 4 === 1 }
}

async function compareEverything(w: World): Promise<void> {
  await compareReader(w)
  await compareInferences(w)
}

async function compareWorld(seed: number, tally: Tally): Promise<number> {
  const shape = shapeOf(seed)
  const w = await makeWorld(seeded(seed), shape)
  try {
    same(raised(w), [...w.owed].sort(), () => 'all that is owed')
    await everybodyAsks(w)
    await everybodyPulls(w)
    await compareEverything(w)
    if (shape.overHttp) {
      await compareHttp(w)
      await compareUnlisted(w)
      await inferWithLesserCredentials(w)
    }
    compareAudit(w)
    compareSeen(w)
    if (shape.overHttp) {
      await compareLenderView(w)
      await compareConfirming(w)
      await compareEvents(w)
    }
    await compareForked(w)
    await compareOrigins(w)
    tallyKeptLots(w)
    for (const [what, times] of w.tally) add(tally, what, times)
    return w.decisions
  } finally {
    await w.close()
  }
}

test('every decision on every surface is the one an independent oracle takes', {
  timeout: 3_600_000,
}, async () => {
  let decisions = 0
  const tally: Tally = new Map()
  const seeds = SEED === undefined ? Array.from({ length: WORLDS }, (_, i) => i + 1) : [Number(SEED)]
  for (const seed of seeds) {
    try {
      decisions += await compareWorld(seed, tally)
    } catch (error) {
      if (error instanceof Error) error.message = `world of seed ${seed}: ${error.message}`
      throw error
    }
  }
  if (isLong) {
    console.log(`${decisions} decisions in ${seeds.length} worlds, 0 differences`)
    console.log(HAPPENINGS.map((what) => `${tally.get(what) ?? 0} × ${what}`).join('\n'))
  }
  if (SEED !== undefined) return
  expect(decisions).toBeGreaterThan(LEAST_DECISIONS)
  if (WORLDS >= WORLDS_FOR_EVERYTHING)
    expect(neverHappened(tally), 'what the worlds never came upon').toEqual([])
})

test('a loss whose hand-over is taken back is closed when the consent that showed it ends', async () => {
  const w = await makeWorld(seeded(1), 20)
  try {
    for (let i = 0; i < 8; i++) await lossNoLongerAboutItsHolder(w)
  } finally {
    await w.close()
  }
})
