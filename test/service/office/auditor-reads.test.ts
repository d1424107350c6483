import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { withTasks } from '../../../src/cli/context.ts'
import type { LeftLine } from '../../../src/records/payments/waiting-tasks.ts'
import { englishWords } from '../../../src/words/words.ts'
import { openOffice, type Page, read, staffOf } from '../../support/office.ts'

/** The pages about receipts and payments as an auditor reads them: what a clerk reads, without a form that writes (contract §19). */

const office = await openOffice({ country: 'UG' })
const { clerk, auditor } = await staffOf(office)
await office.party('person', 'Grace Nakato', '12', '--phone', '+256772000001')
const delivery = await office.delivered('12', '85 kg', '--price', '170000 UGX')
const list = uuidv7()
await clerk.post('/payments/lists', { form_token: await clerk.formToken(), id: list, currency: 'UGX' })
const line = (transaction: string): LeftLine => ({
  reason: 'refused',
  line: {
    ...{ row: 2, reference: '', phone: '+256772000001', state: 'paid', transaction },
    ...{ amount: { amount_minor: 5_000, currency: 'UGX' }, time: null, fee: null, note: '' },
  },
})
const open = () => {
  throw new Error('nobody serves the folder')
}
await withTasks({ data: office.coop.data, open }, async (run) => {
  const file = { key: 'k', file: 'nov.csv', decided: [], isUnfinished: true }
  await run('payment.wait', { ...file, left: [line('T4'), line('T5')] })
  const [first] = (await run('payment.waiting', {})).lines
  await run('payment.decide', { key: String(first?.key), how: 'set_aside' })
})
afterAll(() => office.service.stop())

/** The forms of a page that write, but for those to sign out and to choose a language. */
const writing = ({ text }: Page) =>
  [...text.matchAll(/<form method="post" action="([^"]*)"/g)]
    .map(([, action]) => action)
    .filter((action) => action !== '/sign-out')

const READ_BACK = englishWords().say('many.readBack')

test.each([
  [`/receipt/${delivery}`, '85.00', [`/receipt/${delivery}/printed`]],
  ['/payments', 'Payments', []],
  ['/payments/many', 'nov.csv', ['/payments/waiting', '/payments/lists', '/payments/lists']],
  [`/payments/lists/${list}`, 'Grace Nakato', []],
  ['/payments/waiting', 'T5', ['/payments/waiting', '/payments/waiting']],
])('%s', async (path, said, forms) => {
  const [theirs, page] = [await clerk.get(path), await auditor.get(path)]
  for (const one of [theirs, page])
    expect([one.status, read(one)]).toEqual([200, expect.stringContaining(said)])
  expect(writing(theirs)).toEqual(forms)
  expect(writing(page)).toEqual([])
})

test('of a receipt there is nothing to print, and the way on leads to the record', async () => {
  expect((await auditor.get(`/records/${delivery}`)).text).toContain(`action="/receipt/${delivery}"`)
  const { text } = await auditor.get(`/receipt/${delivery}`)
  expect(text).not.toContain('data-print')
  expect(text).toContain(`href="/records/${delivery}"`)
  expect(text).not.toContain('/weigh-in')
})

test('a member that is looked for under payments leads to their account', async () => {
  const { text } = await auditor.get('/payments')
  expect(text).not.toContain('value="receive"')
  const { location } = await auditor.get('/payments?who=12')
  expect(location).toMatch(/^\/members\/[^/]+\/account$/)
  expect(read(await auditor.get(String(location)))).toContain('UGX 170,000')
  expect((await auditor.get('/payments?who=nobody')).status).toBe(422)
})

test('the operator’s file of a list is read by who may write', async () => {
  const [theirs, page] = [
    await clerk.get(`/payments/lists/${list}`),
    await auditor.get(`/payments/lists/${list}`),
  ]
  expect(read(theirs)).toContain(READ_BACK)
  expect(read(page)).not.toContain(READ_BACK)
})

test('the audit log calls a purpose that the cooperative added as the cooperative does', async () => {
  const row = { id: 'meals', name: 'Food at school', meaning: 'Buying food for schools.', source: 'Our own' }
  await withTasks({ data: office.coop.data, open }, (run) => run('registry.add', { kind: 'purposes', row }))
  await office.party('institution', 'Harvest Bank', 'BANK')
  const { token } = await office.did('lender', 'invite', 'BANK')
  const asked = await fetch(`${office.url}/v1/records?purpose=${row.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(asked.status).toBe(200)
  expect(read(await auditor.get('/audit?by=BANK'))).toContain('food at school')
})
