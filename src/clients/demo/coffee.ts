import { uuidv7 } from 'uuidv7'
import { keysOf, must } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import { inShillings, kg, sum } from './figures.ts'
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
  t.begin('replay', message('demo.replay'))
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
    message('demo.replay.first', {
      grace: grace.name,
      kg: kg(first.body.derived.kg),
      status: first.status,
    }),
    message('demo.replay.again', { status: again.status }),
    message('demo.replay.other', { kg: kg(value + 100), status: other.status, code: other.body.code }),
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
  t.begin('conversion', message('demo.conversion'))
  const { elsewhere, here } = scenario.story.tins
  const foreign = (await pick(cast, grace, elsewhere, scenario.TIN_ELSEWHERE)).derived
  const row = scenario.ownTinFactor(t.at(27).slice(0, 10))
  await t.service.run('registry.add', { kind: 'conversions', row })
  const path = `/v1/registry/conversions/${row.id}`
  const { body: shown } = await t.request<typeof row>(null, path, 200)
  const own = (await pick(cast, grace, here, row)).derived
  const isFlagged = [foreign, own].map(({ flags }) => flags.includes('conversion_out_of_scope'))
  claim('a factor from elsewhere is flagged, and one from here is not', isFlagged.join() === 'true,false')
  const { weighings, factor } = { weighings: shown.weighings.length, factor: shown.factor }
  t.state(
    message('demo.conversion.elsewhere', {
      tins: elsewhere.value,
      kg: kg(foreign.kg),
      flags: { examples: foreign.flags },
    }),
    message('demo.conversion.factor', {
      region: scenario.REGION,
      count: weighings,
      kg: kg(sum([factor])),
    }),
    message('demo.conversion.here', { tins: here.value, kg: kg(own.kg) }),
  )
  t.facts({ weighings, factor, flags_elsewhere: foreign.flags, flags_here: own.flags })
  return row
}

export async function harvestAll(cast: Cast, tin: Tin): Promise<void> {
  const { t } = cast
  const [, ...others] = cast.farmers
  t.begin('harvests', message('demo.harvests'))
  const pickings = others.flatMap((farmer) => farmer.plan.pickings.map((picking) => ({ farmer, picking })))
  const records = await t.each('harvests', pickings, ({ farmer, picking }, i) =>
    pick(cast, farmer, picking, tin, i),
  )
  const harvests = records.length
  const total_kg = sum(records.map(({ derived }) => derived.kg))
  const delegated = records.filter(({ derived }) => derived.flags.includes('delegated_authority')).length
  const in_tins = pickings.filter(({ picking }) => picking.unit === 'debe').length
  t.state(
    message('demo.harvests.all', { harvests, farmers: others.length, kg: kg(total_kg), tins: in_tins }),
    message('demo.harvests.delegated', { own: harvests - delegated, delegated }),
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
  t.begin('deliveries', message('demo.deliveries'))
  const delivered = await t.each('deliveries', others, async ({ player, plan: { delivery } }, minute) => {
    const record = await deliver(cast, player, { ...delivery, minute })
    if (delivery.confirmed) await confirm(cast, player, record, delivery.daysAgo)
    return { from: player, record, kg: delivery.kg }
  })
  const deliveries = delivered.length
  const total_kg = sum(delivered.map(({ record }) => record.derived.kg))
  const confirmed = others.filter(({ plan }) => plan.delivery.confirmed).length
  t.state(
    message('demo.deliveries.weighed', {
      count: deliveries,
      kg: kg(total_kg),
      amount: inShillings(total_kg * scenario.PARCHMENT_PRICE),
    }),
    message('demo.deliveries.confirmed', { confirmed, others: deliveries - confirmed }),
  )
  t.facts({ deliveries, total_kg, confirmed })
  return delivered
}

type Obliged = Awaited<ReturnType<typeof graceDelivers>>

const fulfilmentOf = async ({ cooperative }: Cast, obligation: RecordReply) =>
  must((await cooperative.read(obligation)).derived.fulfilment)

/** Grace's obligation, and her deliveries towards it, which name it by `towards`. */
export async function graceDelivers(cast: Cast) {
  const { t, cooperative, grace } = cast
  t.begin('obligation', message('demo.obligation', { grace: grace.name }))
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
    message('demo.obligation.agreed', {
      agreed: kg(agreed.kg),
      first: kg(confirmedByHerself.kg),
      second: kg(toCorrect.kg),
      third: kg(toResolve.kg),
    }),
    message('demo.obligation.cherry', {
      cherry: kg(cherry.kg),
      kg: kg(derived.kg),
      flags: { examples: derived.flags },
    }),
    message('demo.obligation.sums', {
      delivered: kg(delivered_kg),
      count: fulfilment.deliveries,
      confirmed: kg(confirmed_kg),
      outstanding: kg(outstanding_kg),
    }),
  )
  t.facts({ committed_kg, delivered_kg, confirmed_kg, outstanding_kg, cherry_flags: derived.flags })
  return { towards, obligation, confirmed, corrected, resolvedFork }
}

