import { uuidv7 } from 'uuidv7'
import { claim, type Player, type RecordReply } from './client.ts'
import { type Cast, type Delivered, farmerNamed, type Mandates, type Scene } from './scene.ts'
import { count, kg, shillings } from './words.ts'
import {
  ASSUMED_TO_PARCHMENT,
  CHERRY,
  CHERRY_PRICE,
  COOPERATIVE_PURPOSE,
  GRACE,
  NEIGHBOUR,
  PARCHMENT,
  PARCHMENT_PRICE,
  story,
} from './world.ts'

/** Obligations, deliveries and confirmations. */

/** Grace's deliveries that later steps need. */
export interface GracesDeliveries {
  readonly obligation: RecordReply
  readonly confirmed: RecordReply
  readonly corrected: RecordReply
  readonly resolvedFork: RecordReply
}

/** Delivers kilograms of parchment or cherry, at the cooperative's price. */
export function deliver(
  scene: Scene,
  cast: Cast,
  from: Player,
  {
    daysAgo,
    kg: value,
    minute = 0,
  }: { readonly daysAgo: number; readonly kg: number; readonly minute?: number },
  more: object = {},
): Promise<RecordReply> {
  return cast.cooperative.append('delivery', {
    from_party: from.id,
    to_party: cast.cooperative.id,
    crop: PARCHMENT,
    quantity: { value, unit: 'kg' },
    agreed_price: price(value * PARCHMENT_PRICE),
    measurement_method: 'calibrated_weighed',
    location: 'Example Hills store',
    occurred_at: scene.calendar.at(daysAgo, 540 + minute),
    lawful_basis: 'special_data_consent',
    ...more,
  })
}

export const price = (amount: number) => ({ amount_minor: Math.round(amount), currency: 'UGX' })

export const confirmationPath = (delivery: RecordReply) => `/v1/deliveries/${delivery.id}/confirmation`

export function confirm(scene: Scene, by: Player, delivery: RecordReply, daysAgo: number, more: object = {}) {
  return by.create<RecordReply>(confirmationPath(delivery), {
    id: uuidv7(),
    channel: 'ussd_pin',
    occurred_at: scene.calendar.at(daysAgo, 1_080),
    ...more,
  })
}

export async function deliverAll(scene: Scene, cast: Cast): Promise<readonly Delivered[]> {
  const { stage } = scene
  stage.begin('deliveries', 'They bring dried parchment, weighed and priced')
  const others = cast.farmers.filter(({ player }) => player !== cast.grace)
  const delivered = await stage.forEach('deliveries', others, async ({ player, plan }, i) => {
    const record = await deliver(scene, cast, player, { ...plan.delivery, minute: i })
    if (plan.delivery.confirmed) await confirm(scene, player, record, plan.delivery.daysAgo)
    return { from: player, record, kg: plan.delivery.kg, confirmed: plan.delivery.confirmed }
  })
  const totalKg = delivered.reduce((total, { record }) => total + (record.derived.kg ?? 0), 0)
  const confirmed = delivered.filter((delivery) => delivery.confirmed).length
  stage.print(
    `The cooperative weighs ${count(delivered.length, 'delivery', 'deliveries')}, ${kg(totalKg)} for ${shillings(totalKg * PARCHMENT_PRICE)}. They show money, so their lawful basis is special_data_consent.`,
  )
  stage.print(
    `${confirmed} farmers confirm with a PIN on any telephone; ${delivered.length - confirmed} have not answered. A confirmation never changes the delivery.`,
  )
  stage.facts({ deliveries: delivered.length, total_kg: totalKg, confirmed })
  return delivered
}

