import { isPerson } from '../../../support/records/gate/oracle.ts'
import { give, open, renew, revokeOne } from './consents.ts'
import { lossOfAHandOver } from './loss-scenes.ts'
import { handOver, retract } from './predicting.ts'
import { begin, drain, type Pull, pullAPage } from './pulls.ts'
import { readAnything } from './reads.ts'
import { assert, grant, parties } from './scenes.ts'
import { DAY, PURPOSES, type World } from './world.ts'

/** Stories of those who pull, which chance alone tells too seldom. */

/** A page is pulled, then what it rests on is replaced, and the rest must come all the same. */
export async function renewedBetweenPages(w: World): Promise<void> {
  const given = w.grants.filter((g) => !g.revoked && w.nowMs < g.untilMs)
  if (given.length === 0) return
  const { grantee, purpose } = w.random.pick(given)
  const pull = begin(w, w.asker(grantee), purpose)
  await drain(w, pull)
  await give(w)
  await pullAPage(w, pull)
  await renew(w)
  await pullAPage(w, pull)
  await renew(w)
  await drain(w, pull)
  await readAnything(w, w.random)
}

/**
 * One reader has two copies, and only one of them has a record when it is closed. Then it may be kept for another time, and
 * somebody in it is a person now: both bring it again.
 */
export async function twoCopies(w: World): Promise<void> {
  const [subject, reader] = parties(w)
  const purpose = w.random.pick(PURPOSES)
  const harvest = { producer: subject, lawful_basis: 'contract_performance' }
  if ((await assert(w, subject, 'harvest', harvest)) === null) return
  const [one, other] = [begin(w, w.asker(reader), purpose), begin(w, w.asker(reader), purpose)]
  // Pages pulled one right after the other stand in the audit log as one.
  const pulled = async (pull: Pull) => {
    await drain(w, pull)
    await readAnything(w, w.random)
  }
  for (const pull of [one, other]) await pulled(pull)
  const forAMonth = () => {
    const untilMs = w.nowMs + 30 * DAY
    return {
      subject,
      grantee: reader,
      purpose,
      types: ['harvest'],
      fromMs: w.nowMs,
      untilMs,
      keepUntilMs: untilMs,
    }
  }
  const first = await open(w, forAMonth())
  await pulled(one)
  await revokeOne(w, first)
  await pulled(other)
  const second = await open(w, forAMonth())
  await pulled(one)
  await w.tick(DAY)
  await open(w, forAMonth(), second)
  await pulled(one)
  if (isPerson(w, subject)) return
  await assert(w, subject, 'party', { party: subject, kind: 'person', display_name: 'N' })
  await pulled(one)
}

/**
 * A copy has a loss by the consent of its lot's holder. Then a hand-over is taken back, so that it is known no longer whom the
 * loss was about, and the consent ends before the next pull.
 */
export async function lossNoLongerAboutItsHolder(w: World): Promise<void> {
  const [holder, model, reader] = parties(w)
  const purpose = w.random.pick(PURPOSES)
  const told = await lossOfAHandOver(w, holder, model)
  if (told === null) return
  const given = await grant(w, holder, reader, purpose, ['loss'])
  const pull = begin(w, w.asker(reader), purpose)
  await drain(w, pull)
  await readAnything(w, w.random)
  await retract(w, holder, told.handed)
  await revokeOne(w, given)
  await drain(w, pull)
  await readAnything(w, w.random)
}

/** A lot that a copy has by a grant is handed to its reader: it comes again as its own. */
export async function copyOfWhatBecomesOwn(w: World): Promise<void> {
  const [holder, reader] = parties(w)
  const purpose = w.random.pick(PURPOSES)
  const fields = { holder, lawful_basis: 'contract_performance' }
  const lot = await assert(w, holder, 'lot', fields)
  if (lot === null) return
  await grant(w, holder, reader, purpose, ['lot'])
  const pull = begin(w, w.asker(reader), purpose)
  await drain(w, pull)
  await w.tick(DAY)
  await handOver(w, lot, holder, reader)
  await readAnything(w, w.random)
  await drain(w, pull)
  await readAnything(w, w.random)
}
