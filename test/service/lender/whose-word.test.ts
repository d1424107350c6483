import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { Actor } from '../../support/appliance.ts'
import { actingFor, DAY_MS, mandate } from '../../support/flows/help.ts'
import { grant, makeScene, PURPOSE, pageOf, put, sectionOf, view } from '../../support/lender-scene.ts'

/**
 * What a lender reads of debts in money (contract §13, §23): agreed ones and those that one side alone states in
 * parts of their own, sums before lines, and nothing of what strangers state.
 */

const AGREED = 'OBLIGATIONS'
const ONE_SIDED = "OBLIGATIONS BY ONE SIDE'S WORD ALONE"
const FINANCIAL = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })

const scene = await makeScene()
const { a, lender } = scene
const flat = (text: string) => text.replace(/\s+/g, ' ')

let members = 0
/** A farmer of her own for each test, who opened everything about money, and a business that lends to her. */
async function people() {
  const grace = await a.party('person', `Member ${++members}`)
  const business = await a.party('business', 'Shady Loans')
  await grant(grace, lender, ['party', 'delivery', 'obligation', 'payment'])
  await grant(business, lender, ['party'])
  const loan = (by: Actor, minor: number, more: object = {}) =>
    put(by, 'obligation', {
      ...{ ...FINANCIAL, occurred_at: '2026-06-02T08:00:00Z', kind: 'repay_loan', amount: ugx(minor) },
      ...{ obligor: grace.id, obligee: business.id, due_at: '2026-06-15T12:00:00Z', ...more },
    })
  const pay = (by: Actor, minor: number, debt: string, more: object = {}) =>
    put(by, 'payment', {
      ...{ ...FINANCIAL, occurred_at: '2026-06-05T08:00:00Z', payer: grace.id, payee: business.id },
      ...{ amount: ugx(minor), method: 'cash', purpose: 'repayment' },
      ...{ settles: [{ record_id: debt, amount_minor: minor }], ...more },
    })
  const section = async (title: string) => flat(sectionOf(await pageOf(lender, grace.id), title))
  return { grace, business, loan, pay, section }
}

/** What a person signed on paper, as the front office records it. */
const sign = (who: Actor, type: 'obligation' | 'payment' | 'delivery', id: string) =>
  a.tasks.run('record.append', 'clerk', {
    draft: {
      ...{ id: uuidv7(), type: `${type}_confirmation`, [`${type}_id`]: id, channel: 'written' },
      ...{ signed_by: who.id, occurred_at: '2026-06-20T08:00:00Z' },
    },
  })

async function sheetOf(subject: Actor): Promise<Record<string, string>[]> {
  const { text } = await lender.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${subject.id}`, {
    accept: 'text/csv',
  })
  const [head = '', ...rows] = text.trimEnd().split('\n')
  return rows.map((row) =>
    Object.fromEntries(head.split(',').map((name, i) => [name, row.split(',')[i] ?? ''])),
  )
}

test('what a business alone states is never agreed, paid of or overdue, and is its word by name', async () => {
  const { grace, loan, business, section } = await people()
  await loan(business, 5_000_000)
  const [agreed, alone] = [await section(AGREED), await section(ONE_SIDED)]
  expect(agreed).not.toMatch(/5,000,000|agreed/i)
  expect(alone).toContain(
    `By the word of Shady Loans alone: Member ${members} is to repay a loan to Shady Loans, due 15 Jun 2026 `,
  )
  expect(alone).toContain('stated UGX 5,000,000')
  expect(alone).not.toMatch(/passed|now past|agreed UGX/)
  const [row] = (await sheetOf(grace)).filter(({ record }) => record === 'obligation')
  expect(row).toMatchObject({ word: 'one_sided', word_of: 'Shady Loans', amount: '5000000' })
  // A page for a browser draws no bar of it.
  const { text } = await lender.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${grace.id}`, {
    accept: 'text/html',
  })
  expect(text).not.toContain('<figcaption>Money</figcaption>')
  expect(text).toContain('By the word of Shady Loans alone')
})