/** Corrects a wrong figure by a new record, which Grace's neighbour confirms. @returns the new record */
export async function correct(cast: Cast, { obligation, towards, corrected }: Obliged): Promise<RecordReply> {
  const { t, cooperative, grace, neighbour, toNeighbour } = cast
  t.begin('correction', message('demo.correction'))
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
    message('demo.correction.chain', {
      wrong: kg(wrongKg),
      right: kg(toKg),
      versions: {
        examples: versions.map(({ derived }) =>
          message('demo.correction.version', { kg: kg(derived.kg), standing: derived.standing }),
        ),
      },
    }),
    message('demo.correction.sum', { kg: kg(delivered_kg) }),
  )
  t.facts({ standings, kilograms, delivered_kg })

  t.begin('delegated_confirmation', message('demo.neighbour', { grace: grace.name }))
  const forHer = { channel: 'in_person', on_behalf_of: grace.id, delegation_id: toNeighbour }
  await confirm(cast, neighbour, right, daysAgo - 1, forHer)
  const { confirmation, flags, kg: confirmedKg } = (await cooperative.read(right)).derived
  const { independent } = must(confirmation)
  claim('a confirmation by a delegate is not independent', !independent)
  t.state(
    message('demo.neighbour.confirms', {
      neighbour: neighbour.name,
      kg: kg(confirmedKg),
      grace: grace.name,
      flags: { examples: flags },
    }),
  )
  t.facts({ independent, flags })
  return right
}

/** Two tablets correct the same delivery independently. This fork is not resolved. */
export async function fork(cast: Cast, { obligation, towards }: Obliged): Promise<void> {
  const { t, cooperative, grace } = cast
  t.begin('fork', message('demo.fork'))
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
    message('demo.fork.two', { first: kg(firstKg), one: kg(toKg), other: kg(otherKg) }),
    message('demo.fork.sum', { before: kg(before.delivered_kg), after: kg(after_kg) }),
    message('demo.fork.third', { status, code: body.code }),
  )
  t.facts({ standings, before_kg: before.delivered_kg, after_kg, forked, incomplete, code: body.code })
}

/** Another fork, which the cooperative resolves by retracting one correction. */
export async function resolveFork(cast: Cast, obliged: Obliged, lot: RecordReply): Promise<void> {
  const { t, cooperative, grace } = cast
  const { obligation, towards, resolvedFork: delivery } = obliged
  t.begin('settled_fork', message('demo.resolved'))
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
    message('demo.resolved.before', {
      was: kg(delivery.derived.kg),
      one: kg(toKg),
      other: kg(otherKg),
      delivered: kg(before.delivered_kg),
      count: before.forked,
    }),
    message('demo.resolved.after', {
      one: kg(toKg),
      other: kg(otherKg),
      delivered: kg(after.delivered_kg),
    }),
    message('demo.resolved.unconfirmed'),
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
  t.begin('faults', message('demo.faults'))
  const tinsOnly = { producer: unasked.id, crop: scenario.CHERRY, quantity: { value: 9, unit: 'debe' } }
  const withoutFactor = t.draft('harvest', 20, { ...tinsOnly, normalized_kg: 120 })
  const onContract = { id: uuidv7(), lawful_basis: 'contract_performance' }
  const confirmation = { id: uuidv7(), channel: 'app', occurred_at: t.at(1) }
  const refused = (path: string, body: object) => cooperative.post(path, body, 422)
  const list = '/v1/records'
  const faults = {
    factor: await refused(list, withoutFactor),
    price: await refused(list, {
      ...(await cooperative.read(confirmed)),
      ...onContract,
    }),
    ownDelivery: await refused(confirmationOf(confirmed), confirmation),
    purpose: await cooperative.get<Refusal>(list, 400),
    credential: await t.request<Refusal>(null, `${list}?purpose=${scenario.COOPERATIVE_PURPOSE}`, 401),
  }
  for (const fault of keysOf(faults)) {
    const { status, body } = faults[fault]
    const { code, title } = body
    t.state(message('demo.faults.refused', { fault: message(`demo.faults.${fault}`), status, code, title }))
  }
  t.facts({ codes: Object.values(faults).map(({ body }) => body.code) })
}
