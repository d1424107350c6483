import { uuidv7 } from 'uuidv7'
import { must } from '../../base/typed.ts'
import { Player, type RecordReply } from './client.ts'
import type { Cast, Farmer, Mandates, Scene } from './scene.ts'
import { farmerNamed } from './scene.ts'
import { count } from './words.ts'
import {
  COOPERATIVE,
  COOPERATIVE_PURPOSE,
  type FarmerPlan,
  GRACE,
  NEIGHBOUR,
  ORGANISATIONS,
  farmers as plannedFarmers,
  REGION,
} from './world.ts'

/** Parties, credentials and mandates. */

/** The cooperative enters the parties; the operator then issues credentials. */
export async function gather(scene: Scene, cooperative: Player): Promise<Cast> {
  const { stage, client, operator } = scene
  stage.begin('parties', 'The cooperative enters its members and partners')
  const enter = async (kind: string, name: string, more: object = {}) => {
    const party = uuidv7()
    await cooperative.append('party', {
      party,
      kind,
      display_name: name,
      region: REGION,
      occurred_at: scene.calendar.at(28),
      lawful_basis: 'contract_performance',
      ...more,
    })
    return party
  }
  const mill = await enter(ORGANISATIONS.mill.kind, ORGANISATIONS.mill.name)
  const exporter = await enter(ORGANISATIONS.exporter.kind, ORGANISATIONS.exporter.name)
  const bank = await enter(ORGANISATIONS.bank.kind, ORGANISATIONS.bank.name)
  const plans = plannedFarmers()
  const ids = await stage.forEach('farmers', plans, (plan) =>
    enter('person', plan.name, { member_no: plan.memberNo }),
  )
  await countParties(scene, cooperative)

  stage.begin('credentials', 'The operator issues credentials')
  const player = async (id: string, name: string, kind: 'party' | 'reader' = 'party') =>
    new Player(client, id, name, await operator.issueToken(id, kind))
  const farmers = await Promise.all(
    plans.map(async (plan, i): Promise<Farmer> => ({ plan, player: await player(must(ids[i]), plan.name) })),
  )
  const cast = {
    cooperative,
    mill: await player(mill, ORGANISATIONS.mill.name),
    exporter: await player(exporter, ORGANISATIONS.exporter.name),
    bank: await player(bank, ORGANISATIONS.bank.name, 'reader'),
    farmers,
    grace: must(farmers[0]).player,
  }
  stage.print(
    `${count(farmers.length + 3, 'token')}, each shown once and kept as a hash. That of ${cast.bank.name} can only read.`,
  )
  stage.facts({ credentials: farmers.length + 3 })
  return cast
}

async function countParties({ stage }: Scene, cooperative: Player): Promise<void> {
  const { records } = await cooperative.read<{ records: RecordReply[] }>(
    `/v1/records?purpose=${COOPERATIVE_PURPOSE}&type=party&limit=500`,
  )
  const persons = records.filter(({ kind }) => kind === 'person').length
  const organisations = records.length - persons
  stage.print(
    `${count(organisations, 'organisation')}: ${COOPERATIVE}, ${Object.values(ORGANISATIONS)
      .map(({ name }) => name)
      .join(', ')}.`,
  )
  stage.print(
    `${count(persons, 'farmer')}, all of them members. None of these people and organisations exists.`,
  )
  stage.facts({ organisations, farmers: persons })
}

/** Farmers without a telephone let the cooperative record harvests; Grace also lets a neighbour confirm. */
export async function giveMandates(scene: Scene, cast: Cast): Promise<Mandates> {
  const { stage } = scene
  stage.begin('delegations', 'Those without a telephone give the cooperative a mandate')
  const give = async (from: Player, to: Player, types: readonly string[], acts: readonly string[]) => {
    const id = uuidv7()
    await from.create('/v1/delegations', {
      id,
      principal: from.id,
      delegate: to.id,
      record_types: types,
      acts,
      valid_from: scene.calendar.at(60, 0),
      valid_until: scene.calendar.at(-300, 0),
      basis: 'in_person_signature',
    })
    return id
  }
  const without = cast.farmers.filter(({ plan }) => !plan.hasPhone)
  const ids = await stage.forEach('mandates', without, ({ plan, player }) =>
    give(player, cast.cooperative, typesFor(plan), ['assert', 'correct']),
  )
  const toNeighbour = await give(cast.grace, farmerNamed(cast, NEIGHBOUR), ['delivery'], ['confirm'])
  stage.print(
    `${GRACE} and ${without.length - 1} others sign that the cooperative may record harvests for them. Those records show it permanently.`,
  )
  stage.print(`${GRACE} also lets her neighbour ${NEIGHBOUR} confirm deliveries for her, and nothing else.`)
  stage.facts({ delegations: ids.length + 1 })
  return {
    toCooperative: new Map(without.map(({ player }, i) => [player.id, must(ids[i])])),
    toNeighbour,
  }
}

const typesFor = (plan: FarmerPlan): readonly string[] =>
  plan.name === GRACE ? ['harvest', 'lot', 'loss', 'custody_transfer'] : ['harvest']
