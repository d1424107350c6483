import { delegate, GRANTABLE, give, open, renew, revoke, revokeOne } from '../../records/gate/consents.ts'
import {
  lossBeforeItsLot,
  lossOfAHandOverTakenBack,
  lossOfWhoBecomesOwner,
} from '../../records/gate/loss-scenes.ts'
import { lotTakenBack } from '../../records/gate/lot-scenes.ts'
import { paidAfterTheWindow } from '../../records/gate/money-scenes.ts'
import { object, withdraw } from '../../records/gate/objections.ts'
import { lotFromPlots } from '../../records/gate/plot-scenes.ts'
import { readAnything } from '../../records/gate/reads.ts'
import {
  assert,
  correctedByItsReceiver,
  correctedForItsReader,
  lotOfAReader,
  parties,
} from '../../records/gate/scenes.ts'
import { DAY, type World } from '../../records/gate/world.ts'
import { write } from '../../records/gate/writing.ts'

/** What happens at an appliance between two readings of its feed. */

const SCENES = [
  lotOfAReader,
  lotTakenBack,
  lotFromPlots,
  correctedForItsReader,
  correctedByItsReceiver,
  lossBeforeItsLot,
  lossOfAHandOverTakenBack,
  lossOfWhoBecomesOwner,
  paidAfterTheWindow,
  onePartyTwice,
]

/** @param reader whose feed it is: most of what is given and ended is given to it, for the purpose */
export async function step(w: World, reader: string, purpose: string): Promise<void> {
  const { random } = w
  await w.tick(random.chance(0.05) ? -2 * DAY : random.pick([0, 1, 3_600_000, DAY, DAY, 2 * DAY]))
  const roll = random.below(100)
  if (roll < 12) await opens(w, reader, purpose)
  else if (roll < 18) await ends(w, reader, purpose)
  else if (roll < 25) await give(w)
  else if (roll < 28) await renew(w)
  else if (roll < 31) await revoke(w)
  else if (roll < 35) await delegate(w)
  else if (roll < 41) await object(w)
  else if (roll < 46) await withdraw(w)
  else if (roll < 48) {
    // What is read is noted, so that the time is not forgotten.
    await readAnything(w, random)
    await w.restart()
  } else if (roll < 50) await w.submit(() => void w.kernel.anchors.makeBatch())
  else if (roll < 56) await random.pick(SCENES)(w)
  else if (roll < 62) await drawnOn(w, reader, purpose)
  else await write(w)
}

/** Somebody opens much to the reader, for some time or what happened in some time, and lets it be kept or not. */
async function opens(w: World, grantee: string, purpose: string): Promise<void> {
  const { random, nowMs } = w
  const fromMs = nowMs + (random.chance(0.1) ? 2 * DAY : 0)
  const untilMs = fromMs + random.pick([1, 5, 20, 60]) * DAY
  await open(w, {
    ...{ subject: random.pick(w.parties), grantee, purpose, fromMs, untilMs },
    types: random.chance(0.6) ? GRANTABLE : random.some([...GRANTABLE, 'harvest'], 0.5),
    happenedFromMs: random.chance(0.15) ? nowMs - random.below(20) * DAY : null,
    keepUntilMs: random.chance(0.4) ? untilMs + random.pick([0, 1, 20]) * DAY : null,
  })
}

/** A lot of one party draws on a harvest of another, and each opens it to the reader for a time of its own, or not. */
async function drawnOn(w: World, grantee: string, purpose: string): Promise<void> {
  const { random, nowMs: fromMs } = w
  const [producer, holder] = parties(w)
  const harvest = await assert(w, producer, 'harvest', { producer })
  if (harvest === null) return
  const inputs = [{ record_id: harvest.id, kg: 5 }]
  await assert(w, holder, 'lot', { holder, grade: `G${w.records.length}x`, inputs })
  for (const subject of [producer, holder])
    if (random.chance(0.8)) {
      const untilMs = fromMs + random.pick([1, 4, 9, 30]) * DAY
      await open(w, { subject, grantee, purpose, types: ['harvest', 'lot'], fromMs, untilMs })
    }
}

/** A consent of the reader ends, or is narrower from now on. */
async function ends(w: World, reader: string, purpose: string): Promise<void> {
  const { random, nowMs } = w
  const live = w.grants.filter(
    (one) => one.grantee === reader && one.purpose === purpose && !one.revoked && nowMs < one.untilMs,
  )
  if (live.length === 0) return
  const old = random.pick(live)
  if (random.chance(0.6)) return revokeOne(w, old)
  const types = random.some(old.types, 0.6)
  if (types.length > 0 && old.fromMs <= nowMs) await open(w, { ...old, types, fromMs: nowMs }, old)
}

/** The cooperative finds that two parties are the same one. */
async function onePartyTwice(w: World): Promise<void> {
  const [party, same_as] = [w.random.pick(w.parties), w.random.pick(w.parties)]
  if (party === same_as) return
  const basis = { lawful_basis: 'contract_performance' }
  await assert(w, w.cooperative, 'party', { ...basis, party, kind: 'person', display_name: 'N', same_as })
}
