import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { withTasks } from '../../../src/cli/context.ts'
import type { Document } from '../../support/command.ts'
import { openOffice, read, staffOf, valueIn } from '../../support/office.ts'

/** What one side states is never shown or paid as if the other had agreed; what strangers state is on no page (contract §23). */

const office = await openOffice()
const { clerk } = await staffOf(office)
const us = office.coop.cooperative
const issued = async (kind: string, name: string, no: string) => {
  const id = await office.party(kind, name, no)
  return { id, token: (await office.did('credential', 'issue', '--party', no, '--kind', 'party')).token }
}
const grace = await issued('person', 'Grace Nakato', '12')
const stranger = await issued('business', 'Lake Traders', '91')
afterAll(() => office.service.stop())

/** The service holds the folder, so that tasks run in it. */
const ofService = () => {
  throw new Error('nobody serves the folder')
}

const basis = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const goods = { crop: 'maize_grain', quantity: { value: 90, unit: 'kg' }, from_party: grace.id, to_party: us }
const sold = (price: number, token?: string) =>
  office.append('delivery', { ...goods, ...basis, agreed_price: ugx(price) }, token)
const lent = (amount: number, token?: string) =>
  office.append(
    'obligation',
    { ...basis, kind: 'repay_loan', obligor: grace.id, obligee: us, amount: ugx(amount) },
    token,
  )
const pages = async () => {
  const paths = [`/members/${grace.id}`, `/members/${grace.id}/account`, '/payments?who=12']
  return Promise.all(paths.map(async (path) => read(await clerk.get(path))))
}
const act = (name: string) => clerk.get(`/payments?who=12&act=${name}`)
const sent = { occurred_at: 'today', method: 'cash', purpose: 'other' }
const send = async (name: string, fields: Record<string, string>) =>
  clerk.post('/payments', {
    ...{ form_token: await clerk.formToken(), id: uuidv7(), who: grace.id, act: name, ...sent },
    ...fields,
  })
const claim = await sold(7_777_000, grace.token)
const agreed = await sold(60_000)
const loan = await lent(200_000)
await lent(9_990_000, stranger.token)
await sold(9_980_000, stranger.token)

test('the sums of agreed debts have none of it, and its own sums say whose word they are', async () => {
  for (const page of await pages()) {
    expect(page).toContain('Owed to the member 1 UGX 60,000 UGX 0 UGX 0 UGX 60,000')
    expect(page).not.toContain('Owed by the member 1')
    expect(page).toContain('One side’s word alone The side that would have to pay')
    expect(page).toContain('Owed to the member, by the member’s word alone 1 UGX 7,777,000')
    expect(page).toContain('Owed by the member, by the cooperative’s word alone 1 UGX 200,000')
    expect(page).not.toContain('7,837,000')
    expect(page).not.toMatch(/9,9[89]0,000/)
  }
  const member = read(await clerk.get(`/members/${grace.id}`))
  expect(member).toContain('of UGX 60,000 agreed, in 1 debt')
  const statement = read(await clerk.get(`/members/${grace.id}/statement`))
  for (const page of [member, statement])
    expect(page).toContain(
      'repay loan UGX 200,000 the cooperative’s word alone: UGX 0 signed for, UGX 0 not yet signed for; UGX 200,000 remaining.',
    )
  expect(statement).not.toContain('9,990,000')
  const inSwahili = read(await clerk.get(`/members/${grace.id}/account?paper_language=sw`))
  expect(inSwahili).toContain('Mwanachama anadai, kwa neno lake peke yake 1 UGX 7,777,000')
})

test('it is not filled in to be paid, and whoever pays it all the same is warned', async () => {
  const pay = await act('pay')
  expect(valueIn(pay, `part_${claim.id}`)).toBe('')
  expect(valueIn(pay, `part_${agreed.id}`)).toBe('60000 UGX')
  expect(read(pay)).toContain('Only the member states these.')
  const receive = await act('receive')
  expect(valueIn(receive, `part_${loan.id}`)).toBe('')
  expect(read(receive)).toContain('Only the cooperative states these.')
  const look = read(await send('pay', { [`part_${claim.id}`]: '7777000' }))
  expect(look).toContain('is the member’s word alone: the side that would have to pay has not agreed to it.')
  expect(read(await send('receive', { [`part_${loan.id}`]: '5' }))).toContain(
    'is the cooperative’s word alone:',
  )
  expect(read(await send('pay', { [`part_${agreed.id}`]: '5' }))).not.toContain('word alone: the side')
})

test('it is not offered to be set off, nor set off if somebody asks for it', async () => {
  const page = await act('offset')
  expect([claim, loan].map(({ id }) => valueIn(page, `part_${id}`))).toEqual([undefined, undefined])
  expect(read(page)).toContain('2 open debts are one side’s word alone, and not offered here')
  const refused = await send('offset', { [`part_${loan.id}`]: '60000', [`part_${agreed.id}`]: '60000' })
  expect([refused.status, read(refused)]).toEqual([422, expect.stringContaining('cannot be set off')])
})

