import { uuidv7 } from 'uuidv7'
import type { ConversionRow } from '../../domain/registry.ts'
import { claim, type Player, parsed, type RecordReply } from './client.ts'
import type { Cast, Farmer, Mandates, Scene } from './scene.ts'
import { count, kg, number } from './words.ts'
import { CHERRY, GRACE, ownTinFactor, type Picking, REGION, story, TIN_ELSEWHERE } from './world.ts'

/** Harvests, in kilograms or in tins. */

type Conversion = Pick<ConversionRow, 'id' | 'factor'>

/** Sends a record again, and then misuses its id. */
export async function sendTwice(scene: Scene, cast: Cast, mandates: Mandates): Promise<void> {
  const { stage, calendar } = scene
  const { grace, cooperative } = cast
  stage.begin('replay', 'A record sent twice is one record')
  const { daysAgo, kg: value } = story.harvest
  const harvest = {
    id: uuidv7(),
    type: 'harvest',
    ...inTheNameOf(grace, mandates),
    producer: grace.id,
    crop: CHERRY,
    quantity: { value, unit: 'kg' },
    measurement_method: 'coop_weighed',
    plot: { name: 'Upper terrace', geometry: TERRACE },
    occurred_at: calendar.at(daysAgo),
    lawful_basis: 'contract_performance',
  }
  const first = await cooperative.post('/v1/records', harvest)
  const stored = parsed<RecordReply>(first, 201, 'POST /v1/records')
  stage.print(
    `The cooperative records that ${GRACE} picked ${kg(stored.derived.kg)} of cherry: ${first.status}, written.`,
  )
  const again = await cooperative.post('/v1/records', harvest)
  claim('the same record gets the same answer', again.status === 200 && again.text === first.text)
  stage.print(
    `The tablet did not get the reply and sends the record again: ${again.status}, nothing written.`,
  )
  const other = await cooperative.post('/v1/records', {
    ...harvest,
    quantity: { value: value + 100, unit: 'kg' },
  })
  const { code } = parsed<{ code: string }>(other, 409, 'POST /v1/records')
  stage.print(`The same id with ${kg(value + 100)}: ${other.status} ${code}. The stored record stays.`)
  stage.facts({ first: first.status, again: again.status, other: other.status, code })
}

/** @returns the factor for the cooperative's own tins */
export async function weighTins(scene: Scene, cast: Cast, mandates: Mandates): Promise<Conversion> {
  const { stage, calendar, operator, client } = scene
  stage.begin('conversion', 'Tins are converted to kilograms by a named factor')
  const { elsewhere, here } = story.tins
  const flagged = await pick(
    scene,
    cast,
    mandates,
    cast.grace,
    inTins(elsewhere.daysAgo, elsewhere.tins),
    TIN_ELSEWHERE,
  )
  stage.print(
    `${elsewhere.tins} tins, with a factor that was measured in Nyeri, Kenya: ${kg(flagged.derived.kg)}. It is kept, and flagged ${flagged.derived.flags.join(', ')}.`,
  )
  const row = ownTinFactor(calendar.day(27))
  await operator.addConversion(row)
  const path = `/v1/registry/conversions/${row.id}`
  const shown = parsed<{ factor: number; weighings: unknown[] }>(
    await client.request('GET', path, null),
    200,
    `GET ${path}`,
  )
  stage.print(
    `The operator adds a factor for Kasese (${REGION}) from ${count(shown.weighings.length, 'weighing')} of the cooperative's own tins: ${number(shown.factor)} kg. Anybody can look it up, without a credential.`,
  )
  const sound = await pick(scene, cast, mandates, cast.grace, inTins(here.daysAgo, here.tins), row)
  claim('a factor from elsewhere is flagged', flagged.derived.flags.includes(OUT_OF_SCOPE))
  claim('a factor from here is not', !sound.derived.flags.includes(OUT_OF_SCOPE))
  stage.print(`${here.tins} tins with that factor: ${kg(sound.derived.kg)}, and no such flag.`)
  stage.facts({
    weighings: shown.weighings.length,
    factor: shown.factor,
    flags_elsewhere: flagged.derived.flags,
    flags_here: sound.derived.flags,
  })
  return row
}

export async function harvestAll(
  scene: Scene,
  cast: Cast,
  mandates: Mandates,
  tin: Conversion,
): Promise<void> {
  const { stage } = scene
  stage.begin('harvests', 'The others pick too')
  const pickings = cast.farmers
    .filter(({ player }) => player !== cast.grace)
    .flatMap((farmer) => farmer.plan.pickings.map((picking) => ({ farmer, picking })))
  const harvests = await stage.forEach('harvests', pickings, ({ farmer, picking }, i) =>
    pick(scene, cast, mandates, farmer.player, picking, tin, i),
  )
  const delegated = harvests.filter(({ derived }) => derived.flags.includes('delegated_authority')).length
  const inTinsCount = pickings.filter(({ picking }) => picking.unit === 'debe').length
  const totalKg = harvests.reduce((total, { derived }) => total + (derived.kg ?? 0), 0)
  stage.print(
    `${count(harvests.length, 'harvest')} of ${count(farmersIn(pickings), 'farmer')}, ${kg(totalKg)} of cherry; ${inTinsCount} were counted in tins.`,
  )
  stage.print(
    `${harvests.length - delegated} came from the farmers' own telephones. ${delegated} were recorded by the cooperative and carry the flag delegated_authority.`,
  )
  stage.facts({
    harvests: harvests.length,
    total_kg: Math.round(totalKg * 1000) / 1000,
    delegated,
    in_tins: inTinsCount,
  })
}

const OUT_OF_SCOPE = 'conversion_out_of_scope'

const farmersIn = (pickings: readonly { farmer: Farmer }[]): number =>
  new Set(pickings.map(({ farmer }) => farmer.player.id)).size

const inTins = (daysAgo: number, value: number): Picking => ({ daysAgo, value, unit: 'debe' })

/** Records a harvest, by the farmer or on their behalf. @param index sets the minute, so that no two are equal */
function pick(
  scene: Scene,
  cast: Cast,
  mandates: Mandates,
  farmer: Player,
  { daysAgo, value, unit }: Picking,
  tin: Conversion,
  index = 0,
): Promise<RecordReply> {
  const mandate = inTheNameOf(farmer, mandates)
  const author = mandate === null ? farmer : cast.cooperative
  return author.append('harvest', {
    ...mandate,
    producer: farmer.id,
    crop: CHERRY,
    quantity: { value, unit, ...(unit === 'debe' ? { label: 'tin' } : {}) },
    ...(unit === 'debe'
      ? { normalized_kg: Math.round(value * tin.factor * 10) / 10, conversion_id: tin.id }
      : {}),
    measurement_method: unit === 'kg' ? 'coop_weighed' : 'coop_counted',
    occurred_at: scene.calendar.at(daysAgo, 480 + index),
    lawful_basis: 'contract_performance',
  })
}

/** The members that name the farmer for whom the cooperative writes; null if the farmer writes. */
export function inTheNameOf(farmer: Player, mandates: Mandates) {
  const delegation = mandates.toCooperative.get(farmer.id)
  return delegation === undefined ? null : { on_behalf_of: farmer.id, delegation_id: delegation }
}

/** A made-up terrace in the foothills, by RFC 7946: longitude first, anticlockwise, closed. */
const TERRACE = {
  type: 'Polygon',
  coordinates: [
    [
      [30.0301, 0.2502],
      [30.0312, 0.2501],
      [30.0313, 0.251],
      [30.0302, 0.2511],
      [30.0301, 0.2502],
    ],
  ],
}
