import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { exactly } from '../../../src/domain/minor-units.ts'
import { englishWords } from '../../../src/words/words.ts'
import type { Document } from '../../support/command.ts'
import { openOffice, staffOf } from '../../support/office.ts'

/**
 * The story of one loan by the cooperative: after each of nine events, and after what a stranger says, every surface of
 * the service, the office page and the command shows the same amounts, to the unit.
 */

const office = await openOffice()
const { clerk } = await staffOf(office)
const us = office.coop.cooperative
const issued = async (kind: string, name: string, no: string) => {
  const id = await office.party(kind, name, no)
  return { id, token: (await office.did('credential', 'issue', '--party', no, '--kind', 'party')).token }
}
const grace = await issued('person', 'Grace Nakato', '12')
const bank = await issued('institution', 'Equator Bank', '90')
const stranger = await issued('business', 'Lake Traders', '91')
afterAll(() => office.service.stop())

const PURPOSE = 'purpose=credit_assessment'
const basis = { lawful_basis: 'special_data_consent' }
const ugx = (amount_minor: number) => ({ amount_minor, currency: 'UGX' })
const { money } = englishWords('Africa/Kampala')
const plain = (text: string) => text.replaceAll(/[\s\u00a0]+/g, ' ')
const shown = (minor: number) => plain(money(ugx(minor)))
/** A page's text as somebody reads it. */
const read = (html: string) => plain(html.replaceAll(/<[^>]*>/g, ' '))
const asked = async (path: string, accept: string, who = bank) => {
  const answer = await fetch(`${office.url}${path}`, {
    headers: { authorization: `Bearer ${who.token}`, accept },
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return text
}

await office.call(
  '/v1/grants',
  {
    ...{ id: uuidv7(), grantee: bank.id, purpose: 'credit_assessment' },
    record_types: ['obligation', 'delivery', 'payment', 'payment_confirmation', 'retraction'],
    expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  },
  grace.token,
)
const loan = await office.append('obligation', {
  ...{ ...basis, kind: 'repay_loan', obligor: grace.id, obligee: us, amount: ugx(200_000) },
})
await office.call(
  `/v1/obligations/${loan.id}/confirmation`,
  { id: uuidv7(), channel: 'in_person', occurred_at: new Date().toISOString() },
  grace.token,
)
const sale = await office.append('delivery', {
  ...{ ...basis, from_party: grace.id, to_party: us, crop: 'maize_grain' },
  ...{ quantity: { value: 90, unit: 'kg' }, agreed_price: ugx(60_000) },
})

/** Of a debt, or of one line of the report, by way and purpose. */
interface Sums {
  readonly acknowledged: number
  readonly claimed: number
  readonly payments: number
  readonly forked?: number
}
const NONE: Sums = { acknowledged: 0, claimed: 0, payments: 0 }
const payments = new Map<string, string>()

async function paid(what: string, token: string, amount: number, settles: readonly Document[], more: object) {
  const parts = settles.map(({ id }) => ({ record_id: id, amount_minor: amount }))
  const { id } = await office.append(
    'payment',
    {
      ...{ ...basis, payer: grace.id, payee: us, amount: ugx(amount), method: 'cash', purpose: 'repayment' },
      ...(parts.length === 0 ? {} : { settles: parts }),
      ...more,
    },
    token,
  )
  payments.set(what, id)
  return id as string
}
const confirmed = (id: string, token: string) =>
  office.call(
    `/v1/payments/${id}/confirmation`,
    { id: uuidv7(), channel: 'in_person', occurred_at: new Date().toISOString() },
    token,
  )

const view = `/v1/lender-view?${PURPOSE}&subject=${grace.id}`

/** The figures of a debt on everything that answers with JSON. */
async function figuresOf(debt: Document) {
  const path = `/v1/records/${debt.id}?${PURPOSE}`
  const of = ({ derived }: Document) => derived.paid ?? derived.fulfilment.money
  const list = await office.call(`/v1/records?${PURPOSE}&type=${debt.type}&limit=500`, undefined, bank.token)
  const feed = await office.call(`/v1/sync/changes?${PURPOSE}&limit=500`, undefined, bank.token)
  const access = await office.call('/v1/subject-access-requests', {}, grace.token)
  const told = [
    await office.call(path, undefined, grace.token),
    await office.call(path),
    await office.call(path, undefined, bank.token),
    ...[list.records, feed.changes, access.records].map((some: Document[]) =>
      some.find(({ id }) => id === debt.id),
    ),
    await office.did('record', 'show', debt.id),
  ].map(of)
  for (const one of told) expect(one).toEqual(told[0])
  return told[0]
}

const wanted = (owed: number, { acknowledged, claimed, payments: count, forked = 0 }: Sums) => ({
  ...{
    currency: 'UGX',
    agreed: true,
    owed_minor: owed,
    acknowledged_minor: acknowledged,
    claimed_minor: claimed,
  },
  ...{ remaining_minor: exactly(BigInt(owed - acknowledged)), payments: count, forked },
  incomplete: forked > 0,
})

async function expectEverywhere(
  ofLoan: Sums,
  ofSale: Sums,
  report: Readonly<Record<string, Sums>>,
  receipts: Readonly<Record<string, string>>,
) {
  expect(await figuresOf(loan)).toMatchObject(wanted(200_000, ofLoan))
  expect(await figuresOf(sale)).toMatchObject(wanted(60_000, ofSale))
  const inTable = (owed: number, { acknowledged, claimed }: Sums) =>
    [owed, acknowledged, claimed, owed - acknowledged].map(shown).join(' ')

  // The lender view, as text and in a browser.
  for (const page of [plain(await asked(view, 'text/plain')), read(await asked(view, 'text/html'))]) {
    expect(page).toMatch(
      new RegExp(
        [
          `(?:agreed|stated) ${shown(200_000)} signed for ${shown(ofLoan.acknowledged)} [^.]*?`,
          `not yet signed for ${shown(ofLoan.claimed)} remaining ${shown(200_000 - ofLoan.acknowledged)}`,
        ].join(''),
      ),
    )
    expect(page).toContain(
      `Paid of it: ${shown(ofSale.acknowledged)} signed for, ${shown(ofSale.claimed)} not yet signed for; ${shown(60_000 - ofSale.acknowledged)} remaining.`,
    )
  }

  // The office page: the member, the statement of account, and each debt.
  const account = read((await clerk.get(`/members/${grace.id}/account`)).text)
  const member = read((await clerk.get(`/members/${grace.id}`)).text)
  for (const page of [account, member]) {
    expect(page).toContain(`Owed by the member 1 ${inTable(200_000, ofLoan)}`)
    expect(page).toContain(`Owed to the member 1 ${inTable(60_000, ofSale)}`)
  }

  // What the member takes home: each obligation.
  const statement = read((await clerk.get(`/members/${grace.id}/statement`)).text)
  const ofIt = `agreed: ${shown(ofLoan.acknowledged)} signed for, ${shown(ofLoan.claimed)} not yet signed for; ${shown(200_000 - ofLoan.acknowledged)} remaining.`
  for (const page of [statement, member]) expect(page).toContain(`repay loan ${shown(200_000)} ${ofIt}`)

  // The report, as JSON, as text and as CSV by the command.
  const period = ['--of', 'payments', '--from', 'today', '--to', 'today', '--by', 'purpose']
  const { rows } = await office.did('report', ...period)
  const lines = Object.fromEntries(
    rows.map((row: Document) => [
      `${row.way} ${row.key}`,
      {
        ...{ payments: row.payments, acknowledged: row.acknowledged_minor, claimed: row.claimed_minor },
        ...(row.forked > 0 && { forked: row.forked }),
      },
    ]),
  )
  expect(lines).toEqual(report)
  const csv = (await office.said('report', ...period, '--csv')).out
  for (const [line, { payments: count, acknowledged, claimed, forked = 0 }] of Object.entries(report))
    expect(csv).toContain(
      `${line.replace(/ (\w+)$/, ',$1')},UGX,${count},${acknowledged},0,${claimed},${forked}`,
    )
  expect(csv.trim().split('\n')).toHaveLength(1 + Object.keys(report).length)

  // Receipts.
  const words: Record<string, string> = {}
  for (const [what, id] of payments) {
    const receipt = await office.did('receipt', id)
    expect(receipt.code, receipt.err).toBe(0)
    words[what] = receipt.word
  }
  expect(words).toEqual(receipts)
}

test('a loan of 200,000, nine events and a stranger add up on every surface', async () => {
  await expectEverywhere(NONE, NONE, {}, {})

  // 1. An advance pays no debt.
  await paid('advance', office.coop.token, 50_000, [], { payer: us, payee: grace.id, purpose: 'advance' })
  const out = { 'out advance': { payments: 1, acknowledged: 0, claimed: 50_000 } }
  const advance = { advance: 'claimed' }
  await expectEverywhere(NONE, NONE, out, advance)

  // 2. A claim that is never acknowledged leaves all of it due.
  const claim = await paid('claim', grace.token, 30_000, [loan], {})
  const claimOf = (claimed: number) => ({ acknowledged: 0, claimed, payments: 1 })
  const repaid = { ...out, 'in repayment': claimOf(30_000) }
  await expectEverywhere(claimOf(30_000), NONE, repaid, { ...advance, claim: 'claimed' })

  // 3. Its correction replaces it.
  const correction = await paid('correction', grace.token, 40_000, [loan], { supersedes: claim })
  payments.delete('claim')
  const corrected = { ...out, 'in repayment': claimOf(40_000) }
  const claims = { ...advance, correction: 'claimed' }
  await expectEverywhere(claimOf(40_000), NONE, corrected, claims)

  // 4. An offset by the cooperative is its word as the lender, and only a claim as the buyer.
  const offset = await paid('offset', office.coop.token, 60_000, [loan, sale], { method: 'offset' })
  const both = { acknowledged: 60_000, claimed: 40_000, payments: 2 }
  const setOff = { ...corrected, 'set off repayment': claimOf(60_000) }
  await expectEverywhere(both, claimOf(60_000), setOff, { ...claims, offset: 'one_side' })

  // 5. Grace confirms it.
  await confirmed(offset, grace.token)
  const sold = { acknowledged: 60_000, claimed: 0, payments: 1 }
  const agreed = { ...corrected, 'set off repayment': sold }
  const receipts = { ...claims, offset: 'set_off' }
  await expectEverywhere(both, sold, agreed, receipts)

  // 6. More than was owed.
  const overpayment = await paid('overpayment', office.coop.token, 150_000, [loan], {})
  const over = { ...agreed, 'in repayment': { payments: 2, acknowledged: 150_000, claimed: 40_000 } }
  const overpaid = { acknowledged: 210_000, claimed: 40_000, payments: 3 }
  await expectEverywhere(overpaid, sold, over, { ...receipts, overpayment: 'recorded' })

  // 7. It is retracted.
  await office.append('retraction', { ...basis, target_id: overpayment, reason: 'entered_in_error' })
  payments.delete('overpayment')
  await expectEverywhere(both, sold, agreed, receipts)

  // 8. Confirming the claim as it was acknowledges nothing of its correction.
  await confirmed(claim, office.coop.token)
  await expectEverywhere(both, sold, agreed, receipts)

  // 9. Of two corrections that contradict each other neither counts.
  await paid('rival', grace.token, 35_000, [loan], { supersedes: claim })
  payments.delete('rival')
  payments.delete('correction')
  const forked = { ...agreed, 'in repayment': { payments: 0, acknowledged: 0, claimed: 0, forked: 1 } }
  const left = { acknowledged: 60_000, claimed: 0, payments: 1, forked: 1 }
  const { correction: _, ...others } = receipts
  await expectEverywhere(left, sold, forked, others)
  expect((await office.said('receipt', correction)).out).toContain('THIS RECORD HAS CONFLICTING CORRECTIONS.')

  // What a stranger says changes no figure, before and after the creditor confirms it.
  const said = await paid('stranger', stranger.token, 99_000, [loan], {})
  for (const confirm of [async () => {}, () => confirmed(said, office.coop.token)]) {
    await confirm()
    await expectEverywhere(left, sold, forked, { ...others, stranger: 'others' })
    const page = plain(await asked(view, 'text/plain'))
    expect(page).toContain('1 payment written by somebody who is no party to it')
    expect(page).not.toContain(shown(99_000))
    const account = read((await clerk.get(`/members/${grace.id}/account`)).text)
    expect(account).not.toContain(shown(99_000))
  }
  expect(plain((await office.said('receipt', said)).out)).toContain(
    'NEITHER THE PAYER NOR THE PAYEE RECORDED THIS PAYMENT. It counts for nothing.',
  )
})
