import { uuidv7 } from 'uuidv7'
import { entriesOf, must } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import { allKg, inShillings, kg, sum } from './figures.ts'
import { scene } from './narrator.ts'
import * as scenario from './scenario.ts'
import { claim, type Farmer, type Player, type RecordReply, type Refusal, type Tale } from './tale.ts'

/** The scenes from the harvest to the deliveries, with their corrections and faults. */

const { story } = scenario

/** Sends a record twice, then sends another record with the same id. */
export const replay = scene('replay', 'demo.replay', async (t) => {
  const { cooperative, grace } = t.cast
  const [{ inTheirName }] = t.farmers
  const { daysAgo, kg: value } = story.harvest
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
  const { status, body } = await cooperative.post('/v1/records', changed, 409)
  t.say('demo.replay.first', { kg: kg(first.body.derived.kg), status: first.status })
  t.say('demo.replay.again', { status: again.status })
  t.say('demo.replay.other', { kg: kg(value + 100), status, code: body.code })
  return { first: first.status, again: again.status, other: status, code: body.code }
})

/**
 * Records a harvest, by the farmer or on their behalf.
 * @param i the minute, which makes each harvest different
 */
function pick(
  t: Tale,
  { author, inTheirName, player }: Farmer,
  { daysAgo, value, unit }: ReturnType<typeof scenario.tins>,
  tin: { readonly id: string; readonly factor: number },
  i = 0,
) {
  const isInTins = unit === 'debe'
  return author.write('harvest', daysAgo, {
    ...inTheirName,
    producer: player.id,
    crop: scenario.CHERRY,
    occurred_at: t.at(daysAgo, 480 + i),
    quantity: { value, unit, ...(isInTins ? { label: 'tin' } : {}) },
    ...(isInTins ? { normalized_kg: Math.round(value * tin.factor * 10) / 10, conversion_id: tin.id } : {}),
    measurement_method: isInTins ? 'coop_counted' : 'coop_weighed',
  })
}

export const conversion = scene('conversion', 'demo.conversion', async (t) => {
  const [grace] = t.farmers
  const { elsewhere, here } = story.tins
  const foreign = (await pick(t, grace, elsewhere, scenario.TIN_ELSEWHERE)).derived
  const row = scenario.ownTinFactor(t.at(27).slice(0, 10))
  await t.service.run('registry.add', { kind: 'conversions', row })
  t.tin = row
  const { body: shown } = await t.request<typeof row>(null, `/v1/registry/conversions/${row.id}`, 200)
  const own = (await pick(t, grace, here, row)).derived
  const isFlagged = [foreign, own].map(({ flags }) => flags.includes('conversion_out_of_scope'))
  claim('a factor from elsewhere is flagged, and one from here is not', isFlagged.join() === 'true,false')
  const { factor } = shown
  const { length: weighings } = shown.weighings
  const flags = { examples: foreign.flags }
  const region = scenario.REGION
  t.say('demo.conversion.elsewhere', { tins: elsewhere.value, kg: kg(foreign.kg), flags })
  t.say('demo.conversion.factor', { region, count: weighings, kg: kg(sum([factor])) })
  t.say('demo.conversion.here', { tins: here.value, kg: kg(own.kg) })
  return { weighings, factor, flags_elsewhere: foreign.flags, flags_here: own.flags }
})

export const harvests = scene('harvests', 'demo.harvests', async (t) => {
  const [, ...others] = t.farmers
  const pickings = others.flatMap((farmer) => farmer.plan.pickings.map((picking) => ({ farmer, picking })))
  const records = await t.each('harvests', pickings, ({ farmer, picking }, i) =>
    pick(t, farmer, picking, t.tin, i),
  )
  const { length: count } = records
  const total_kg = sum(records.map(({ derived }) => derived.kg))
  const delegated = records.filter(({ derived }) => derived.flags.includes('delegated_authority')).length
  const in_tins = pickings.filter(({ picking }) => picking.unit === 'debe').length
  const picked = { harvests: count, farmers: others.length, tins: in_tins }
  t.say('demo.harvests.all', { ...picked, kg: kg(total_kg) })
  t.say('demo.harvests.delegated', { own: count - delegated, delegated })
  return { harvests: count, total_kg, delegated, in_tins }
})

/** Records a delivery of parchment to the cooperative, at its price. */
export function deliver(
  t: Tale,
  from: Player,
  { daysAgo, kg: value, minute = 0 }: { daysAgo: number; kg: number; minute?: number },
  more: object = {},
): Promise<RecordReply> {
  const { cooperative } = t.cast
  return cooperative.write('delivery', daysAgo, {
    ...scenario.parchmentDelivery(from, cooperative, value),
    location: 'Example Hills store',
    occurred_at: t.at(daysAgo, 540 + minute),
    lawful_basis: 'special_data_consent',
    ...more,
  })
}