test('an asserter without a name that the reader may read is the other side, and a delegate a delegate', async () => {
  const { grace, loan, section } = await people()
  const hidden = await a.party('business', 'Hidden Lender')
  const agent = await a.party('business', 'Hidden Agent')
  const under = await mandate(a, hidden, agent, { record_types: ['obligation'], sinceMs: 60 * DAY_MS })
  await loan(hidden, 700, { obligee: hidden.id })
  await loan(agent, 800, { obligee: hidden.id, ...actingFor(hidden, under) })
  // What the farmer states of a debtor is her word alone too.
  await loan(grace, 900, { obligor: hidden.id, obligee: grace.id })
  // The reader's own word is one side's as well.
  await loan(lender, 600, { obligee: lender.id })
  const alone = await section(ONE_SIDED)
  expect(alone).not.toContain('Hidden')
  expect(alone.match(/By the word of the other side alone: Member \d+ is to repay a loan/g)).toHaveLength(2)
  expect(alone).toContain('Written down for it by a delegate.')
  expect(alone).toContain(`By the word of Member ${members} alone: another party is to repay a loan`)
  expect(alone).toContain("By the reader's word alone:")
  expect(alone).toContain(`Owed to Member ${members}: loan to repay; 1 obligation`)
  const { text } = await view(lender, grace.id)
  for (const { id } of [hidden, agent, lender]) expect(text).not.toContain(id)
})

test('the debtor’s word, confirmation and signature make a debt agreed, and its day may pass', async () => {
  const { grace, loan, business, section } = await people()
  await loan(grace, 1_000)
  const confirmed = { obligation_id: await loan(business, 20_000), channel: 'app' }
  await put(grace, 'obligation_confirmation', { ...confirmed, occurred_at: '2026-06-20T08:00:00Z' })
  const coop = a.cooperative
  await sign(grace, 'obligation', await loan(coop, 300_000, { obligee: coop.id }))
  await loan(business, 4_000_000)
  const agreed = await section(AGREED)
  expect(agreed).toContain(
    `Owed by Member ${members}: loan to repay; 3 obligations agreed UGX 321,000 signed for UGX 0 not yet signed for UGX 0 remaining UGX 321,000 day passed UGX 321,000 3 obligations`,
  )
  expect(agreed.match(/Its day has passed with UGX [\d,]+ remaining\./g)).toEqual([
    'Its day has passed with UGX 300,000 remaining.',
    'Its day has passed with UGX 20,000 remaining.',
    'Its day has passed with UGX 1,000 remaining.',
  ])
  expect(agreed).toContain('Signed on paper, for which the cooperative alone vouches.')
  const page = await pageOf(lender, grace.id)
  expect(flat(sectionOf(page, 'WHAT THE FLAGS MEAN'))).toContain(
    '[confirmed_on_paper]: The other party confirmed',
  )
  expect(await section(ONE_SIDED)).toContain('stated UGX 4,000,000')
  const words = (await sheetOf(grace)).filter(({ record }) => record === 'obligation').map(({ word }) => word)
  expect(words.sort()).toEqual(['agreed', 'agreed', 'agreed', 'one_sided'])
})

test('an overdue loan is first, and in the sums, behind 80 obligations of one cent', async () => {
  const { grace, loan, business, pay, section } = await people()
  const big = await loan(grace, 5_000_000, { occurred_at: '2026-01-02T08:00:00Z' })
  await pay(business, 1_000_000, big)
  const coming = { due_at: '2027-06-15T12:00:00Z' }
  for (let n = 0; n < 80; n++) await loan(grace, 1, n % 2 === 0 ? coming : {})
  await loan(business, 7_000_000)
  const text = sectionOf(await pageOf(lender, grace.id), AGREED)
  expect(text.split('\n').length).toBeLessThanOrEqual(500)
  const agreed = flat(text)
  expect(agreed).toContain(
    'agreed UGX 5,000,080 signed for UGX 1,000,000 not yet signed for UGX 0 remaining UGX 4,000,080 day passed UGX 4,000,040 41 obligations',
  )
  const [first] = agreed.match(/Its day has passed with UGX [\d,]+ remaining\./) ?? []
  expect(first).toBe('Its day has passed with UGX 4,000,000 remaining.')
  // What is not printed is counted with its sums, and none of it is overdue before something that is printed.
  expect(agreed).toMatch(
    /Not printed, since a section has at most 500 lines: \d+ agreed obligations with UGX \d+ remaining, which the sums above include\./,
  )
  expect(await section(ONE_SIDED)).toContain('stated UGX 7,000,000')
  expect(await section(ONE_SIDED)).not.toContain('Not printed')
})

