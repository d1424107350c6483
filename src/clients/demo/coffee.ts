import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import { count, inShillings, kg, sum } from './figures.ts'
import type { Cast, Farmer } from './people.ts'
import { claim, type Player, type RecordReply, type Refusal } from './teller.ts'
import * as world from './world.ts'

/** From the harvest to what was brought, and what was wrong with it. */

/** A delivery that went into a lot. */
export interface Delivered {
  readonly from: Player
  readonly record: RecordReply
  readonly kg: number
}

/** Sends a record again, and then misuses its id. */
export async function sendTwice({ t, cooperative, farmers: [{ player: grace, inTheirName }] }: Cast) {
  t.begin('replay', 'A record sent twice is one record')
  const { daysAgo, kg: value } = world.story.harvest
  const harvest = t.draft('harvest', daysAgo, {
    ...inTheirName,
    producer: grace.id,
    crop: world.CHERRY,
    quantity: { value, unit: 'kg' },
    measurement_method: 'coop_weighed',
    plot: { name: 'Upper terrace', geometry: world.square(30.0301, 0.2501) },
  })
  const first = await cooperative.post<RecordReply>('/v1/records', harvest)
  const again = await cooperative.post('/v1/records', harvest, 200)
  claim('the same record gets the same answer', again.text === first.text)
  const more = { ...harvest, quantity: { value: value + 100, unit: 'kg' } }
  const other = await cooperative.post('/v1/records', more, 409)
  t.say(
    `The cooperative records that ${grace.name} picked ${kg(first.body.derived.kg)} of cherry: ${first.status}, written.`,
    `The tablet did not get the reply and sends the record again: ${again.status}, nothing written.`,
    `The same id with ${kg(value + 100)}: ${other.status} ${other.body.code}. The stored record stays.`,
  )
  t.facts({ first: first.status, again: again.status, other: other.status, code: other.body.code })
}

type Tin = typeof world.TIN_ELSEWHERE | ReturnType<typeof world.ownTinFactor>

/** Records a harvest, by the farmer or on their behalf. @param i sets the minute, so that no two are equal */
function pick({ t }: Cast, farmer: Farmer, picking: ReturnType<typeof world.tins>, tin: Tin, i = 0) {
  const { daysAgo, value, unit } = picking
  const isInTins = unit === 'debe'
  return farmer.author.write('harvest', daysAgo, {
    ...farmer.inTheirName,
    producer: farmer.player.id,
    crop: world.CHERRY,
    occurred_at: t.at(daysAgo, 480 + i),
    quantity: { value, unit, ...(isInTins ? { label: 'tin' } : {}) },
    ...(isInTins ? { normalized_kg: Math.round(value * tin.factor * 10) / 10, conversion_id: tin.id } : {}),
    measurement_method: isInTins ? 'coop_counted' : 'coop_weighed',
  })
}

/** @returns the factor for the cooperative's own tins */
export async function weighTins(cast: Cast): Promise<Tin> {
  const { t } = cast
  const [grace] = cast.farmers
  t.begin('conversion', 'Tins are converted to kilograms by a named factor')
  const { elsewhere, here } = world.story.tins
  const foreign = (await pick(cast, grace, elsewhere, world.TIN_ELSEWHERE)).derived
  const row = world.ownTinFactor(t.at(27).slice(0, 10))
  await t.service.operator.addConversion(row)
  const path = `/v1/registry/conversions/${row.id}`
  const { body: shown } = await t.request<typeof row>(null, path, 200)
  const own = (await pick(cast, grace, here, row)).derived
  const isFlagged = [foreign, own].map(({ flags }) => flags.includes('conversion_out_of_scope'))
  claim('a factor from elsewhere is flagged, and one from here is not', isFlagged.join() === 'true,false')
  const { weighings, factor } = { weighings: shown.weighings.length, factor: shown.factor }
  t.say(
    `${elsewhere.value} tins, with a factor that was measured in Nyeri, Kenya: ${kg(foreign.kg)}. It is kept, and flagged ${foreign.flags.join(', ')}.`,
    `The operator adds a factor for Kasese (${world.REGION}) from ${count(weighings, 'weighing')} of the cooperative's own tins: ${kg(sum([factor]))}. Anybody can look it up, without a credential.`,
    `${here.value} tins with that factor: ${kg(own.kg)}, and no such flag.`,
  )
  t.facts({ weighings, factor, flags_elsewhere: foreign.flags, flags_here: own.flags })
  return row
}