/** Records a delivery of Grace towards her obligation. */
const graceDelivers = (t: Tale, what: { daysAgo: number; kg: number }, more: object = {}) =>
  deliver(t, t.cast.grace, what, { obligation_id: t.obligation.id, ...more })

const confirmationOf = ({ id }: RecordReply) => `/v1/deliveries/${id}/confirmation`

export function confirm(t: Tale, by: Player, delivery: RecordReply, daysAgo: number, more: object = {}) {
  const members = { channel: 'ussd_pin', occurred_at: t.at(daysAgo, 1_080), ...more }
  return by.post(confirmationOf(delivery), { id: uuidv7(), ...members })
}

export const deliveries = scene('deliveries', 'demo.deliveries', async (t) => {
  const [, ...others] = t.farmers
  t.deliveries = await t.each('deliveries', others, async ({ player, plan: { delivery } }, minute) => {
    const record = await deliver(t, player, { ...delivery, minute })
    if (delivery.confirmed) await confirm(t, player, record, delivery.daysAgo)
    return { from: player, record, kg: delivery.kg }
  })
  const { length: count } = t.deliveries
  const total_kg = sum(t.deliveries.map(({ record }) => record.derived.kg))
  const confirmed = others.filter(({ plan }) => plan.delivery.confirmed).length
  const amount = inShillings(total_kg * scenario.PARCHMENT_PRICE)
  t.say('demo.deliveries.weighed', { count, kg: kg(total_kg), amount })
  t.say('demo.deliveries.confirmed', { confirmed, others: count - confirmed })
  return { deliveries: count, total_kg, confirmed }
})

const fulfilment = async (t: Tale) => must((await t.cast.cooperative.read(t.obligation)).derived.fulfilment)

export const obligation = scene('obligation', 'demo.obligation', async (t) => {
  const { cooperative, grace } = t.cast
  const { obligation: agreed, cherry } = story
  const [first, second, third] = [story.confirmedByHerself, story.corrected, story.resolvedFork]
  t.obligation = await cooperative.write('obligation', agreed.daysAgo, {
    ...scenario.obligationOf(grace, cooperative),
    due_at: t.at(-agreed.dueInDays, 1_080),
    lawful_basis: 'special_data_consent',
  })
  t.confirmed = await graceDelivers(t, first)
  await confirm(t, grace, t.confirmed, first.daysAgo)
  t.corrected = await graceDelivers(t, second)
  t.resolvedFork = await graceDelivers(t, third)
  await confirm(t, grace, t.resolvedFork, third.daysAgo)
  const { derived } = await graceDelivers(t, cherry, {
    crop: scenario.CHERRY,
    agreed_price: scenario.shillings(cherry.kg * scenario.CHERRY_PRICE),
    normalized_kg: cherry.parchmentKg,
    conversion_id: scenario.ASSUMED_TO_PARCHMENT,
  })
  const { committed_kg, delivered_kg, confirmed_kg, outstanding_kg, ...sums } = await fulfilment(t)
  const made = { agreed: agreed.kg, first: first.kg, second: second.kg, third: third.kg }
  const added = { delivered: delivered_kg, confirmed: confirmed_kg, outstanding: outstanding_kg }
  t.say('demo.obligation.agreed', allKg(made))
  const asParchment = allKg({ cherry: cherry.kg, kg: derived.kg })
  t.say('demo.obligation.cherry', { ...asParchment, flags: { examples: derived.flags } })
  t.say('demo.obligation.sums', { ...allKg(added), count: sums.deliveries })
  return { committed_kg, delivered_kg, confirmed_kg, outstanding_kg, cherry_flags: derived.flags }
})

/** A new record corrects a wrong figure. */
export const correction = scene('correction', 'demo.correction', async (t) => {
  const { daysAgo, kg: wrongKg, toKg } = story.corrected
  const note = 'The sack was weighed with its liner.'
  const because = { supersedes: t.corrected.id, note }
  t.corrected = await graceDelivers(t, { daysAgo, kg: toKg }, because)
  const path = `/v1/records/${t.corrected.id}/chain?purpose=${scenario.COOPERATIVE_PURPOSE}`
  const { body: chain } = await t.cast.cooperative.get<{ records: RecordReply[] }>(path)
  const versions = chain.records.map(({ derived }) => derived)
  const standings = versions.map(({ standing }) => standing)
  claim('the old version is superseded and the new one the tip', standings.join() === 'superseded,tip')
  const { delivered_kg } = await fulfilment(t)
  const examples = versions.map((one) =>
    message('demo.correction.version', { kg: kg(one.kg), standing: one.standing }),
  )
  t.say('demo.correction.chain', { ...allKg({ wrong: wrongKg, right: toKg }), versions: { examples } })
  t.say('demo.correction.sum', { kg: kg(delivered_kg) })
  return { standings, kilograms: versions.map((one) => one.kg), delivered_kg }
})

