import { createHash } from 'node:crypto'
import { type Actor, type Appliance, actor, makeAppliance, START_MS } from '../../support/appliance.ts'
import { fixture } from '../../support/evidence/pictures/planted.ts'
import { idAt, type Samples } from './samples.ts'

/** The invented coffee cooperative, with few people and realistic amounts and prices: nobody in it exists. */

export const REGION = 'UG-406'
export const CHERRY = 'coffee_arabica_fresh_cherry'
export const PARCHMENT = 'coffee_arabica_parchment'
export const PURPOSE = 'credit_assessment'

/** Kilograms of the delivery that Grace confirms, and its price. */
export const CONFIRMED_KG = 48
export const PARCHMENT_PRICE = 10_500
/** The Ugandan shilling has no minor unit. */
export const shillings = (value: number) => ({ amount_minor: Math.round(value), currency: 'UGX' })

/** The picture of a weighing slip, as a telephone took it: with where and with what. */
const bytes = fixture('camera.jpg')
export const SLIP = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') } as const

/** The first members of a record. */
export const recordOf = (type: string, id: string, occurred_at: string, lawful_basis?: string) => ({
  ...{ id, type, occurred_at },
  ...(lawful_basis === undefined ? {} : { lawful_basis }),
})

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
  grace: { kind: 'person', display_name: 'Grace Biira', member_no: 'EH-001', region: REGION },
  moses: { kind: 'person', display_name: 'Moses Kule', member_no: 'EH-002', region: REGION },
  bank: { kind: 'institution', display_name: 'Pretend Rural Bank' },
  mill: { kind: 'business', display_name: 'Sample Ridge Dry Mill' },
} as const
export type Member = keyof typeof MEMBERS

/** What the cooperative writes of somebody it takes in. */
export const entryOf = (member: Member) => ({
  ...recordOf('party', idOf(`entry of ${member}`, 30), daysAgo(30, 9), 'contract_performance'),
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
    display_name: 'Example Hills Coffee Growers',
    region: REGION,
  })
  if (named.status !== 201) throw new Error(named.text)
}
