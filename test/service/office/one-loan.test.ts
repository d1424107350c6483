import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { exactly } from '../../../src/domain/minor-units.ts'
import { englishWords } from '../../../src/words/words.ts'
import type { Document } from '../../support/command.ts'
import { openOffice, read, staffOf } from '../../support/office.ts'

/**
 * The story of one loan by the cooperative: with a claim, an offset, corrections and what a stranger says, every surface of
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

interface Sums {
  readonly acknowledged: number
  readonly claimed: number
  readonly payments: number
  readonly forked?: number
}
async function paid(token: string, amount: number, settles: readonly Document[], more: object) {
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

async function expectEverywhere(ofLoan: Sums, ofSale: Sums, report: readonly string[]) {
  expect(await figuresOf(loan)).toMatchObject(wanted(200_000, ofLoan))
  expect(await figuresOf(sale)).toMatchObject(wanted(60_000, ofSale))
  const inTable = (owed: number, { acknowledged, claimed }: Sums) =>
    [owed, acknowledged, claimed, owed - acknowledged].map(shown).join(' ')

  // The lender view, as text and in a browser.
  for (const page of [
    plain(await asked(view, 'text/plain')),
    read({ text: await asked(view, 'text/html') }),
  ]) {
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
  const account = read(await clerk.get(`/members/${grace.id}/account`))
  const member = read(await clerk.get(`/members/${grace.id}`))
  for (const page of [account, member]) {
    expect(page).toContain(`Owed by the member 1 ${inTable(200_000, ofLoan)}`)
    expect(page).toContain(`Owed to the member 1 ${inTable(60_000, ofSale)}`)
  }

  // What the member takes home: each obligation.
  const statement = read(await clerk.get(`/members/${grace.id}/statement`))
  const ofIt = `agreed: ${shown(ofLoan.acknowledged)} signed for, ${shown(ofLoan.claimed)} not yet signed for; ${shown(200_000 - ofLoan.acknowledged)} remaining.`
  for (const page of [statement, member]) expect(page).toContain(`repay loan ${shown(200_000)} ${ofIt}`)

  // The report: ways, purposes, currencies, payments, signed for, on paper, not signed for, forked.
  const period = ['--of', 'payments', '--from', 'today', '--to', 'today', '--by', 'purpose']
  const [, ...lines] = (await office.said('report', ...period, '--csv')).out.trim().split('\n')
  for (const [i, line] of report.entries()) expect(lines[i]).toContain(line)
  expect(lines).toHaveLength(report.length)
}

test('a loan of 200,000, what was paid of it, and a stranger add up on every surface', async () => {
  // An advance pays no debt; a claim by the debtor is none that the creditor signed for, and is replaced by its correction.
  await paid(office.coop.token, 50_000, [], { payer: us, payee: grace.id, purpose: 'advance' })
  const claim = await paid(grace.token, 30_000, [loan], {})
  const correction = await paid(grace.token, 40_000, [loan], { supersedes: claim })
  // An offset by the cooperative is its word as the lender, and as the buyer counts once she confirms it.
  const offset = await paid(office.coop.token, 60_000, [loan, sale], { method: 'offset' })
  await confirmed(offset, grace.token)
  const both = { acknowledged: 60_000, claimed: 40_000, payments: 2 }
  const sold = { acknowledged: 60_000, claimed: 0, payments: 1 }
  const others = ['out,advance,UGX,1,0,0,50000,0', 'set off,repayment,UGX,1,60000,0,0,0']
  await expectEverywhere(both, sold, ['in,repayment,UGX,1,0,0,40000,0', ...others])

  // Of two corrections that contradict each other neither counts. What a stranger says changes no figure.
  await paid(grace.token, 35_000, [loan], { supersedes: claim })
  const said = await paid(stranger.token, 99_000, [loan], {})
  await confirmed(said, office.coop.token)
  const left = { acknowledged: 60_000, claimed: 0, payments: 1, forked: 1 }
  await expectEverywhere(left, sold, ['in,repayment,UGX,0,0,0,0,1', ...others])
  const receipt = async (id: string) => plain((await office.said('receipt', id)).out)
  expect(await receipt(correction)).toContain('THIS RECORD HAS CONFLICTING CORRECTIONS.')
  expect(await receipt(said)).toContain(
    'NEITHER THE PAYER NOR THE PAYEE RECORDED THIS PAYMENT. It counts for nothing.',
  )
  const page = plain(await asked(view, 'text/plain'))
  expect(page).toContain('1 payment written by somebody who is no party to it')
  expect(page).not.toContain(shown(99_000))
  expect(read(await clerk.get(`/members/${grace.id}/account`))).not.toContain(shown(99_000))
})
