import { type Actor, type Appliance, actor, makeAppliance, START_MS } from '../../support/appliance.ts'
import { idAt } from './ids.ts'
import type { Samples } from './samples.ts'
import { COOPERATIVE, GRACE, NEIGHBOUR, ORGANISATIONS, PURPOSE, REGION } from './scenario.ts'

/** The invented cooperative, with few people: nobody in it exists. */

const DAY_MS = 86_400_000

/** So many days before the story begins, at noon in Kampala unless told otherwise. */
export const daysAgo = (days: number, hour = 12): string =>
  new Date(START_MS - (START_MS % DAY_MS) - days * DAY_MS + (hour - 3) * 3_600_000)
    .toISOString()
    .replace('.000Z', 'Z')
export const inDays = (days: number): string => daysAgo(-days)

/** The same id for the same name, as if it had been made so many days before the story. */
export const idOf = (name: string, days = 0): string => idAt(Date.parse(daysAgo(days)), name)

export interface Village {
  readonly a: Appliance
  readonly cooperative: Actor
  readonly grace: Actor
  readonly moses: Actor
  readonly bank: Actor
  readonly mill: Actor
  /** A credential of a kind that may do nothing but read figures about the service. */
  readonly scraper: { readonly token: string }
}

const MEMBERS = {
  grace: { kind: 'person', display_name: GRACE, member_no: 'EH-001', region: REGION },
  moses: { kind: 'person', display_name: NEIGHBOUR, member_no: 'EH-002', region: REGION },
  bank: { kind: ORGANISATIONS.bank.kind, display_name: ORGANISATIONS.bank.name },
  mill: { kind: ORGANISATIONS.mill.kind, display_name: ORGANISATIONS.mill.name },
} as const
export type Member = keyof typeof MEMBERS

/** What the cooperative writes of somebody it takes in. */
export const entryOf = (member: Member) => ({
  id: idOf(`entry of ${member}`, 30),
  type: 'party',
  occurred_at: daysAgo(30, 9),
  lawful_basis: 'contract_performance',
  party: idOf(member, 30),
  ...MEMBERS[member],
})

/** Everybody is here, and nothing else has happened. */
export async function village(
  samples: Samples,
  settings: Parameters<typeof makeAppliance>[0] = {},
): Promise<Village> {
  const a = await makeAppliance(settings)
  const { cooperative } = a
  samples.say(cooperative.id, idOf('cooperative', 400))
  await nameIt(cooperative)
  const member = async (name: Member): Promise<Actor> => {
    const taken = await cooperative.post('/v1/records', entryOf(name))
    if (taken.status !== 201) throw new Error(taken.text)
    return actor(a.app, a.clock, entryOf(name).party, await a.credential(entryOf(name).party, 'party'))
  }
  return {
    a,
    cooperative,
    grace: await member('grace'),
    moses: await member('moses'),
    bank: await member('bank'),
    mill: await member('mill'),
    scraper: { token: await a.credential(cooperative.id, 'metrics') },
  }
}

/** It was founded under a name of the tests' own. */
async function nameIt(cooperative: Actor): Promise<void> {
  const about = `purpose=${PURPOSE}&type=party&subject=${cooperative.id}`
  const { id: supersedes } = (await cooperative.get(`/v1/records?${about}`)).body.records[0]
  const named = await cooperative.append('party', {
    supersedes,
    party: cooperative.id,
    kind: 'cooperative',
    display_name: COOPERATIVE,
    region: REGION,
  })
  if (named.status !== 201) throw new Error(named.text)
}
