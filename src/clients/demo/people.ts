import { uuidv7 } from 'uuidv7'
import { filled, must } from '../../base/typed.ts'
import { count } from './figures.ts'
import type { Player, Teller } from './teller.ts'
import * as world from './world.ts'

/** Parties, credentials and mandates. */

/** Everybody in the tour. */
export type Cast = Awaited<ReturnType<typeof gather>>

/** Finds a member or a partner. */
type Called = (name: string) => Player

export interface Farmer {
  readonly plan: ReturnType<typeof world.farmers>[number]
  readonly player: Player
  /** Who writes what the farmer harvests: they themselves, or the cooperative in their name. */
  readonly author: Player
  readonly inTheirName: { readonly on_behalf_of?: string; readonly delegation_id?: string }
}

/** The cooperative enters the parties, the operator issues credentials, and mandates are given. */
export async function gather(t: Teller) {
  const { id, token } = t.service.cooperative
  const cooperative = t.player(id, world.COOPERATIVE, token)
  const called = await enterAll(t, cooperative)
  const { mill, exporter, bank } = world.ORGANISATIONS
  return {
    t,
    cooperative,
    mill: called(mill.name),
    exporter: called(exporter.name),
    bank: called(bank.name),
    grace: called(world.GRACE),
    neighbour: called(world.NEIGHBOUR),
    unasked: called(world.UNASKED),
    changedMind: called(world.CHANGED_MIND),
    ...(await giveMandates(t, cooperative, called)),
  }
}

async function enterAll(t: Teller, cooperative: Player): Promise<Called> {
  t.begin('parties', 'The cooperative enters its members and partners')
  const partners = Object.values(world.ORGANISATIONS)
  const members = world.farmers().map(({ name, memberNo }) => ({ kind: 'person', name, member_no: memberNo }))
  const everybody = [...partners, ...members]
  const ids = await t.each('parties', everybody, async ({ name, ...more }) => {
    const party = uuidv7()
    const entry = { party, display_name: name, region: world.REGION, ...more }
    await cooperative.write('party', 28, entry)
    return party
  })
  const entered = await cooperative.list(world.COOPERATIVE_PURPOSE, '&type=party')
  const farmers = entered.filter(({ kind }) => kind === 'person').length
  const organisations = entered.length - farmers
  const names = [cooperative, ...partners].map(({ name }) => name).join(', ')
  t.say(
    `${count(organisations, 'organisation')}: ${names}.`,
    `${count(farmers, 'farmer')}, all of them members. None of these people and organisations exists.`,
  )
  t.facts({ organisations, farmers })

  t.begin('credentials', 'The operator issues credentials')
  const issued = everybody.map(async ({ name, kind }, i) => {
    const id = must(ids[i])
    const token = await t.service.operator.issueToken(id, kind === 'institution' ? 'reader' : 'party')
    return t.player(id, name, token)
  })
  const players = await Promise.all(issued)
  const { bank } = world.ORGANISATIONS
  t.say(
    `${count(players.length, 'token')}, each shown once and kept as a hash. That of ${bank.name} can only read.`,
  )
  t.facts({ credentials: players.length })
  return (wanted) => must(players.find(({ name }) => name === wanted))
}

/** Farmers without a telephone let the cooperative record harvests; Grace also lets a neighbour confirm. */
async function giveMandates(t: Teller, cooperative: Player, called: Called) {
  t.begin('delegations', 'Those without a telephone give the cooperative a mandate')
  const valid = { valid_from: t.at(60, 0), valid_until: t.at(-300, 0), basis: 'in_person_signature' }
  const give = async (from: Player, to: Player, record_types: readonly string[], ...acts: string[]) => {
    const id = uuidv7()
    const mandate = { id, principal: from.id, delegate: to.id, record_types, acts, ...valid }
    await from.post('/v1/delegations', mandate)
    return id
  }
  const grace = called(world.GRACE)
  const all = await t.each('mandates', world.farmers(), async (plan): Promise<Farmer> => {
    const player = called(plan.name)
    if (plan.hasPhone) return { plan, player, author: player, inTheirName: {} }
    const types = player === grace ? ['harvest', 'lot', 'loss', 'custody_transfer'] : ['harvest']
    const delegation_id = await give(player, cooperative, types, 'assert', 'correct')
    return { plan, player, author: cooperative, inTheirName: { on_behalf_of: player.id, delegation_id } }
  })
  const neighbour = called(world.NEIGHBOUR)
  /** For confirming deliveries in her name. */
  const toNeighbour = await give(grace, neighbour, ['delivery'], 'confirm')
  const given = all.filter(({ author }) => author === cooperative).length
  t.say(
    `${grace.name} and ${given - 1} others sign that the cooperative may record harvests for them. Those records show it permanently.`,
    `${grace.name} also lets her neighbour ${neighbour.name} confirm deliveries for her, and nothing else.`,
  )
  t.facts({ delegations: given + 1 })
  return { farmers: filled(all), toNeighbour }
}
