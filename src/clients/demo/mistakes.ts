import { uuidv7 } from 'uuidv7'
import { claim, type Fulfilment, parsed, type RecordReply, type Reply } from './client.ts'
import { confirmationPath, deliver, type GracesDeliveries, readOwn } from './deliveries.ts'
import { readBalance } from './lots.ts'
import { type Cast, farmerNamed, type Scene } from './scene.ts'
import { kg } from './words.ts'
import { CHERRY, PURPOSE, story, UNASKED } from './world.ts'

/** Mistakes: contradicting corrections, and requests that are refused. */

/** Two tablets correct the same delivery independently, and nobody has settled it yet. */
export async function fork(scene: Scene, cast: Cast, { obligation }: GracesDeliveries): Promise<void> {
  const { stage } = scene
  const { daysAgo, kg: firstKg, toKg, otherKg } = story.openFork
  stage.begin('fork', 'Two corrections contradict each other')
  const towards = { obligation_id: obligation.id }
  const delivery = await deliver(scene, cast, cast.grace, { daysAgo, kg: firstKg }, towards)
  const before = await fulfilmentOf(cast, obligation)
  const first = await deliver(
    scene,
    cast,
    cast.grace,
    { daysAgo, kg: toKg },
    { ...towards, supersedes: delivery.id },
  )
  const other = await deliver(
    scene,
    cast,
    cast.grace,
    { daysAgo, kg: otherKg },
    { ...towards, supersedes: delivery.id },
  )
  const after = await fulfilmentOf(cast, obligation)
  const standings = await standingsOf(cast, [first, other])
  claim('both corrections stand as forked', standings.join() === 'forked,forked')
  claim('a fork makes the sum incomplete', after.incomplete && after.forked === 1)
  stage.print(
    `A further delivery of ${kg(firstKg)} is corrected to ${kg(toKg)} on one tablet and to ${kg(otherKg)} on another. Both are kept as forked, and no winner is chosen.`,
  )
  stage.print(
    `So neither counts: the delivered sum falls from ${kg(before.delivered_kg)} to ${kg(after.delivered_kg)}, and is marked incomplete.`,
  )
  const third = await cast.cooperative.post('/v1/records', {
    ...(await readOwn(cast.cooperative, first)),
    id: uuidv7(),
    supersedes: first.id,
  })
  const { code } = parsed<{ code: string }>(third, 422, 'POST /v1/records')
  stage.print(`A third correction on top is refused: ${third.status} ${code}.`)
  stage.facts({
    standings,
    before_kg: before.delivered_kg,
    after_kg: after.delivered_kg,
    forked: after.forked,
    incomplete: after.incomplete,
    code,
  })
}

/** Another fork, which people settle by retracting one branch. */
export async function settleFork(
  scene: Scene,
  cast: Cast,
  { obligation, resolvedFork: delivery }: GracesDeliveries,
  lot: RecordReply,
): Promise<void> {
  const { stage } = scene
  const { daysAgo, toKg, otherKg } = story.resolvedFork
  stage.begin('settled_fork', 'Another fork is settled')
  const correction = (value: number) =>
    deliver(
      scene,
      cast,
      cast.grace,
      { daysAgo, kg: value },
      { obligation_id: obligation.id, supersedes: delivery.id },
    )
  const kept = await correction(toKg)
  const dropped = await correction(otherKg)
  const forked = await fulfilmentOf(cast, obligation)
  const lotForked = await readBalance(cast.cooperative, lot)
  claim('the lot is incomplete while an input is forked', lotForked.incomplete)
  stage.print(
    `The ${kg(delivery.derived.kg)} she confirmed become ${kg(toKg)} and ${kg(otherKg)}. Delivered: ${kg(forked.delivered_kg)}, ${forked.forked} left out. Its lot is marked incomplete.`,
  )
  await cast.cooperative.append('retraction', {
    target_id: dropped.id,
    reason: 'entered_in_error',
    occurred_at: scene.calendar.at(1),
  })
  const settled = await fulfilmentOf(cast, obligation)
  const lotSettled = await readBalance(cast.cooperative, lot)
  const { derived } = await readOwn(cast.cooperative, kept)
  claim('the other branch is the tip', derived.standing === 'tip' && !lotSettled.incomplete)
  claim('a confirmation does not carry over', derived.confirmation === null)
  stage.print(
    `The cooperative asks, and retracts the ${kg(otherKg)}. The ${kg(toKg)} are the tip and count again: ${kg(settled.delivered_kg)}. The lot is complete.`,
  )
  stage.print('She confirmed the old figure, not the new one, so the delivery is now unconfirmed.')
  stage.facts({
    forked_kg: forked.delivered_kg,
    forked: forked.forked,
    settled_kg: settled.delivered_kg,
    still_forked: settled.forked,
    standing: derived.standing,
    confirmed: derived.confirmation !== null,
    lot_incomplete_before: lotForked.incomplete,
    lot_incomplete_after: lotSettled.incomplete,
  })
}

/** Refusals with reasons. Refusals about other people's records never give one. */
export async function refuseFaults(scene: Scene, cast: Cast, delivery: RecordReply): Promise<void> {
  const { stage, calendar, client } = scene
  const { cooperative } = cast
  stage.begin('faults', 'Faulty requests are refused, with the reason')
  const harvest = {
    id: uuidv7(),
    type: 'harvest',
    producer: farmerNamed(cast, UNASKED).id,
    crop: CHERRY,
    quantity: { value: 9, unit: 'debe' },
    occurred_at: calendar.at(20),
    lawful_basis: 'contract_performance',
  }
  const codes: string[] = []
  const show = (what: string, reply: Reply, status: number) => {
    const { code, title } = parsed<{ code: string; title: string }>(reply, status, what)
    codes.push(code)
    stage.print(`${what}: ${status} ${code}. ${title}.`)
  }
  show(
    'Kilograms without a factor',
    await cooperative.post('/v1/records', { ...harvest, normalized_kg: 120 }),
    422,
  )
  show(
    'A price on a contract basis',
    await cooperative.post('/v1/records', {
      ...(await readOwn(cooperative, delivery)),
      id: uuidv7(),
      lawful_basis: 'contract_performance',
    }),
    422,
  )
  show(
    'The cooperative confirms a delivery that it wrote itself',
    await cooperative.post(confirmationPath(delivery), {
      id: uuidv7(),
      channel: 'app',
      occurred_at: calendar.at(1),
    }),
    422,
  )
  show('Reading without a purpose', await cooperative.get('/v1/records'), 400)
  show(
    'Reading without a credential',
    await client.request('GET', `/v1/records?purpose=${PURPOSE}`, null),
    401,
  )
  stage.facts({ codes })
}

async function fulfilmentOf(cast: Cast, obligation: RecordReply): Promise<Fulfilment> {
  const { fulfilment } = (await readOwn(cast.cooperative, obligation)).derived
  if (fulfilment === undefined) throw new Error('no fulfilment came with the obligation')
  return fulfilment
}

const standingsOf = (cast: Cast, records: readonly RecordReply[]): Promise<string[]> =>
  Promise.all(records.map(async (record) => (await readOwn(cast.cooperative, record)).derived.standing))
