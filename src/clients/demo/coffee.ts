import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import { count, inShillings, kg, sum } from './figures.ts'
import { claim, type Player, type RecordReply, type Refusal } from './narrator.ts'
import type { Cast, Farmer } from './people.ts'
import * as scenario from './scenario.ts'

/** The steps from the harvest to the deliveries, with their corrections and faults. */

/** A delivery that is an input of a lot. */
export interface Delivered {
  readonly from: Player
  readonly record: RecordReply
  readonly kg: number
}

/** Sends a record twice, then sends another record with the same id. */
export async function sendTwice({ t, cooperative, farmers: [{ player: grace, inTheirName }] }: Cast) {
  t.begin('replay', 'A record sent twice is stored once')
  const { daysAgo, kg: value } = scenario.story.harvest
  const harvest = t.draft('harvest', daysAgo, {
    ...inTheirName,
    producer: grace.id,
    crop: scenario.CHERRY,
    quantity: { value, unit: 'kg' },
    measurement_method: 'coop_weighed',
    plot: { name: 'Upper terrace', geometry: scenario.square(30.0301, 0.2501) },
  })
  const first = await cooperative.post<RecordReply>('/v1/records', harvest)
  const again = await cooperative.post('/v1/records', harvest, 200)
  claim('the same record gets the same answer', again.text === first.text)
  const changed = { ...harvest, quantity: { value: value + 100, unit: 'kg' } }
  const other = await cooperative.post('/v1/records', changed, 409)
  t.state(
    `The cooperative records that ${grace.name} picked ${kg(first.body.derived.kg)} of cherry: ${first.status}, stored.`,
    `The tablet did not get the reply and sends the record again: ${again.status}, nothing new stored.`,
    `Another record with the same id, of ${kg(value + 100)}: ${other.status} ${other.body.code}. The stored record stays as it is.`,
  )
  t.facts({ first: first.status, again: again.status, other: other.status, code: other.body.code })
}

type Tin = typeof scenario.TIN_ELSEWHERE | ReturnType<typeof scenario.ownTinFactor>

/**
 * Records a harvest, by the farmer or on their behalf.
 * @param i the minute, which makes each harvest different
 */