export async function harvestAll(cast: Cast, tin: Tin): Promise<void> {
  const { t } = cast
  const [, ...others] = cast.farmers
  t.begin('harvests', 'The others pick too')
  const pickings = others.flatMap((farmer) => farmer.plan.pickings.map((picking) => ({ farmer, picking })))
  const records = await t.each('harvests', pickings, ({ farmer, picking }, i) =>
    pick(cast, farmer, picking, tin, i),
  )
  const harvests = records.length
  const total_kg = sum(records.map(({ derived }) => derived.kg))
  const delegated = records.filter(({ derived }) => derived.flags.includes('delegated_authority')).length
  const in_tins = pickings.filter(({ picking }) => picking.unit === 'debe').length
  t.say(
    `${count(harvests, 'harvest')} of ${count(others.length, 'farmer')}, ${kg(total_kg)} of cherry; ${in_tins} were counted in tins.`,
    `${harvests - delegated} came from the farmers' own telephones. ${delegated} were recorded by the cooperative and carry the flag delegated_authority.`,
  )
  t.facts({ harvests, total_kg, delegated, in_tins })
}

/** Kilograms of parchment, at the cooperative's price. */
export function deliver(
  { t, cooperative }: Cast,
  from: Player,
  { daysAgo, kg: value, minute = 0 }: { daysAgo: number; kg: number; minute?: number },
  more: object = {},
): Promise<RecordReply> {
  return cooperative.write('delivery', daysAgo, {
    ...world.brought(from, cooperative, value),
    location: 'Example Hills store',
    occurred_at: t.at(daysAgo, 540 + minute),
    lawful_basis: 'special_data_consent',
    ...more,
  })
}

export const confirmationOf = ({ id }: RecordReply) => `/v1/deliveries/${id}/confirmation`

export function confirm({ t }: Cast, by: Player, delivery: RecordReply, daysAgo: number, more: object = {}) {
  const members = { channel: 'ussd_pin', occurred_at: t.at(daysAgo, 1_080), ...more }
  return by.post(confirmationOf(delivery), { id: uuidv7(), ...members })
}

export async function deliverAll(cast: Cast): Promise<readonly Delivered[]> {
  const { t } = cast
  const [, ...others] = cast.farmers
  t.begin('deliveries', 'They bring dried parchment, weighed and priced')
  const delivered = await t.each('deliveries', others, async ({ player, plan: { delivery } }, minute) => {
    const record = await deliver(cast, player, { ...delivery, minute })
    if (delivery.confirmed) await confirm(cast, player, record, delivery.daysAgo)
    return { from: player, record, kg: delivery.kg }
  })
  const deliveries = delivered.length
  const total_kg = sum(delivered.map(({ record }) => record.derived.kg))
  const confirmed = others.filter(({ plan }) => plan.delivery.confirmed).length
  t.say(
    `The cooperative weighs ${count(deliveries, 'delivery', 'deliveries')}, ${kg(total_kg)} for ${inShillings(total_kg * world.PARCHMENT_PRICE)}. They show money, so their lawful basis is special_data_consent.`,
    `${confirmed} farmers confirm with a PIN on any telephone; ${deliveries - confirmed} have not answered. A confirmation never changes the delivery.`,
  )
  t.facts({ deliveries, total_kg, confirmed })
  return delivered
}

/** What Grace brings towards what she owes, and all that happens to it. */
export interface Owed {
  /** The member that names what she owes. */
  readonly towards: { readonly obligation_id: string }
  readonly obligation: RecordReply
  readonly confirmed: RecordReply
  readonly corrected: RecordReply
  readonly resolvedFork: RecordReply
}

const fulfilmentOf = async ({ cooperative }: Cast, obligation: RecordReply) =>
  must((await cooperative.read(obligation)).derived.fulfilment)

