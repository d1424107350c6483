import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { Draft } from '../../../src/domain/record.ts'
import { type Actor, makeAppliance, requesterOf } from '../../support/appliance.ts'
import { appended, at, cherry, deliveryOf, PURPOSE, read } from '../../support/flows/help.ts'

/** What a job did before it failed must not be seen by anybody after it, whatever was remembered meanwhile. */

const a = await makeAppliance()
const farmer = await a.party('person', 'Grace', { member_no: 'M-1' })
const buyer = await a.party('business', 'Mill')

const draft = (type: string, fields: object) =>
  ({ id: uuidv7(), type, occurred_at: at(a.clock.nowMs), ...fields }) as unknown as Draft

/** Appends, looks at everything through the gate so that it may be remembered, and fails. */
async function fail(who: Actor, sent: Draft, looked: readonly string[]): Promise<void> {
  const { ports, intake, gate, people, store } = a.kernel
  const job = ports.submit(() => {
    intake.append(requesterOf(a, who), sent)
    for (const id of [...looked, sent.id]) gate.readerFor(requesterOf(a, who), PURPOSE).one(id)
    people.facts(store.parties.find(farmer.id) as number)
    people.facts(store.parties.find(buyer.id) as number)
    throw new Error('fails at the last moment')
  })
  await expect(job).rejects.toThrow('fails at the last moment')
}

test('a delivery out of a lot', async () => {
  const lot = await appended(farmer, 'lot', { holder: farmer.id, ...cherry(500) })
  const delivery = { ...deliveryOf(farmer, buyer), lot_id: lot.id, lawful_basis: 'consent' }
  await fail(farmer, draft('delivery', delivery), [lot.id])
  expect((await read(farmer, lot.id)).derived).toEqual(lot.derived)
  await appended(farmer, 'delivery', delivery)
  expect((await read(farmer, lot.id)).derived.mass_balance.remaining_kg).toBe(380)
})

test('what a party is', async () => {
  const { people, store } = a.kernel
  const party = store.parties.find(buyer.id) as number
  expect(people.facts(party).isNaturalPerson).toBe(false)
  const person = { party: buyer.id, kind: 'person', display_name: 'A person', lawful_basis: 'consent' }
  await fail(buyer, draft('party', person), [])
  expect(people.facts(party)).toMatchObject({ isNaturalPerson: false, called: { name: 'Mill' } })
  await appended(buyer, 'party', person)
  const said = { byItself: { name: 'A person' }, called: { name: 'Mill' } }
  expect(people.facts(party)).toMatchObject({ isNaturalPerson: true, ...said })
})

test('whom the cooperative has recorded', async () => {
  const { people } = a.kernel
  const recorded = () => people.recorded.after(0, 1_000).found.map(({ name }) => name)
  const dora = { party: uuidv7(), kind: 'person', display_name: 'Dora', lawful_basis: 'contract_performance' }
  const before = recorded()
  await fail(a.cooperative, draft('party', dora), [])
  expect(recorded()).toEqual(before)
  await appended(a.cooperative, 'party', dora)
  expect(recorded()).toEqual([...before, 'Dora'])
})

test('a credential issued or revoked', async () => {
  const { credentials, ports } = a.kernel
  const issued = await ports.submit(() => credentials.issue('test', farmer.id, 'party', null))
  expect(credentials.verify(issued.token)).not.toBeNull()
  let ghost = ''
  const failing = ports.submit(() => {
    ghost = credentials.issue('test', farmer.id, 'party', null).token
    credentials.verify(ghost)
    credentials.revoke('test', issued.credential_id)
    credentials.verify(issued.token)
    throw new Error('fails at the last moment')
  })
  await expect(failing).rejects.toThrow('fails at the last moment')
  expect(credentials.verify(ghost)).toBeNull()
  expect(credentials.verify(issued.token)).not.toBeNull()
})
