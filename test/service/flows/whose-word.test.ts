import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  actingFor,
  appended,
  at,
  batch,
  expectRefused,
  mandate,
  read,
  retract,
} from '../../support/flows/help.ts'

/** Whose word a debt is (contract §23): what one side states is never taken for agreed, what others state is nothing. */

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const mill = await a.party('business', 'Mill')
const agent = await a.party('business', 'Agent')
const stranger = await a.party('business', 'Stranger')

const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const basis = { lawful_basis: 'special_data_consent' }
const owed = (more: object = {}) => ({
  ...{ kind: 'repay_loan', obligor: grace.id, obligee: mill.id, amount: ugx(100) },
  ...{ ...basis, ...more },
})
const paying = (debt: string, more: object = {}) => ({
  ...{ ...basis, payer: grace.id, payee: mill.id, amount: ugx(40), method: 'cash', purpose: 'repayment' },
  ...{ settles: [{ record_id: debt, amount_minor: 40 }], ...more },
})
const confirm = (by: Actor, what: string, id: string, more: object = {}) =>
  by.post(`/v1/${what}/${id}/confirmation`, {
    ...{ id: uuidv7(), channel: 'app', occurred_at: at(a.clock.nowMs), ...more },
  })
const moneyOf = async (id: string, by = grace) => (await read(by, id)).derived.fulfilment.money

/** A mandate, and its end a minute later. */
async function dismissed(principal: Actor, delegate: Actor, record_types: string[]) {
  const id = await mandate(a, principal, delegate, { record_types })
  const end = async () => {
    a.clock.nowMs += 60_000
    expect((await principal.post(`/v1/delegations/${id}/revocation`)).status).toBe(201)
    a.clock.nowMs += 60_000
  }
  return { under: actingFor(principal, id), end }
}

test('a debtor agrees by confirming', async () => {
  const { id: loan } = await appended(mill, 'obligation', owed())
  expectRefused(await confirm(mill, 'obligations', loan), 422, 'not_the_counterparty')
  expect((await confirm(stranger, 'obligations', loan)).status).toBe(404)
  const given = await confirm(grace, 'obligations', loan)
  expect(given.status, given.text).toBe(201)
  const { derived } = await read(mill, loan)
  expect(derived.confirmation).toMatchObject({ confirmed: true, independent: true, channel: 'app' })
  expect(derived.fulfilment.money.agreed).toBe(true)
})

test('what a dismissed agent states in the lender’s name is the lender’s to confirm, and no one else’s', async () => {
  const { id: loan } = await appended(grace, 'obligation', owed())
  const { under, end } = await dismissed(mill, agent, ['obligation', 'payment'])
  const { id: live } = await appended(agent, 'payment', paying(loan, under))
  expect((await read(grace, loan)).derived.flags).toContain('acknowledged_by_delegate')
  const before = at(a.clock.nowMs)
  await end()
  const { id: late } = await appended(agent, 'payment', paying(loan, { ...under, occurred_at: before }))
  expect(await moneyOf(loan)).toMatchObject({
    ...{ acknowledged_minor: 40, claimed_minor: 40, remaining_minor: 60 },
  })
  expectRefused(await confirm(agent, 'payments', late), 422, 'not_the_counterparty')
  expect((await confirm(mill, 'payments', late)).status).toBe(201)
  expect(await moneyOf(loan)).toMatchObject({ acknowledged_minor: 80, claimed_minor: 0 })
  expectRefused(await confirm(mill, 'payments', live), 422, 'not_the_counterparty')
})

test('no token records a signature', async () => {
  const { id: loan } = await appended(mill, 'obligation', owed())
  const signed = { obligation_id: loan, channel: 'written', signed_by: grace.id, lawful_basis: undefined }
  for (const who of [mill, grace])
    expectRefused(await who.append('obligation_confirmation', signed), 422, 'not_the_counterparty')
  expect((await moneyOf(loan)).agreed).toBe(false)
})

test('what a dismissed delegate asserts for a party does not use up what that party may record', async () => {
  const { id: debt } = await appended(grace, 'obligation', owed())
  const { under, end } = await dismissed(grace, agent, ['payment'])
  const more = { ...under, occurred_at: at(a.clock.nowMs) }
  await end()
  await batch(a, agent, 256, 'payment', () => paying(debt, more))
  expectRefused(await agent.append('payment', paying(debt, more)), 422, 'too_many_payments')
  expect((await grace.append('payment', paying(debt))).status).toBe(201)
})

test('a party’s 257th payment of one debt is refused, whichever version it names, and its retracted ones do not count', async () => {
  const { id: first } = await appended(grace, 'obligation', owed())
  const { id: second } = await appended(grace, 'obligation', owed({ supersedes: first }))
  const ids = await batch(a, grace, 256, 'payment', (n) => paying(n % 2 === 0 ? first : second))
  expectRefused(await grace.append('payment', paying(second)), 422, 'too_many_payments')
  expect((await mill.append('payment', paying(second))).status).toBe(201)
  const correction = paying(first, { supersedes: ids[0], amount: ugx(50) })
  expect((await grace.append('payment', correction)).status).toBe(201)
  await retract(grace, ids[1] as string)
  expect((await grace.append('payment', paying(second))).status).toBe(201)
  expectRefused(await grace.append('payment', paying(first)), 422, 'too_many_payments')
})