test('payments are acknowledged, signed on paper and claimed apart; strangers’ count for nothing', async () => {
  const { grace, loan, business, pay, section } = await people()
  const coop = a.cooperative
  const stranger = await a.party('business', 'Stranger')
  const debt = await loan(grace, 9_000)
  await pay(business, 1_000, debt)
  await pay(grace, 20, debt)
  await pay(stranger, 7_777, debt)
  const bought = await loan(coop, 5_000, { kind: 'pay_for_goods', obligor: coop.id, obligee: grace.id })
  await sign(grace, 'payment', await pay(coop, 300, bought, { payer: coop.id, payee: grace.id }))
  const payments = await section('PAYMENTS')
  expect(payments).toContain('Payments signed for signed for on paper not yet signed for')
  expect(payments).toContain('Paid out: repayment 2 UGX 1,000 - UGX 20 ')
  expect(payments).toContain('Paid in: repayment 1 - UGX 300 - ')
  expect(payments).toContain('for which the cooperative alone vouches')
  expect(payments).toContain('cash UGX 300 signed for on paper')
  expect(payments).not.toContain('7,777')
  const agreed = await section(AGREED)
  expect(agreed).toContain(
    'agreed UGX 9,000 signed for UGX 1,000 not yet signed for UGX 20 remaining UGX 8,000',
  )
  expect(agreed).toContain(
    'agreed UGX 5,000 signed for UGX 0 signed for on paper UGX 300 the cooperative alone vouches for it not yet signed for UGX 0 remaining UGX 4,700 day passed UGX 4,700 1 obligation',
  )
  const rows = await sheetOf(grace)
  const told = (record: string, column: string) =>
    rows
      .filter((row) => row.record === record)
      .map((row) => row[column])
      .sort()
  expect(told('payment', 'confirmation')).toEqual(['acknowledged', 'claimed', 'on_paper'])
  expect(told('obligation', 'on_paper')).toEqual(['0', '300'])
  const { text } = await lender.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${grace.id}`, {
    accept: 'text/html',
  })
  expect(text).toMatch(/<rect class="b-edged" x="0.0" width="60.0"/)
})

test('prices are agreed or the seller’s word, with sums of each, and signatures on paper are named', async () => {
  const { grace, pay, section } = await people()
  const coop = a.cooperative
  const sold = (by: Actor, minor: number) =>
    put(by, 'delivery', {
      ...{ ...FINANCIAL, occurred_at: '2026-06-04T08:00:00Z', from_party: grace.id, to_party: coop.id },
      ...{ crop: 'maize_grain', quantity: { value: 10, unit: 'kg' }, agreed_price: ugx(minor) },
    })
  const bought = await sold(coop, 60_000)
  await sign(grace, 'payment', await pay(coop, 2_000, bought, { payer: coop.id, payee: grace.id }))
  await sign(grace, 'delivery', bought)
  await sold(grace, 500_000)
  const deliveries = await section('DELIVERIES')
  expect(deliveries).toContain('Agreed price UGX 60,000 for the whole.')
  expect(deliveries).toContain("Price by the seller's word alone: UGX 500,000 for the whole.")
  expect(deliveries).toContain(
    '0 signed for, UGX 2,000 signed for on paper, UGX 0 not yet signed for; UGX 58,000 remaining.',
  )
  expect(deliveries).toContain(
    `Agreed prices, owed to Member ${members}; 1 delivery agreed UGX 60,000 signed for UGX 0 signed for on paper UGX 2,000 the cooperative alone vouches for it not yet signed for UGX 0`,
  )
  expect(deliveries).toContain(
    `Prices by the seller's word alone, owed to Member ${members}; 1 delivery stated UGX 500,000`,
  )
  expect(deliveries).toMatch(/Confirmed By a delegate On paper Not confirmed/)
  expect(deliveries).toMatch(
    /Signed on paper by Member \d+ on 20 Jun 2026 in writing; the cooperative alone vouches for it\./,
  )
  expect(deliveries).toContain('for which the cooperative alone vouches')
})
