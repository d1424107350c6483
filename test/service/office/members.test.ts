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

test('nobody weighs in the cooperative itself; a page has at most four actions, and further ones below More', async () => {
  const { text } = await clerk.get('/members')
  expect(text.match(/>Weigh in<\/a><\/span>/g)).toHaveLength(graces.length)
  const headOf = async (id: unknown) =>
    /<div class="acts">(.*?)<\/div><\/div>/s.exec((await clerk.get(`/members/${id}`)).text)?.[1] ?? ''
  const [head, own] = [await headOf(graces[0]), await headOf(office.coop.cooperative)]
  const shown = head.replace(/<details.*?<\/details>/gs, '')
  expect(shown.match(/class="action/g)?.length).toBeLessThanOrEqual(4)
  expect(shown.match(/Weigh in/g)).toHaveLength(1)
  expect(head).toContain(`/members/${graces[0]}/correction`)
  expect(own).toContain(`/members/${office.coop.cooperative}/correction`)
  expect(own).not.toContain('Weigh in')
})

test('a name stands as it was written, its first letter too; after a new member comes the next', async () => {
  const id = await office.party('person', 'de la Cruz Ana', '44')
  const { text } = await clerk.get(`/members/${id}?added`)
  expect(text).toContain('<h1>de la Cruz Ana (person, 44)</h1>')
  expect(text).toMatch(/href="\/new-member">.*?Add another member/s)
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
  for (const grace of graces) await office.delivered(grace, '50 kg')
  const { text } = await clerk.get('/records?type=delivery')
  expect(text).toContain('Grace Nakato (12)')
  expect(text).toContain('Grace Nakato (UG-103)')
  const form_token = await clerk.formToken()
  const form = { form_token, who: 'grace nakato', quantity: '5', unit: 'kg', crop: 'maize_grain' }
  const which = await clerk.post('/weigh-in', { ...form, to: 'cooperative', day: 'today' })
  expect(which.text).toMatch(
    /Which one\?<.*>12 Grace Nakato \(UG-102, \+256772000111\)<.*>Grace Nakato \(UG-103\)</,
  )
  const { records } = await office.did('record', 'list', 'delivery', '--party', graces[1] as string)
  const receipt = await clerk.get(`/receipt/${records[0].id}`)
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

test("a member's page says of each delivery how it stands, and begins with the season's kilograms", async () => {
  const ann = await office.party('person', 'Ann Badge', '88')
  const { token } = await office.did('credential', 'issue', '--party', '88', '--kind', 'party')
  const delivered = (value: number, more: object = {}, by?: string) =>
    office.append(
      'delivery',
      {
        ...{ from_party: ann, to_party: office.coop.cooperative, crop: 'maize_grain' },
        ...{ quantity: { value, unit: 'kg' }, ...more },
      },
      by,
    )
  await delivered(61)
  await delivered(62, {}, token)
  const { id } = await delivered(63, {}, token)
  await office.did('record', 'confirm', id, '--channel', 'in_person')
  await delivered(64, { quantity: { value: 64, unit: 'basin' } })
  const { id: supersedes } = await delivered(65)
  for (const value of [66, 67]) await delivered(value, { supersedes })
  const { text } = await clerk.get(`/members/${ann}`)
  const card = text.split('<h2>Newest deliveries<')[1]?.split('</section>')[0] ?? ''
  const badges = card
    .split('<tr>')
    .slice(2)
    .map((row) => [
      /class="right" data-title="Quantity"><span>([^<]*)/.exec(row)?.[1],
      /class="badge (\w+)">.*<\/svg>([^<]*)/.exec(row)?.slice(1).join(' '),
    ])
  expect(Object.fromEntries(badges)).toEqual({
    '61 kg': 'info current',
    '62 kg': 'warn stated by others',
    '63 kg': 'good confirmed',
    '64 basin': 'warn without kilograms',
    '66 kg': 'bad contradicting',
    '67 kg': 'bad contradicting',
  })
  expect(text).toMatch(/Maize, grain, this season<\/p><p class="figure">124<small> kg<\/small>/)
  expect(text).toContain(
    'Not included: 1 delivery without a weight in kilograms; 1 delivery with conflicting corrections',
  )
})