test('the list for the operator has agreed debts only, and counts the others', async () => {
  const id = uuidv7()
  expect((await clerk.post('/payments/lists', { form_token: await clerk.formToken(), id })).location).toBe(
    `/payments/lists/${id}`,
  )
  const page = read(await clerk.get(`/payments/lists/${id}`))
  expect(page).toContain('2 open debts, 1 of them the member’s word alone.')
  expect(page).toContain(
    'UGX 7,777,000 the member’s word alone: the cooperative neither recorded nor confirmed',
  )
  expect(page).not.toMatch(/9,9[89]0,000/)
})

test('a payment that the payee signed for on paper is in a column of its own, and reduces what remains', async () => {
  const paying = {
    ...basis,
    payer: us,
    payee: grace.id,
    amount: ugx(25_000),
    method: 'cash',
    purpose: 'produce',
  }
  const settles = [{ record_id: agreed.id, amount_minor: 25_000 }]
  const { id } = await office.append('payment', { ...paying, settles })
  const draft = {
    ...{ id: uuidv7(), type: 'payment_confirmation', payment_id: id, signed_by: grace.id },
    ...{ channel: 'written', occurred_at: new Date().toISOString() },
  }
  await withTasks({ data: office.coop.data, open: ofService }, (run) => run('record.append', { draft }))
  for (const page of await pages()) {
    expect(page).toContain('Agreed Signed for On paper Not yet signed for Remaining')
    expect(page).toContain('Owed to the member 1 UGX 60,000 UGX 0 UGX 25,000 UGX 0 UGX 35,000')
    expect(page).toContain('the cooperative alone vouches for the signature')
  }
  const account = read(await clerk.get(`/members/${grace.id}/account`))
  expect(account).toContain('To the member produce cash UGX 25,000 UGX 0 signed for on paper')
  expect(valueIn(await act('pay'), `part_${agreed.id}`)).toBe('35000 UGX')
  const receipt = await clerk.get(`/receipt/${id}`)
  expect(read(receipt)).toMatch(/SIGNED ON PAPER by Grace Nakato.*the cooperative alone vouches/)
})

test('what a delegate of the creditor acknowledged is said wherever its figures are', async () => {
  const mandate = await office.call(
    '/v1/delegations',
    {
      ...{ id: uuidv7(), principal: grace.id, delegate: us, record_types: ['payment', 'delivery'] },
      ...{
        acts: ['assert'],
        basis: 'in_person_signature',
        valid_from: new Date(Date.now() - 9e6).toISOString(),
      },
      valid_until: new Date(Date.now() + 9e6).toISOString(),
    },
    grace.token,
  )
  const settles = [{ record_id: agreed.id, amount_minor: 1_000 }]
  await office.append('payment', {
    ...{
      ...basis,
      payer: us,
      payee: grace.id,
      amount: ugx(1_000),
      method: 'cash',
      purpose: 'produce',
      settles,
    },
    ...{ on_behalf_of: grace.id, delegation_id: mandate.id },
  })
  for (const page of await pages())
    expect(page).toContain('For 1 debt here, something paid was signed for by a delegate, perhaps the debtor')
  const account = read(await clerk.get(`/members/${grace.id}/account`))
  expect(account).toContain('Maize, grain acknowledged by delegate UGX 60,000')
  expect(account).toContain('UGX 1,000 UGX 0 signed for by a delegate')
  expect(read(await act('pay'))).toContain('Maize, grain acknowledged by delegate UGX 60,000')
})

test('papers and lists say whose word an amount is', async () => {
  const receipt = async (record: Document) => read(await clerk.get(`/receipt/${record.id}`))
  expect(await receipt(claim)).toContain('UGX 7,777,000 in total (the member’s word alone)')
  expect(await receipt(agreed)).toContain('UGX 60,000 in total')
  expect(read(await clerk.get(`/records/${loan.id}`))).toContain(
    'Whose word the cooperative’s word alone: UGX 0 signed for',
  )
  const debts = read(await clerk.get('/records?type=obligation'))
  expect(debts).toContain('the cooperative’s word alone')
  expect(debts).toMatch(/UGX 9,990,000 .*neither side’s word/)
  const paying = {
    ...basis,
    payer: grace.id,
    payee: us,
    amount: ugx(7),
    method: 'cash',
    purpose: 'repayment',
  }
  const part = { record_id: loan.id, amount_minor: 7 }
  await office.append('payment', { ...paying, settles: [part] }, grace.token)
  await office.append('payment', paying, stranger.token)
  expect(read(await clerk.get('/payments'))).toContain('not yet signed for: the payer’s word')
  expect(read(await clerk.get('/records?type=payment'))).toContain('neither side’s word')
  const page = read(await clerk.get(`/members/${grace.id}/account`))
  expect(page).toContain('From the member repayment cash UGX 7 UGX 0 not yet signed for: the member’s word')
})
