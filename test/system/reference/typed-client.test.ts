import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { complaintsOf } from './contract-types.ts'

/** A client whose types are made of the contract alone compiles, works, and does not compile where it is wrong. */

const PROGRAM = 'packaging/examples/typed-client/life-of-a-record.ts'

/** What is looked at of it here, where it has no types: they are made below. */
interface Program {
  lifeOfARecord(appliance: object): Promise<{
    readonly seenByTheBank: object
    readonly listed: readonly string[]
    readonly pulled: readonly string[]
    readonly objection: object
    readonly crops: readonly string[]
  }>
}

/** Each line that is marked must be an error, or the mark is one. */
const WRONG_USES = `
import createClient from 'openapi-fetch'
import type { components, paths } from './contract.d.ts'

const client = createClient<paths>({ baseUrl: '' })
const harvest = {
  id: '', type: 'harvest', occurred_at: '', lawful_basis: 'consent', producer: '', crop: '',
  quantity: { value: 1, unit: 'kg' },
} as const
type Draft = components['schemas']['RecordDraft']
export const right: Draft = harvest

// @ts-expect-error no such address
await client.GET('/v1/record')
// @ts-expect-error a read that states no purpose
await client.GET('/v1/records', { params: { query: {} } })
// @ts-expect-error no such order
await client.GET('/v1/records', { params: { query: { purpose: 'research', order: 'sideways' } } })
// @ts-expect-error nothing lists inferences
await client.GET('/v1/inferences', { params: { query: { purpose: 'research' } } })
// @ts-expect-error a record without the ground it is held on
export const groundless: Draft = { ...harvest, lawful_basis: undefined }
// @ts-expect-error a misspelt member
export const misspelt: Draft = { ...harvest, quantty: harvest.quantity }
// @ts-expect-error a member of another type of record
export const mixed: Draft = { ...harvest, lot_id: '' }
// @ts-expect-error no such ground
await client.POST('/v1/records', { body: { ...harvest, lawful_basis: 'because' } })
// @ts-expect-error a grant needs an end
await client.POST('/v1/grants', { body: { id: '', grantee: '', purpose: 'research', record_types: ['lot'] } })
// @ts-expect-error an objection is not withdrawn by telephone
await client.POST('/v1/objections/{id}/withdrawal', { params: { path: { id: '' } }, body: { channel: 'app' } })
const { data } = await client.GET('/v1/records/{id}', { params: { path: { id: '' }, query: { purpose: 'research' } } })
// @ts-expect-error there may be no answer
export const type: string = data.type
// @ts-expect-error not every quantity has a mass
export const kg: number | undefined = data?.derived.kg
// @ts-expect-error only a delivery is confirmed
export const confirmation = data?.derived.confirmation
`
const a = await makeAppliance()
afterAll(() => a.close())

test('a program for the contract compiles, and wrong uses do not', async () => {
  const programs = { 'life.ts': readFileSync(PROGRAM, 'utf8'), 'wrong-uses.ts': WRONG_USES }
  expect(await complaintsOf(a.app.swagger(), programs)).toBe('')
})

test('it drives the life of a record through a real service', async () => {
  const bank = await a.party('institution', 'Pretend Rural Bank')
  a.clock.nowMs = Date.now()
  const { lifeOfARecord } = (await import(resolve(PROGRAM))) as Program
  const life = await lifeOfARecord({
    url: await a.app.listen({ host: '127.0.0.1', port: 0 }),
    cooperative: a.cooperative,
    bank,
    issueToken: (party: string) => a.credential(party, 'party'),
  })
  expect(life).toMatchObject({
    seenByTheBank: { kg: 53.5, confirmed: true },
    objection: { effect: 'stopped_some', statusForTheBank: 404 },
  })
  // The party record, the harvest, the delivery and its confirmation, two to a page.
  expect(new Set(life.listed).size).toBe(4)
  expect(new Set(life.pulled)).toEqual(new Set(life.listed))
  expect(life.crops).toHaveLength(3)
})
