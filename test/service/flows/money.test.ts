import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { englishWords } from '../../../src/words/words.ts'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  at,
  deliveryOf,
  granted,
  PURPOSE,
  pagesOf,
  read,
  retract,
} from '../../support/flows/help.ts'
import { Mirror } from '../../support/flows/mirror.ts'

/** The story of one loan: after each event, every surface shows the same amounts, to the unit. */

const a = await makeAppliance()
const grace = await a.party('person', 'Grace')
const mill = await a.party('business', 'Mill')
const bank = await a.party('institution', 'Bank')
const types = ['obligation', 'delivery', 'payment', 'payment_confirmation', 'retraction']
await granted(a, grace, bank, types)

const { money } = englishWords('Africa/Kampala')
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const shown = (amount_minor: number) => money(ugx(amount_minor)).replaceAll(/\s+/g, ' ')
const basis = { lawful_basis: 'special_data_consent' }

const { id: loan } = await appended(mill, 'obligation', {
  ...{ kind: 'repay_loan', obligor: grace.id, obligee: mill.id },
  ...{ ...basis, amount: ugx(200_000) },
})
// The borrower agrees to it: until then it is the mill's word alone.
await confirmed(grace, loan, 'obligations')
const { id: sale } = await appended(mill, 'delivery', {
  ...deliveryOf(grace, mill),
  ...{ ...basis, agreed_price: ugx(60_000) },
})

const paid = async (by: Actor, amount: number, parts: Record<string, number>, more: object = {}) => {
  const settles = Object.entries(parts).map(([record_id, amount_minor]) => ({ record_id, amount_minor }))
  const { id } = await appended(by, 'payment', {
    ...{ ...basis, payer: grace.id, payee: mill.id, amount: ugx(amount), method: 'cash' },
    ...{ purpose: 'repayment', ...(settles.length === 0 ? {} : { settles }), ...more },
  })
  return id as string
}
async function confirmed(by: Actor, id: string, what = 'payments'): Promise<void> {
  const confirmation = { id: uuidv7(), channel: 'in_person', occurred_at: at(a.clock.nowMs) }
  const answer = await by.post(`/v1/${what}/${id}/confirmation`, confirmation)
  expect(answer.status, answer.text).toBe(201)
}

interface Figures {
  readonly acknowledged: number
  readonly claimed: number
  readonly payments: number
  readonly forked?: number
}
const paidOf = (owed: number, { acknowledged, claimed, payments, forked = 0 }: Figures) => ({
  owed_minor: owed,
  acknowledged_minor: acknowledged,
  claimed_minor: claimed,
  remaining_minor: owed - acknowledged,
  ...{ payments, forked, incomplete: forked > 0 },
})

const NONE: Figures = { acknowledged: 0, claimed: 0, payments: 0 }
/** Every payment so far. */
const payments: string[] = []
const mirror = new Mirror(bank)

/** Compares what one record shows to Grace, to the mill, and to the bank in each of its lists. */
async function alike(id: string) {
  const { derived } = await read(grace, id)
  expect((await read(mill, id)).derived).toEqual(derived)
  const opened = await read(bank, id)
  const { keep_until, ...toBank } = opened.derived
  expect(toBank).toEqual(derived)
  const listed = (
    await pagesOf(bank, `/v1/records?purpose=${PURPOSE}&type=${opened.type}&standing=any&limit=2`)
  )
    .flatMap(({ records }) => records)
    .find((record) => record.id === id)
  expect(listed).toEqual(opened)
  const pulled = new Mirror(bank)
  await pulled.pull()
  expect(pulled.held.get(id)).toEqual(opened)
  const access = (await grace.post('/v1/subject-access-requests')).body
  const told = access.records.find((record: { id: string }) => record.id === id)
  expect(told.derived).toEqual(derived)
  return derived
}