export async function graceDelivers(cast: Cast): Promise<Owed> {
  const { t, cooperative, grace } = cast
  t.begin('obligation', `${grace.name} owes parchment, and brings it`)
  const { owes, confirmedByHerself, corrected: toCorrect, resolvedFork: toResolve, cherry } = world.story
  const obligation = await cooperative.write('obligation', owes.daysAgo, {
    ...world.owed(grace, cooperative),
    due_at: t.at(-owes.dueInDays, 1_080),
    lawful_basis: 'special_data_consent',
  })
  const towards = { obligation_id: obligation.id }
  const confirmed = await deliver(cast, grace, confirmedByHerself, towards)
  await confirm(cast, grace, confirmed, confirmedByHerself.daysAgo)
  const corrected = await deliver(cast, grace, toCorrect, towards)
  const resolvedFork = await deliver(cast, grace, toResolve, towards)
  await confirm(cast, grace, resolvedFork, toResolve.daysAgo)
  const { derived } = await deliver(cast, grace, cherry, {
    ...towards,
    crop: world.CHERRY,
    agreed_price: world.shillings(cherry.kg * world.CHERRY_PRICE),
    normalized_kg: cherry.parchmentKg,
    conversion_id: world.ASSUMED_TO_PARCHMENT,
  })
  const owed = await fulfilmentOf(cast, obligation)
  const { committed_kg, delivered_kg, confirmed_kg, outstanding_kg } = owed
  t.say(
    `Agreed: ${kg(owes.kg)}. She brings ${kg(confirmedByHerself.kg)}, ${kg(toCorrect.kg)} and ${kg(toResolve.kg)}, and confirms the first and the last.`,
    `Then ${kg(cherry.kg)} of fresh cherry. By an assumed factor that is ${kg(derived.kg)} of parchment; it counts, flagged ${derived.flags.join(', ')}.`,
    `The service adds up at every read: ${kg(delivered_kg)} delivered in ${owed.deliveries} deliveries, ${kg(confirmed_kg)} of it confirmed, ${kg(outstanding_kg)} outstanding.`,
  )
  t.facts({ committed_kg, delivered_kg, confirmed_kg, outstanding_kg, cherry_flags: derived.flags })
  return { towards, obligation, confirmed, corrected, resolvedFork }
}

/** Corrects a wrong figure by a new record, which her neighbour confirms; the old one stays. @returns the new one */
export async function correct(cast: Cast, { obligation, towards, corrected }: Owed): Promise<RecordReply> {
  const { t, cooperative, grace, neighbour, toNeighbour } = cast
  t.begin('correction', 'A wrong figure is corrected, never overwritten')
  const { daysAgo, kg: wrongKg, toKg } = world.story.corrected
  const note = 'The sack was weighed with its liner.'
  const because = { ...towards, supersedes: corrected.id, note }
  const right = await deliver(cast, grace, { daysAgo, kg: toKg }, because)
  const path = `/v1/records/${right.id}/chain?purpose=${world.COOPERATIVE_PURPOSE}`
  const versions = (await cooperative.get<{ records: RecordReply[] }>(path)).body.records
  const [standings, kilograms] = [
    versions.map((one) => one.derived.standing),
    versions.map((one) => one.derived.kg),
  ]
  claim('the old version is superseded and the new one the tip', standings.join() === 'superseded,tip')
  const { delivered_kg } = await fulfilmentOf(cast, obligation)
  t.say(
    `${kg(wrongKg)} was weighed with the liner of the sack; a second record says ${kg(toKg)}. The chain shows both: ${versions.map(({ derived }) => `${kg(derived.kg)} ${derived.standing}`).join(', ')}.`,
    `Delivered towards the obligation now: ${kg(delivered_kg)}.`,
  )
  t.facts({ standings, kilograms, delivered_kg })

  t.begin('delegated_confirmation', 'A neighbour confirms for her')
  const forHer = { channel: 'in_person', on_behalf_of: grace.id, delegation_id: toNeighbour }
  await confirm(cast, neighbour, right, daysAgo - 1, forHer)
  const { confirmation, flags, kg: confirmedKg } = (await cooperative.read(right)).derived
  const { independent } = must(confirmation)
  claim('a confirmation by a delegate is not independent', !independent)
  t.say(
    `${neighbour.name} confirms the ${kg(confirmedKg)} in ${grace.name}'s name. It counts as confirmed, and shows permanently that she did not do it herself: ${flags.join(', ')}.`,
  )
  t.facts({ independent, flags })
  return right
}

/** Two tablets correct the same delivery independently, and nobody has settled it yet. */
export async function fork(cast: Cast, { obligation, towards }: Owed): Promise<void> {
  const { t, cooperative, grace } = cast
  t.begin('fork', 'Two corrections contradict each other')
  const { daysAgo, kg: firstKg, toKg, otherKg } = world.story.openFork
  const delivery = await deliver(cast, grace, { daysAgo, kg: firstKg }, towards)
  const before = await fulfilmentOf(cast, obligation)
  const correction = { ...towards, supersedes: delivery.id }
  const first = await deliver(cast, grace, { daysAgo, kg: toKg }, correction)
  const other = await deliver(cast, grace, { daysAgo, kg: otherKg }, correction)
  const { delivered_kg: after_kg, forked, incomplete } = await fulfilmentOf(cast, obligation)
  const branches = [await cooperative.read(first), await cooperative.read(other)]
  const standings = branches.map(({ derived }) => derived.standing)
  claim('both corrections stand as forked', standings.join() === 'forked,forked')
  claim('a fork makes the sum incomplete', incomplete && forked === 1)
  const third = { ...branches[0], id: uuidv7(), supersedes: first.id }
  const { status, body } = await cooperative.post('/v1/records', third, 422)
  t.say(
    `A further delivery of ${kg(firstKg)} is corrected to ${kg(toKg)} on one tablet and to ${kg(otherKg)} on another. Both are kept as forked, and no winner is chosen.`,
    `So neither counts: the delivered sum falls from ${kg(before.delivered_kg)} to ${kg(after_kg)}, and is marked incomplete.`,
    `A third correction on top is refused: ${status} ${body.code}.`,
  )
  t.facts({ standings, before_kg: before.delivered_kg, after_kg, forked, incomplete, code: body.code })
}