export async function graceDelivers(scene: Scene, cast: Cast): Promise<GracesDeliveries> {
  const { stage, calendar } = scene
  const { cooperative, grace } = cast
  stage.begin('obligation', `${GRACE} owes parchment, and brings it`)
  const obligation = await cooperative.append('obligation', {
    kind: 'deliver_produce',
    obligor: grace.id,
    obligee: cooperative.id,
    crop: PARCHMENT,
    quantity: { value: story.owes.kg, unit: 'kg' },
    amount: price(story.owes.kg * PARCHMENT_PRICE),
    due_at: calendar.at(-story.owes.dueInDays, 1_080),
    occurred_at: calendar.at(story.owes.daysAgo),
    lawful_basis: 'special_data_consent',
  })
  const towards = { obligation_id: obligation.id }
  const confirmed = await deliver(scene, cast, grace, story.confirmedByHerself, towards)
  await confirm(scene, grace, confirmed, story.confirmedByHerself.daysAgo)
  const corrected = await deliver(scene, cast, grace, story.corrected, towards)
  const resolvedFork = await deliver(scene, cast, grace, story.resolvedFork, towards)
  await confirm(scene, grace, resolvedFork, story.resolvedFork.daysAgo)
  stage.print(
    `Agreed: ${kg(story.owes.kg)}. She brings ${kg(story.confirmedByHerself.kg)}, ${kg(story.corrected.kg)} and ${kg(story.resolvedFork.kg)}, and confirms the first and the last.`,
  )
  const cherry = await bringCherry(scene, cast, towards)
  stage.print(
    `Then ${kg(story.cherry.kg)} of fresh cherry. By an assumed factor that is ${kg(cherry.derived.kg)} of parchment; it counts, flagged ${cherry.derived.flags.join(', ')}.`,
  )
  const { fulfilment } = (await readOwn(cooperative, obligation)).derived
  stage.print(
    `The service adds up at every read: ${kg(fulfilment?.delivered_kg ?? null)} delivered in ${fulfilment?.deliveries} deliveries, ${kg(fulfilment?.confirmed_kg ?? null)} of it confirmed, ${kg(fulfilment?.outstanding_kg ?? null)} outstanding.`,
  )
  stage.facts({
    committed_kg: fulfilment?.committed_kg ?? null,
    delivered_kg: fulfilment?.delivered_kg ?? null,
    confirmed_kg: fulfilment?.confirmed_kg ?? null,
    outstanding_kg: fulfilment?.outstanding_kg ?? null,
    cherry_flags: cherry.derived.flags,
  })
  return { obligation, confirmed, corrected, resolvedFork }
}

/** Delivers fresh cherry towards a debt in parchment. */
function bringCherry(scene: Scene, cast: Cast, towards: object): Promise<RecordReply> {
  const { kg: value, parchmentKg } = story.cherry
  return deliver(scene, cast, cast.grace, story.cherry, {
    ...towards,
    crop: CHERRY,
    normalized_kg: parchmentKg,
    conversion_id: ASSUMED_TO_PARCHMENT,
    agreed_price: price(value * CHERRY_PRICE),
  })
}

export const readOwn = (party: Player, { id }: RecordReply): Promise<RecordReply> =>
  party.read<RecordReply>(`/v1/records/${id}?purpose=${COOPERATIVE_PURPOSE}`)

/** Corrects a wrong figure by a new record; the old one stays. @returns the current version */
export async function correct(
  scene: Scene,
  cast: Cast,
  { obligation, corrected }: GracesDeliveries,
): Promise<RecordReply> {
  const { stage } = scene
  const { cooperative, grace } = cast
  stage.begin('correction', 'A wrong figure is corrected, never overwritten')
  const { daysAgo, kg: wrongKg, toKg } = story.corrected
  const right = await deliver(
    scene,
    cast,
    grace,
    { daysAgo, kg: toKg },
    { obligation_id: obligation.id, supersedes: corrected.id, note: 'The sack was weighed with its liner.' },
  )
  const path = `/v1/records/${right.id}/chain?purpose=${COOPERATIVE_PURPOSE}`
  const { records } = await cooperative.read<{ records: RecordReply[] }>(path)
  const standings = records.map(({ derived }) => derived.standing)
  const kilograms = records.map(({ derived }) => derived.kg)
  claim('the old version is superseded and the new one the tip', standings.join() === 'superseded,tip')
  stage.print(
    `${kg(wrongKg)} was weighed with the liner of the sack; a second record says ${kg(toKg)}. The chain shows both: ${records.map(({ derived }) => `${kg(derived.kg)} ${derived.standing}`).join(', ')}.`,
  )
  const { fulfilment } = (await readOwn(cooperative, obligation)).derived
  stage.print(`Delivered towards the obligation now: ${kg(fulfilment?.delivered_kg ?? null)}.`)
  stage.facts({ standings, kilograms, delivered_kg: fulfilment?.delivered_kg ?? null })
  return right
}

export async function confirmForHer(
  scene: Scene,
  cast: Cast,
  mandates: Mandates,
  delivery: RecordReply,
): Promise<void> {
  const { stage } = scene
  stage.begin('delegated_confirmation', 'A neighbour confirms for her')
  await confirm(scene, farmerNamed(cast, NEIGHBOUR), delivery, story.corrected.daysAgo - 1, {
    channel: 'in_person',
    on_behalf_of: cast.grace.id,
    delegation_id: mandates.toNeighbour,
  })
  const { confirmation, flags, kg: confirmedKg } = (await readOwn(cast.cooperative, delivery)).derived
  claim('a confirmation by a delegate is not independent', confirmation?.independent === false)
  stage.print(
    `${NEIGHBOUR} confirms the ${kg(confirmedKg)} in ${GRACE}'s name. It counts as confirmed, and shows permanently that she did not do it herself: ${flags.join(', ')}.`,
  )
  stage.facts({ independent: confirmation?.independent ?? null, flags })
}