async function expectEverywhere(ofLoan: Figures, ofSale: Figures, flags: Record<string, readonly string[]>) {
  a.clock.nowMs += 60_000
  const [loanNow, saleNow] = [await alike(loan), await alike(sale)]
  expect(loanNow.fulfilment.money).toMatchObject(paidOf(200_000, ofLoan))
  expect(saleNow.paid).toMatchObject(paidOf(60_000, ofSale))
  const found: Record<string, readonly string[]> = {}
  if (loanNow.flags.length > 0) found.loan = loanNow.flags
  if (saleNow.flags.length > 0) found.sale = saleNow.flags
  for (const [n, id] of payments.entries()) {
    const { flags } = await alike(id)
    if (flags.length > 0) found[`payment ${n}`] = flags
  }
  expect(found).toEqual(flags)
  await mirror.pull()
  for (const id of payments) expect(mirror.held.has(id)).toBe(true)
  for (const reader of [grace, bank]) {
    const { status, text } = await reader.get(`/v1/lender-view?purpose=${PURPOSE}&subject=${grace.id}`)
    expect(status, text).toBe(200)
    const page = text.replaceAll(/\s+/g, ' ')
    const { acknowledged, claimed, payments: count, forked = 0 } = ofLoan
    const counts =
      count === 0 ? 'no payment counts' : count === 1 ? '1 payment counts' : `${count} payments count`
    expect(page).toContain(
      [`agreed ${shown(200_000)} signed for ${shown(acknowledged)} ${counts}`]
        .concat(count === 0 ? '' : ', also if not yet signed for')
        .concat(` not yet signed for ${shown(claimed)} remaining ${shown(200_000 - acknowledged)}`)
        .join(''),
    )
    expect(page).toContain(
      `Paid of it: ${shown(ofSale.acknowledged)} signed for, ${shown(ofSale.claimed)} not yet signed for; ${shown(60_000 - ofSale.acknowledged)} remaining.`,
    )
    expect(page.includes('INCOMPLETE: some payments')).toBe(forked > 0)
  }
}

test('a loan of 200,000 and nine events add up on every surface', async () => {
  await expectEverywhere(NONE, NONE, {})

  // 1. An advance pays no debt.
  payments.push(await paid(mill, 50_000, {}, { payer: mill.id, payee: grace.id, purpose: 'advance' }))
  await expectEverywhere(NONE, NONE, {})
  expect((await read(grace, payments[0] as string)).derived.unallocated_minor).toBe(50_000)

  // 2. A claim that is never acknowledged leaves all of it due.
  const claim = await paid(grace, 30_000, { [loan]: 30_000 })
  payments.push(claim)
  const claimOf = (claimed: number) => ({ acknowledged: 0, claimed, payments: 1 })
  await expectEverywhere(claimOf(30_000), NONE, {})

  // 3. Its correction replaces it.
  const correction = await paid(grace, 40_000, { [loan]: 40_000 }, { supersedes: claim })
  payments.push(correction)
  await expectEverywhere(claimOf(40_000), NONE, {})

  // 4. An offset by the mill is its word as the lender, and only a claim as the buyer.
  const offset = await paid(mill, 60_000, { [loan]: 60_000, [sale]: 60_000 }, { method: 'offset' })
  payments.push(offset)
  const both = { acknowledged: 60_000, claimed: 40_000, payments: 2 }
  await expectEverywhere(both, { acknowledged: 0, claimed: 60_000, payments: 1 }, {})
  expect((await read(grace, offset)).derived).toMatchObject({ unallocated_minor: 0, confirmation: null })

  // 5. Grace confirms it.
  await confirmed(grace, offset)
  const sold = { acknowledged: 60_000, claimed: 0, payments: 1 }
  await expectEverywhere(both, sold, {})

  // 6. More than was owed.
  const overpayment = await paid(mill, 150_000, { [loan]: 150_000 })
  payments.push(overpayment)
  const over = { acknowledged: 210_000, claimed: 40_000, payments: 3 }
  await expectEverywhere(over, sold, { loan: ['overpaid'] })

  // 7. It is retracted.
  expect((await retract(mill, overpayment)).status).toBe(201)
  await expectEverywhere(both, sold, {})

  // 8. Confirming the claim as it was acknowledges nothing of its correction.
  await confirmed(mill, claim)
  const superseded = { 'payment 1': ['confirms_superseded_version'] }
  await expectEverywhere(both, sold, superseded)
  expect((await read(grace, correction)).derived.confirmation).toBeNull()

  // 9. Of two corrections that contradict each other neither counts.
  payments.push(await paid(grace, 35_000, { [loan]: 35_000 }, { supersedes: claim }))
  await expectEverywhere({ acknowledged: 60_000, claimed: 0, payments: 1, forked: 1 }, sold, {
    'payment 1': ['forked'],
    'payment 2': ['forked'],
    'payment 5': ['forked'],
  })
})