function pick({ t }: Cast, farmer: Farmer, picking: ReturnType<typeof scenario.tins>, tin: Tin, i = 0) {
  const { daysAgo, value, unit } = picking
  const isInTins = unit === 'debe'
  return farmer.author.write('harvest', daysAgo, {
    ...farmer.inTheirName,
    producer: farmer.player.id,
    crop: scenario.CHERRY,
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
  const { elsewhere, here } = scenario.story.tins
  const foreign = (await pick(cast, grace, elsewhere, scenario.TIN_ELSEWHERE)).derived
  const row = scenario.ownTinFactor(t.at(27).slice(0, 10))
  await t.service.operator.addConversion(row)
  const path = `/v1/registry/conversions/${row.id}`
  const { body: shown } = await t.request<typeof row>(null, path, 200)
  const own = (await pick(cast, grace, here, row)).derived
  const isFlagged = [foreign, own].map(({ flags }) => flags.includes('conversion_out_of_scope'))
  claim('a factor from elsewhere is flagged, and one from here is not', isFlagged.join() === 'true,false')
  const { weighings, factor } = { weighings: shown.weighings.length, factor: shown.factor }
  t.state(
    `${elsewhere.value} tins, with a factor that was measured in Nyeri, Kenya: ${kg(foreign.kg)}. The record is stored with the flag ${foreign.flags.join(', ')}.`,
    `The operator adds a factor for Kasese (${scenario.REGION}) from ${count(weighings, 'weighing')} of the cooperative's own tins: ${kg(sum([factor]))}. Anyone can look it up, without a credential.`,
    `${here.value} tins with that factor: ${kg(own.kg)}, without that flag.`,
  )
  t.facts({ weighings, factor, flags_elsewhere: foreign.flags, flags_here: own.flags })
  return row
}

export async function harvestAll(cast: Cast, tin: Tin): Promise<void> {
  const { t } = cast
  const [, ...others] = cast.farmers
  t.begin('harvests', 'The other farmers pick too')
  const pickings = others.flatMap((farmer) => farmer.plan.pickings.map((picking) => ({ farmer, picking })))
  const records = await t.each('harvests', pickings, ({ farmer, picking }, i) =>
    pick(cast, farmer, picking, tin, i),
  )
  const harvests = records.length
  const total_kg = sum(records.map(({ derived }) => derived.kg))
  const delegated = records.filter(({ derived }) => derived.flags.includes('delegated_authority')).length
  const in_tins = pickings.filter(({ picking }) => picking.unit === 'debe').length
  t.state(
    `${count(harvests, 'harvest')} of ${count(others.length, 'farmer')}, ${kg(total_kg)} of cherry; ${in_tins} were counted in tins.`,
    `${harvests - delegated} were sent from the farmers' own telephones. ${delegated} were recorded by the cooperative and have the flag delegated_authority.`,
  )
  t.facts({ harvests, total_kg, delegated, in_tins })
}

/** Records a delivery of parchment to the cooperative, at its price. */
export function deliver(
  { t, cooperative }: Cast,
  from: Player,
  { daysAgo, kg: value, minute = 0 }: { daysAgo: number; kg: number; minute?: number },
  more: object = {},
): Promise<RecordReply> {
  return cooperative.write('delivery', daysAgo, {
    ...scenario.parchmentDelivery(from, cooperative, value),
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
  t.begin('deliveries', 'The farmers deliver dried parchment, weighed and priced')
  const delivered = await t.each('deliveries', others, async ({ player, plan: { delivery } }, minute) => {
    const record = await deliver(cast, player, { ...delivery, minute })
    if (delivery.confirmed) await confirm(cast, player, record, delivery.daysAgo)
    return { from: player, record, kg: delivery.kg }
  })
  const deliveries = delivered.length
  const total_kg = sum(delivered.map(({ record }) => record.derived.kg))
  const confirmed = others.filter(({ plan }) => plan.delivery.confirmed).length
  t.state(
    `The cooperative weighs ${count(deliveries, 'delivery', 'deliveries')}, ${kg(total_kg)} for ${inShillings(total_kg * scenario.PARCHMENT_PRICE)}. They contain prices, so their lawful basis is special_data_consent.`,
    `${confirmed} farmers confirm with a PIN on any telephone; ${deliveries - confirmed} have not answered. A confirmation never changes the delivery.`,
  )
  t.facts({ deliveries, total_kg, confirmed })
  return delivered
}

/** Grace's obligation, and her deliveries towards it. */
export interface Obliged {
  /** The member by which a delivery names the obligation. */
  readonly towards: { readonly obligation_id: string }
  readonly obligation: RecordReply
  readonly confirmed: RecordReply
  readonly corrected: RecordReply
  readonly resolvedFork: RecordReply
}

const fulfilmentOf = async ({ cooperative }: Cast, obligation: RecordReply) =>
  must((await cooperative.read(obligation)).derived.fulfilment)

export async function graceDelivers(cast: Cast): Promise<Obliged> {
  const { t, cooperative, grace } = cast
  t.begin('obligation', `${grace.name} has an obligation to deliver parchment, and delivers`)
  const {
    obligation: agreed,
    confirmedByHerself,
    corrected: toCorrect,
    resolvedFork: toResolve,
    cherry,
  } = scenario.story
  const obligation = await cooperative.write('obligation', agreed.daysAgo, {
    ...scenario.obligationOf(grace, cooperative),
    due_at: t.at(-agreed.dueInDays, 1_080),
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
    crop: scenario.CHERRY,
    agreed_price: scenario.shillings(cherry.kg * scenario.CHERRY_PRICE),
    normalized_kg: cherry.parchmentKg,
    conversion_id: scenario.ASSUMED_TO_PARCHMENT,
  })
  const fulfilment = await fulfilmentOf(cast, obligation)
  const { committed_kg, delivered_kg, confirmed_kg, outstanding_kg } = fulfilment
  t.state(
    `Agreed: ${kg(agreed.kg)}. She delivers ${kg(confirmedByHerself.kg)}, ${kg(toCorrect.kg)} and ${kg(toResolve.kg)}, and confirms the first and the last.`,
    `Then she delivers ${kg(cherry.kg)} of fresh cherry. By an assumed factor that is ${kg(derived.kg)} of parchment. It counts, with the flag ${derived.flags.join(', ')}.`,
    `The service calculates the sums at every read: ${kg(delivered_kg)} delivered in ${fulfilment.deliveries} deliveries, ${kg(confirmed_kg)} of it confirmed, ${kg(outstanding_kg)} outstanding.`,
  )
  t.facts({ committed_kg, delivered_kg, confirmed_kg, outstanding_kg, cherry_flags: derived.flags })
  return { towards, obligation, confirmed, corrected, resolvedFork }
}

/** Corrects a wrong figure by a new record, which Grace's neighbour confirms. @returns the new record */
export async function correct(cast: Cast, { obligation, towards, corrected }: Obliged): Promise<RecordReply> {
  const { t, cooperative, grace, neighbour, toNeighbour } = cast
  t.begin('correction', 'A wrong figure is corrected, never overwritten')
  const { daysAgo, kg: wrongKg, toKg } = scenario.story.corrected
  const note = 'The sack was weighed with its liner.'
  const because = { ...towards, supersedes: corrected.id, note }
  const right = await deliver(cast, grace, { daysAgo, kg: toKg }, because)
  const path = `/v1/records/${right.id}/chain?purpose=${scenario.COOPERATIVE_PURPOSE}`
  const versions = (await cooperative.get<{ records: RecordReply[] }>(path)).body.records
  const [standings, kilograms] = [
    versions.map((one) => one.derived.standing),
    versions.map((one) => one.derived.kg),
  ]
  claim('the old version is superseded and the new one the tip', standings.join() === 'superseded,tip')
  const { delivered_kg } = await fulfilmentOf(cast, obligation)
  t.state(
    `${kg(wrongKg)} was weighed with the liner of the sack. A second record states ${kg(toKg)}. The chain shows both: ${versions.map(({ derived }) => `${kg(derived.kg)} ${derived.standing}`).join(', ')}.`,
    `Delivered towards the obligation by now: ${kg(delivered_kg)}.`,
  )
  t.facts({ standings, kilograms, delivered_kg })

  t.begin('delegated_confirmation', `A neighbour confirms for ${grace.name}`)
  const forHer = { channel: 'in_person', on_behalf_of: grace.id, delegation_id: toNeighbour }
  await confirm(cast, neighbour, right, daysAgo - 1, forHer)
  const { confirmation, flags, kg: confirmedKg } = (await cooperative.read(right)).derived
  const { independent } = must(confirmation)
  claim('a confirmation by a delegate is not independent', !independent)
  t.state(
    `${neighbour.name} confirms the ${kg(confirmedKg)} in ${grace.name}'s name. It counts as confirmed, and shows permanently that she did not do it herself: ${flags.join(', ')}.`,
  )
  t.facts({ independent, flags })
  return right
}

/** Two tablets correct the same delivery independently. This fork is not resolved. */
export async function fork(cast: Cast, { obligation, towards }: Obliged): Promise<void> {
  const { t, cooperative, grace } = cast
  t.begin('fork', 'Two corrections contradict each other')
  const { daysAgo, kg: firstKg, toKg, otherKg } = scenario.story.openFork
  const delivery = await deliver(cast, grace, { daysAgo, kg: firstKg }, towards)
  const before = await fulfilmentOf(cast, obligation)
  const correction = { ...towards, supersedes: delivery.id }
  const first = await deliver(cast, grace, { daysAgo, kg: toKg }, correction)
  const other = await deliver(cast, grace, { daysAgo, kg: otherKg }, correction)
  const { delivered_kg: after_kg, forked, incomplete } = await fulfilmentOf(cast, obligation)
  const branches = [await cooperative.read(first), await cooperative.read(other)]
  const standings = branches.map(({ derived }) => derived.standing)
  claim('both corrections are forked', standings.join() === 'forked,forked')
  claim('a fork makes the sum incomplete', incomplete && forked === 1)
  const third = { ...branches[0], id: uuidv7(), supersedes: first.id }
  const { status, body } = await cooperative.post('/v1/records', third, 422)
  t.state(
    `A further delivery of ${kg(firstKg)} is corrected to ${kg(toKg)} on one tablet and to ${kg(otherKg)} on another. Both are stored as forked, and neither is chosen.`,
    `So neither counts: the delivered sum falls from ${kg(before.delivered_kg)} to ${kg(after_kg)}, and is marked incomplete.`,
    `A third correction on top is refused: ${status} ${body.code}.`,
  )
  t.facts({ standings, before_kg: before.delivered_kg, after_kg, forked, incomplete, code: body.code })
}

/** Another fork, which the cooperative resolves by retracting one correction. */
export async function resolveFork(cast: Cast, obliged: Obliged, lot: RecordReply): Promise<void> {
  const { t, cooperative, grace } = cast
  const { obligation, towards, resolvedFork: delivery } = obliged
  t.begin('settled_fork', 'Another fork is resolved')
  const { daysAgo, toKg, otherKg } = scenario.story.resolvedFork
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
  const before = await sums()
  await cooperative.write('retraction', 1, {
    target_id: dropped.id,
    reason: 'entered_in_error',
    lawful_basis: undefined,
  })
  const after = await sums()
  const { standing, confirmation } = (await cooperative.read(kept)).derived
  claim('the lot is incomplete while an input is forked', before.isLotIncomplete && !after.isLotIncomplete)
  claim('the other correction is the tip', standing === 'tip')
  claim('a confirmation does not carry over', confirmation === null)
  t.state(
    `The ${kg(delivery.derived.kg)} she confirmed become ${kg(toKg)} and ${kg(otherKg)}. Delivered: ${kg(before.delivered_kg)}, with ${count(before.forked, 'delivery', 'deliveries')} left out. Its lot is marked incomplete.`,
    `The cooperative asks her, and retracts the ${kg(otherKg)}. The ${kg(toKg)} are the tip and count again: ${kg(after.delivered_kg)}. The lot is complete.`,
    'She confirmed the old figure, not the new one, so the delivery is now unconfirmed.',
  )
  t.facts({
    ...{ forked_kg: before.delivered_kg, forked: before.forked },
    ...{
      settled_kg: after.delivered_kg,
      still_forked: after.forked,
      standing,
      confirmed: confirmation !== null,
    },
    ...{ lot_incomplete_before: before.isLotIncomplete, lot_incomplete_after: after.isLotIncomplete },
  })
}

/** Refusals that state a reason. Refusals about other people's records never state one. */
export async function refuseFaults({ t, cooperative, unasked }: Cast, { confirmed }: Obliged): Promise<void> {
  t.begin('faults', 'Faulty requests are refused, with the reason')
  const tinsOnly = { producer: unasked.id, crop: scenario.CHERRY, quantity: { value: 9, unit: 'debe' } }
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
      `${list}?purpose=${scenario.COOPERATIVE_PURPOSE}`,
      401,
    ),
  }
  for (const [fault, { status, body }] of Object.entries(faults))
    t.state(`${fault}: ${status} ${body.code}. ${body.title}.`)
  t.facts({ codes: Object.values(faults).map(({ body }) => body.code) })
}
