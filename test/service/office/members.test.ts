import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf } from '../../support/office.ts'

/** The list of members, and how two of one name are told apart. */

const office = await openOffice()
const clerk = (await staffOf(office)).clerk
const graces = [
  await office.party('person', 'Grace Nakato', '12', '--phone', '+256772000111', '--region', 'UG-102'),
  await office.party('person', 'Grace Nakato', '', '--region', 'UG-103'),
]
afterAll(() => office.service.stop())

const rowsOf = (text: string) =>
  text
    .split('<tbody>')
    .at(-1)
    ?.split('<tr>')
    .slice(1)
    .map((row) =>
      row
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ) ?? []

test('members are listed without a search, with number, phone and region, and a search leaves those that fit', async () => {
  const all = await clerk.get('/members')
  // The cooperative is among them.
  expect(all.text).toContain('3 people and organisations')
  expect(rowsOf(all.text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^12 Grace Nakato \+256772000111 UG-102/),
      expect.stringMatching(/^Grace Nakato UG-103/),
    ]),
  )
  expect(rowsOf((await clerk.get('/members?search=12')).text)).toHaveLength(1)
  expect((await clerk.get('/members?search=nobody')).text).toContain('No one found.')
})

test("a member's page has number, phone and region", async () => {
  const told = (text: string) =>
    (/<p class="line">(.*?)<\/p>/s.exec(text)?.[1] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(told((await clerk.get(`/members/${graces[0]}`)).text)).toContain(
    'Number 12 · Phone +256772000111 · Region UG-102',
  )
  expect(told((await clerk.get(`/members/${graces[1]}`)).text)).toContain('Number not recorded')
})

test('two of one name are told apart in lists, in the look, on the receipt, and by the refusal', async () => {
  const flags = ['--to', 'cooperative', '--crop', 'maize_grain', '--date', 'today', '--quantity', '50 kg']
  for (const grace of graces) await office.did('record', 'add', 'delivery', '--from', grace, ...flags)
  const { text } = await clerk.get('/records?type=delivery')
  expect(text).toContain('Grace Nakato (12)')
  expect(text).toContain('Grace Nakato (UG-103)')
  const form_token = await clerk.formToken()
  const form = { form_token, who: 'grace nakato', quantity: '5', unit: 'kg', crop: 'maize_grain' }
  const which = await clerk.post('/weigh-in', { ...form, to: 'cooperative', day: 'today' })
  expect(which.text).toMatch(
    /Which one\? 12 Grace Nakato \(UG-102, \+256772000111\); .* Grace Nakato \(UG-103\)/,
  )
  const { records } = await office.did('record', 'list', 'delivery', '--party', graces[1] as string)
  const receipt = await clerk.post(`/receipt/${records[0].id}`, { form_token })
  expect(receipt.text).toContain('Grace Nakato (UG-103)')
})

test('many members are in pages by name, and nobody is left out or twice', async () => {
  for (let i = 0; i < 105; i++) await office.party('person', `Peter ${String(i).padStart(3, '0')}`, `P${i}`)
  const seen: string[] = []
  let address: string | undefined = '/members?search=peter'
  for (let pages = 0; address !== undefined && pages < 5; pages++) {
    const { text } = await clerk.get(address)
    seen.push(...rowsOf(text).map((row) => / (Peter \d+)/.exec(row)?.[1] ?? row))
    address = /href="([^"]*)">Next page/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toEqual(Array.from({ length: 105 }, (_, i) => `Peter ${String(i).padStart(3, '0')}`))
})
