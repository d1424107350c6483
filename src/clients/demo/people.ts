import { uuidv7 } from 'uuidv7'
import { filled, must } from '../../base/typed.ts'
import { message } from '../../words/message.ts'
import { type Narrator, type Player, playerOf } from './narrator.ts'
import * as scenario from './scenario.ts'

/** The steps about parties, credentials and mandates. */

/** Everyone in the tour. */
export type Cast = Awaited<ReturnType<typeof gather>>

/** Finds a member or a partner by name. */
type PlayerByName = (name: string) => Player

export interface Farmer {
  readonly plan: ReturnType<typeof scenario.farmers>[number]
  readonly player: Player
  /** Who records the farmer's harvests: the farmer, or the cooperative in the farmer's name. */
  readonly author: Player
  readonly inTheirName: { readonly on_behalf_of?: string; readonly delegation_id?: string }
}

/** The cooperative enters the parties, the operator issues credentials, and farmers give mandates. */
export async function gather(t: Narrator) {
  const { id, token } = t.service.cooperative
  const cooperative = playerOf(t, id, scenario.COOPERATIVE, token)
  const called = await enterAll(t, cooperative)
  const { mill, exporter, bank } = scenario.ORGANISATIONS
  return {
    t,
    cooperative,
    mill: called(mill.name),
    exporter: called(exporter.name),
    bank: called(bank.name),
    grace: called(scenario.GRACE),
    neighbour: called(scenario.NEIGHBOUR),
    unasked: called(scenario.UNASKED),
    changedMind: called(scenario.CHANGED_MIND),
    ...(await giveMandates(t, cooperative, called)),
  }
}

async function enterAll(t: Narrator, cooperative: Player): Promise<PlayerByName> {
  t.begin('parties', message('demo.parties'))
  const partners = Object.values(scenario.ORGANISATIONS)
  const members = scenario
    .farmers()
    .map(({ name, memberNo }) => ({ kind: 'person', name, member_no: memberNo }))
  const everyone = [...partners, ...members]
  const ids = await t.each('parties', everyone, async ({ name, ...more }) => {
    const party = uuidv7()
    const entry = { party, display_name: name, region: scenario.REGION, ...more }
    await cooperative.write('party', 28, entry)
    return party
  })
  const entered = await cooperative.list(scenario.COOPERATIVE_PURPOSE, '&type=party')
  const farmers = entered.filter(({ kind }) => kind === 'person').length
  const organisations = entered.length - farmers
  const names = { examples: [cooperative, ...partners].map(({ name }) => name) }
  t.state(
    message('demo.parties.organisations', { count: organisations, names }),
    message('demo.parties.farmers', { count: farmers }),
  )
  t.facts({ organisations, farmers })

  t.begin('credentials', message('demo.credentials'))
  const issued = everyone.map(async ({ name, kind }, i) => {
    const id = must(ids[i])
    const wanted = {
      party: id,
      kind: kind === 'institution' ? 'reader' : 'party',
      expiresAtMs: null,
    } as const
    const { token } = await t.service.run('credential.issue', wanted)
    return playerOf(t, id, name, token)
  })
  const players = await Promise.all(issued)
  const { bank } = scenario.ORGANISATIONS
  t.state(message('demo.credentials.tokens', { count: players.length, bank: bank.name }))
  t.facts({ credentials: players.length })
  return (wanted) => must(players.find(({ name }) => name === wanted))
}

/**
 * Farmers without a telephone give the cooperative a mandate to record harvests. Grace also gives a neighbour
 * one to confirm deliveries.
 */
async function giveMandates(t: Narrator, cooperative: Player, called: PlayerByName) {
  t.begin('delegations', message('demo.delegations'))
  const valid = { valid_from: t.at(60, 0), valid_until: t.at(-300, 0), basis: 'in_person_signature' }
  const give = async (from: Player, to: Player, record_types: readonly string[], ...acts: string[]) => {
    const id = uuidv7()
    const mandate = { id, principal: from.id, delegate: to.id, record_types, acts, ...valid }
    await from.post('/v1/delegations', mandate)
    return id
  }
  const grace = called(scenario.GRACE)
  const all = await t.each('mandates', scenario.farmers(), async (plan): Promise<Farmer> => {
    const player = called(plan.name)
    if (plan.hasPhone) return { plan, player, author: player, inTheirName: {} }
    const types = player === grace ? ['harvest', 'lot', 'loss', 'custody_transfer'] : ['harvest']
    const delegation_id = await give(player, cooperative, types, 'assert', 'correct')
    return { plan, player, author: cooperative, inTheirName: { on_behalf_of: player.id, delegation_id } }
  })
  const neighbour = called(scenario.NEIGHBOUR)
  const toNeighbour = await give(grace, neighbour, ['delivery'], 'confirm')
  const given = all.filter(({ author }) => author === cooperative).length
  t.state(
    message('demo.delegations.signed', { grace: grace.name, others: given - 1 }),
    message('demo.delegations.neighbour', { grace: grace.name, neighbour: neighbour.name }),
  )
  t.facts({ delegations: given + 1 })
  return { farmers: filled(all), toNeighbour }
}