/** Another fork, which people settle by retracting one branch. */
export async function settleFork(cast: Cast, owed: Owed, lot: RecordReply): Promise<void> {
  const { t, cooperative, grace } = cast
  const { obligation, towards, resolvedFork: delivery } = owed
  t.begin('settled_fork', 'Another fork is settled')
  const { daysAgo, toKg, otherKg } = world.story.resolvedFork
  const correction = { ...towards, supersedes: delivery.id }
  const kept = await deliver(cast, grace, { daysAgo, kg: toKg }, correction)
  const dropped = await deliver(cast, grace, { daysAgo, kg: otherKg }, correction)
  const sums = async () => {
    const { delivered_kg, forked } = await fulfilmentOf(cast, obligation)
    return {
      delivered_kg,
      forked,
      isLotIncomplete: must((await cooperative.read(lot)).derived.mass_balance).incomplete,
    }
  }
  const torn = await sums()
  await cooperative.write('retraction', 1, {
    target_id: dropped.id,
    reason: 'entered_in_error',
    lawful_basis: undefined,
  })
  const settled = await sums()
  const { standing, confirmation } = (await cooperative.read(kept)).derived
  claim('the lot is incomplete while an input is forked', torn.isLotIncomplete && !settled.isLotIncomplete)
  claim('the other branch is the tip', standing === 'tip')
  claim('a confirmation does not carry over', confirmation === null)
  t.say(
    `The ${kg(delivery.derived.kg)} she confirmed become ${kg(toKg)} and ${kg(otherKg)}. Delivered: ${kg(torn.delivered_kg)}, ${torn.forked} left out. Its lot is marked incomplete.`,
    `The cooperative asks, and retracts the ${kg(otherKg)}. The ${kg(toKg)} are the tip and count again: ${kg(settled.delivered_kg)}. The lot is complete.`,
    'She confirmed the old figure, not the new one, so the delivery is now unconfirmed.',
  )
  t.facts({
    ...{ forked_kg: torn.delivered_kg, forked: torn.forked },
    ...{
      settled_kg: settled.delivered_kg,
      still_forked: settled.forked,
      standing,
      confirmed: confirmation !== null,
    },
    ...{ lot_incomplete_before: torn.isLotIncomplete, lot_incomplete_after: settled.isLotIncomplete },
  })
}

/** Refusals with reasons. Refusals about other people's records never give one. */
export async function refuseFaults({ t, cooperative, unasked }: Cast, { confirmed }: Owed): Promise<void> {
  t.begin('faults', 'Faulty requests are refused, with the reason')
  const tinsOnly = { producer: unasked.id, crop: world.CHERRY, quantity: { value: 9, unit: 'debe' } }
  const withoutFactor = t.draft('harvest', 20, { ...tinsOnly, normalized_kg: 120 })
  const onContract = { id: uuidv7(), lawful_basis: 'contract_performance' }
  const confirmation = { id: uuidv7(), channel: 'app', occurred_at: t.at(1) }
  const refused = (path: string, body: object) => cooperative.post(path, body, 422)
  const list = '/v1/records'
  const faults = {
    'Kilograms without a factor': await refused(list, withoutFactor),
    'A price on a contract basis': await refused(list, {
      ...(await cooperative.read(confirmed)),
      ...onContract,
    }),
    'The cooperative confirms a delivery that it wrote itself': await refused(
      confirmationOf(confirmed),
      confirmation,
    ),
    'Reading without a purpose': await cooperative.get<Refusal>(list, 400),
    'Reading without a credential': await t.request<Refusal>(
      null,
      `${list}?purpose=${world.COOPERATIVE_PURPOSE}`,
      401,
    ),
  }
  for (const [what, { status, body }] of Object.entries(faults))
    t.say(`${what}: ${status} ${body.code}. ${body.title}.`)
  t.facts({ codes: Object.values(faults).map(({ body }) => body.code) })
}
