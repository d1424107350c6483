import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

const a = await makeAppliance()
const person = await a.party('person', 'Person')
const lender = await a.party('institution', 'Bank')
afterAll(() => a.close())

const described = (party: string, more: object = {}) => ({
  party,
  kind: 'business',
  display_name: 'B',
  ...more,
})

test('a fork that takes away who said "organisation" protects the party from the very next read', async () => {
  const [id, other] = [uuidv7(), uuidv7()]
  const first = await a.cooperative.append('party', described(other))
  await a.cooperative.append('party', described(id, { supersedes: first.body.id }))
  const delivery = await person.append('delivery', {
    from_party: person.id,
    to_party: id,
    crop: 'coffee_green',
    quantity: { value: 5, unit: 'kg' },
  })
  await person.post('/v1/grants', {
    id: uuidv7(),
    grantee: lender.id,
    purpose: 'credit_assessment',
    record_types: ['delivery'],
    expires_at: '2027-01-01T00:00:00Z',
  })
  const read = () => lender.get(`/v1/records/${delivery.body.id}?purpose=credit_assessment`)
  expect((await read()).status).toBe(200)
  await a.cooperative.append('party', described(other, { supersedes: first.body.id }))
  expect((await read()).status).toBe(404)
})

test("a party cannot take another's member number over", async () => {
  const mallory = await a.party('person', 'Mallory', { member_no: '0001' })
  await mallory.append('party', {
    party: mallory.id,
    kind: 'person',
    display_name: 'Mallory',
    member_no: '0100',
  })
  const victim = await a.party('person', 'Victim', { member_no: '0100' })
  const { people, store } = a.kernel
  const found = (no: string) => people.withMemberNumber(no).map((n) => store.parties.id(n))
  expect(found('0100')).toEqual([victim.id])
  expect(found('0001')).toEqual([mallory.id])
})
