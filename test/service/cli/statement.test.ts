import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import { widthOf } from '../../../src/text/wrap.ts'
import { openOffice, staffOf } from '../../support/office.ts'

/** Who read what about a member: printed by the command, and on the pages of the office. */

const OTHER = 'Ben Busulwa'
const tokenOf = async (party: string, kind: string): Promise<string> =>
  (await office.did('credential', 'issue', '--party', party, '--kind', kind)).token

const office = await openOffice()
const clerk = (await staffOf(office)).clerk
const grace = await office.party('person', 'Grace Nakato', '71')
const ben = await office.party('person', OTHER, '72')
await office.party('institution', 'Harvest Bank', 'BANK')
const lender = await office.party('institution', 'Second Bank', 'BANK2')
const given = await office.did(
  'grant record --subject 71 --grantee BANK --purpose credit_assessment',
  '--types delivery,obligation --expires 2099-12-31 --channel in_person',
)
const grantId: string = given.id
await office.did(
  'grant record --subject 71 --grantee 72 --purpose research --types delivery',
  '--expires 2099-12-31 --channel in_person',
)
const [bank, bens, second] = [
  await tokenOf('BANK', 'reader'),
  await tokenOf('72', 'party'),
  await tokenOf('BANK2', 'party'),
]
const much = { crop: 'coffee_fresh_cherry', quantity: { value: 40, unit: 'kg' } }
const brought = { ...much, from_party: grace, to_party: office.coop.cooperative }
const sold = await office.append('delivery', { ...brought, lawful_basis: 'consent' })
// A loan that the cooperative may not read.
const owed = { ...much, obligor: grace, obligee: lender, kind: 'deliver_produce' }
await office.append('obligation', { ...owed, lawful_basis: 'special_data_consent' }, second)
const between = await office.append('delivery', { ...brought, to_party: ben })
const read = (token: string, path: string) => office.call(`/v1/records${path}`, undefined, token)
await read(bank, '?purpose=credit_assessment')
await read(bank, '?purpose=credit_assessment')
await read(bens, `/${between.id}?purpose=insurance`)
await read(bens, `/${sold.id}?purpose=research`)
afterAll(() => office.service.stop())

const statement = () => office.did('member', 'statement', '71')

test('counts by month like the answer about what is held', async () => {
  const { months } = await statement()
  const bank = months.filter((one: { to_name: string | null }) => one.to_name?.startsWith('Harvest Bank'))
  expect(bank).toMatchObject([{ purpose: 'credit_assessment', ground: 'consent', readings: 2, records: 2 }])
  const { id } = await office.did('subject-access', 'open', '--party', '71')
  const answer = (await office.said('subject-access', 'answer', id)).out
  const own = (text: string) => text.split('\n').filter((line) => /Harvest Bank.* on your /.test(line))
  expect(own(answer).map((line) => line.replace(/\s+/g, ' '))).toEqual(
    own((await office.said('member', 'statement', '71')).out).map((line) => line.replace(/\s+/g, ' ')),
  )
  expect(own(answer)).toHaveLength(1)
})

test('as JSON: every reader and purpose once, the newest first, with what was shown', async () => {
  const { party, member_no, scope, totals, newest, older, may_read } = await statement()
  expect([party, member_no, scope, older]).toEqual([grace, '71', 'all', 0])
  const bank = totals.find(
    (one: { to_name: string | null }) => one.to_name === 'Harvest Bank (institution, BANK)',
  )
  expect(bank).toMatchObject({
    purpose: 'credit_assessment',
    readings: 2,
    shown: { delivery: 1, obligation: 1 },
  })
  expect(totals.filter((one: { to: string | null }) => one.to === null)).toMatchObject([
    { purpose: 'insurance', readings: 1, to_name: null },
  ])
  const times = newest.map(({ at }: { at: string }) => at)
  expect(times).toEqual([...times].sort().reverse())
  expect(may_read.map((one: { id: string }) => one.id)).toContain(grantId)
})

test('as text: sums by month, who may read and how to stop it, then each reading, in 100 columns, and no other person', async () => {
  const { out, code } = await office.said('member', 'statement', '71')
  expect(code).toBe(0)
  for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(100)
  const order = ['WHO READ IT, IN ALL', 'WHO MAY READ NOW', 'HOW TO STOP IT', 'THE READINGS, NEWEST FIRST']
  const places = order.map((title) => out.indexOf(title))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  const flat = out.replace(/\s+/g, ' ')
  for (const words of [
    'Grace Nakato, member 71',
    'every record about you',
    // Twice in one month, of the same delivery and the same obligation.
    'credit assessment, on your 2 2',
    'insurance; it recorded or 1 1',
    '1 delivery to a person named in them for insurance',
    'Harvest Bank (institution, BANK) may read your deliveries and obligations, for credit assessment, until 31 Dec 2099.',
    'Another person may read your deliveries, for research, until 31 Dec 2099.',
    grantId,
    'say so at the counter',
    'You can object',
    '1 delivery and 1 obligation to Harvest Bank (institution, BANK) for credit assessment, on your consent.',
  ])
    expect(flat).toContain(words)
  expect(out).not.toContain(OTHER)
})

test('to a new file that only the operator may read, and never over another', async () => {
  const file = join(office.coop.data, '..', `statement-${uuidv7()}.txt`)
  expect((await office.said('member', 'statement', '71', '--out', file)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('WHO READ WHAT IS RECORDED ABOUT YOU')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await office.said('member', 'statement', '71', '--out', file)
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')])
  const unknown = await office.said('member', 'statement', '999', '--out', `${file}.none`)
  expect([unknown.code, existsSync(`${file}.none`)]).toEqual([1, false])
})

test('the member’s page has the totals of what the cooperative may read, and nobody else’s name in them', async () => {
  const { text } = await clerk.get(`/members/${grace}`)
  const [, section = ''] = text.split('Who read their records')
  const table = section.slice(0, section.indexOf('</table>'))
  expect(table).toContain('Harvest Bank')
  expect(table).toContain('Credit assessment')
  expect(table).toContain('another person')
  expect(table).not.toContain(OTHER)
  // The loan from another lender was shown twice too; the cooperative may not know of it.
  expect(table.toLowerCase()).not.toContain('obligation')
  expect(section).toContain(`/members/${grace}/statement`)
})

/** The times and the records of a reader's row. */
const cellsOf = (page: string, reader: string) =>
  [
    ...(page.split('<tr>').find((row) => row.includes(reader)) ?? '').matchAll(
      /<td class="right"[^>]*>(\d+)</g,
    ),
  ].map(([, figure]) => figure)

test('the page to print has the same text, of what the cooperative may read', async () => {
  const { text } = await clerk.get(`/members/${grace}/statement`)
  const [, letter = ''] = text.split('<div class="told">')
  expect(letter).toContain('WHO MAY READ NOW')
  expect(letter).toContain('that the cooperative may read itself')
  const [readings = ''] = letter.split('WHO MAY READ NOW')
  // The bank was shown a delivery and an obligation; the cooperative may not know of the obligation.
  expect(cellsOf(readings, 'Harvest Bank')).toEqual(['2', '1'])
  expect(letter).not.toContain(OTHER)
})