/** Grace's neighbour confirms the new record. */
export const neighbour = scene('delegated_confirmation', 'demo.neighbour', async (t) => {
  const { cooperative, grace, neighbour } = t.cast
  const inHerName = { on_behalf_of: grace.id, delegation_id: t.toNeighbour }
  const daysAgo = story.corrected.daysAgo - 1
  await confirm(t, neighbour, t.corrected, daysAgo, { channel: 'in_person', ...inHerName })
  const { confirmation, flags, kg: confirmedKg } = (await cooperative.read(t.corrected)).derived
  const { independent } = must(confirmation)
  claim('a confirmation by a delegate is not independent', !independent)
  t.say('demo.neighbour.confirms', { kg: kg(confirmedKg), flags: { examples: flags } })
  return { independent, flags }
})

/** Two tablets correct the same delivery independently. This fork is not resolved. */
export const fork = scene('fork', 'demo.fork', async (t) => {
  const { cooperative } = t.cast
  const { daysAgo, kg: firstKg, toKg, otherKg } = story.openFork
  const delivery = await graceDelivers(t, { daysAgo, kg: firstKg })
  const { delivered_kg: before_kg } = await fulfilment(t)
  const correction = { supersedes: delivery.id }
  const first = await graceDelivers(t, { daysAgo, kg: toKg }, correction)
  const other = await graceDelivers(t, { daysAgo, kg: otherKg }, correction)
  const { delivered_kg: after_kg, forked, incomplete } = await fulfilment(t)
  const branches = [await cooperative.read(first), await cooperative.read(other)]
  const standings = branches.map(({ derived }) => derived.standing)
  claim('both corrections are forked', standings.join() === 'forked,forked')
  claim('a fork makes the sum incomplete', incomplete && forked === 1)
  const third = { ...branches[0], id: uuidv7(), supersedes: first.id }
  const { status, body } = await cooperative.post('/v1/records', third, 422)
  t.say('demo.fork.two', allKg({ first: firstKg, one: toKg, other: otherKg }))
  t.say('demo.fork.sum', allKg({ before: before_kg, after: after_kg }))
  t.say('demo.fork.third', { status, code: body.code })
  return { standings, before_kg, after_kg, forked, incomplete, code: body.code }
})

/** Another fork, which the cooperative resolves by retracting one correction. */
export const resolved = scene('settled_fork', 'demo.resolved', async (t) => {
  const { cooperative } = t.cast
  const { daysAgo, toKg, otherKg } = story.resolvedFork
  const correction = { supersedes: t.resolvedFork.id }
  const kept = await graceDelivers(t, { daysAgo, kg: toKg }, correction)
  const dropped = await graceDelivers(t, { daysAgo, kg: otherKg }, correction)
  const sums = async () => {
    const { delivered_kg, forked } = await fulfilment(t)
    const { mass_balance } = (await cooperative.read(t.lot)).derived
    return { delivered_kg, forked, isLotIncomplete: must(mass_balance).incomplete }
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
  const both = { one: toKg, other: otherKg }
  const was = { was: t.resolvedFork.derived.kg, delivered: before.delivered_kg }
  t.say('demo.resolved.before', { ...allKg({ ...was, ...both }), count: before.forked })
  t.say('demo.resolved.after', allKg({ ...both, delivered: after.delivered_kg }))
  t.say('demo.resolved.unconfirmed')
  return {
    ...{ forked_kg: before.delivered_kg, forked: before.forked },
    ...{ settled_kg: after.delivered_kg, still_forked: after.forked },
    ...{ standing, confirmed: confirmation !== null },
    ...{ lot_incomplete_before: before.isLotIncomplete, lot_incomplete_after: after.isLotIncomplete },
  }
})

/** Refusals that state a reason. Refusals about other people's records never state one. */
export const faults = scene('faults', 'demo.faults', async (t) => {
  const { cooperative, unasked } = t.cast
  const tinsOnly = { producer: unasked.id, crop: scenario.CHERRY, quantity: { value: 9, unit: 'debe' } }
  const onContract = { id: uuidv7(), lawful_basis: 'contract_performance' }
  const confirmation = { id: uuidv7(), channel: 'app', occurred_at: t.at(1) }
  const refused = (path: string, body: object) => cooperative.post(path, body, 422)
  const list = '/v1/records'
  const replies = {
    factor: await refused(list, t.draft('harvest', 20, { ...tinsOnly, normalized_kg: 120 })),
    price: await refused(list, { ...(await cooperative.read(t.confirmed)), ...onContract }),
    ownDelivery: await refused(confirmationOf(t.confirmed), confirmation),
    purpose: await cooperative.get<Refusal>(list, 400),
    credential: await t.request<Refusal>(null, `${list}?purpose=${scenario.COOPERATIVE_PURPOSE}`, 401),
  }
  for (const [fault, { status, body }] of entriesOf(replies)) {
    const { code, title } = body
    t.say('demo.faults.refused', { fault: message(`demo.faults.${fault}`), status, code, title })
  }
  return { codes: Object.values(replies).map(({ body }) => body.code) }
})
