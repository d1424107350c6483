import { uuidv7 } from 'uuidv7'
import { filled } from '../../base/typed.ts'
import { scene } from './narrator.ts'
import * as scenario from './scenario.ts'
import { type Farmer, type Player, playerOf } from './tale.ts'

/** The scenes about parties, credentials and mandates. */

const PARTNERS = Object.values(scenario.ORGANISATIONS)
const MEMBERS = scenario
  .farmers()
  .map(({ name, memberNo }) => ({ kind: 'person', name, member_no: memberNo }))

export const parties = scene('parties', 'demo.parties', async (t) => {
  const cooperative = t.player(scenario.COOPERATIVE)
  t.entered = await t.each('parties', [...PARTNERS, ...MEMBERS], async ({ name, ...more }) => {
    const party = uuidv7()
    const entry = { party, display_name: name, region: scenario.REGION, ...more }
    await cooperative.write('party', 28, entry)
    return { id: party, name, kind: more.kind }
  })
  const listed = await cooperative.list(scenario.COOPERATIVE_PURPOSE, '&type=party')
  const farmers = listed.filter(({ kind }) => kind === 'person').length
  const organisations = listed.length - farmers
  const names = { examples: [scenario.COOPERATIVE, ...PARTNERS.map(({ name }) => name)] }
  t.say('demo.parties.organisations', { count: organisations, names })
  t.say('demo.parties.farmers', { count: farmers })
  return { organisations, farmers }
})

export const credentials = scene('credentials', 'demo.credentials', async (t) => {
  const issued = t.entered.map(async ({ id, name, kind }) => {
    const asked = { party: id, kind: kind === 'institution' ? 'reader' : 'party', expiresAtMs: null } as const
    const { token } = await t.service.run('credential.issue', asked)
    return playerOf(t, id, name, token)
  })
  const players = await Promise.all(issued)
  const { length: count } = players
  t.players = [...t.players, ...players]
  t.say('demo.credentials.tokens', { count })
  return { credentials: count }
})

/**
 * Farmers without a telephone give the cooperative a mandate to record harvests. Grace also gives a neighbour
 * one to confirm deliveries.
 */
export const delegations = scene('delegations', 'demo.delegations', async (t) => {
  const { cooperative, grace, neighbour } = t.cast
  const valid = { valid_from: t.at(60, 0), valid_until: t.at(-300, 0), basis: 'in_person_signature' }
  const give = async (from: Player, to: Player, record_types: readonly string[], ...acts: string[]) => {
    const id = uuidv7()
    const mandate = { id, principal: from.id, delegate: to.id, record_types, acts, ...valid }
    await from.post('/v1/delegations', mandate)
    return id
  }
  const farmers = await t.each('mandates', scenario.farmers(), async (plan): Promise<Farmer> => {
    const player = t.player(plan.name)
    if (plan.hasPhone) return { plan, player, author: player, inTheirName: {} }
    const isGrace = plan.name === scenario.GRACE
    const types = isGrace ? ['harvest', 'lot', 'loss', 'custody_transfer'] : ['harvest']
    const delegation_id = await give(player, cooperative, types, 'assert', 'correct')
    return { plan, player, author: cooperative, inTheirName: { on_behalf_of: player.id, delegation_id } }
  })
  t.farmers = filled(farmers)
  t.toNeighbour = await give(grace, neighbour, ['delivery'], 'confirm')
  const given = farmers.filter(({ author }) => author === cooperative).length
  t.say('demo.delegations.signed', { others: given - 1 })
  t.say('demo.delegations.neighbour')
  return { delegations: given + 1 }
})
