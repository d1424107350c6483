import { afterAll, expect, test } from 'vitest'
import { openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** One box finds people, records, lots and pages, each for those who may open them. */

const office = await openOffice()
const staff = await staffOf(office)
const grace = await office.party('person', 'Grace Nakato', '12', '--phone', '+256772000111')
const bank = await office.party('institution', 'Harvest Bank', 'BANK')
const delivery = await office.delivered('12', '50 kg')
const { id: lot } = await office.did(
  'record add lot --holder cooperative --crop maize_grain --date today',
  `--input ${delivery}:50 --quantity`,
  '50 kg',
)
afterAll(() => office.service.stop())

const found = async (words: string, who: Visitor = staff.clerk): Promise<string[]> => {
  const { status, text } = await who.get(`/search?${new URLSearchParams({ q: words })}`)
  expect(status, words).toBe(200)
  const results = text.split('id="results"')[1] ?? ''
  return [...results.matchAll(/<li><a href="([^"]+)">/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'))
}

test.each([
  ['a part of a name', 'nakat', `/members/${grace}`],
  ['a name in any case, with accents', 'GRÂCE', `/members/${grace}`],
  ['a number', '12', `/members/${grace}`],
  ['a telephone number as people dial it', '0772 000111', `/members/${grace}`],
  ['a bank', 'harvest', `/readers/${bank}`],
  ['the id of a record', delivery, `/records/${delivery}`],
  ['the crop of a lot', 'maize', `/lots/${lot}`],
  ['a page', 'lots', '/lots'],
  ['a page that is not in the menu', 'look alike', '/members/alike'],
])('%s', async (_what, words, to) => {
  expect(await found(words)).toContain(to)
})

test('a member and a plot by ids that others gave them', async () => {
  const nin = 'CM90123456789A'
  const ann = (await office.did('party add --kind person --name', 'Ann', '--ids', `ug_nin ${nin}`)).party
  expect(await found(nin.toLowerCase())).toContain(`/members/${ann}`)
  const geoid = 'ab'.repeat(32)
  const plot = await office.did(
    'record add plot --holder 12 --country UG --point 32.611111,0.411111 --date today --ids',
    `geoid ${geoid}`,
  )
  expect(await found(geoid)).toContain(`/records/${plot.id}`)
})

test('the number on a receipt, as it is printed', async () => {
  const { number } = await office.did('record', 'show', delivery)
  expect(number).toMatch(/^\w{4} \w{4}$/)
  expect(await found(number.toLowerCase())).toContain(`/records/${delivery}`)
})

test('pages are found by those alone who may open them', async () => {
  expect(await found('machine', staff.manager)).toContain('/machine')
  expect(await found('machine')).toEqual([])
  expect(await found('weigh', staff.auditor)).toEqual([])
  const pages = ['a', 'e', 'i', 'o'].map((letter) => found(letter, staff.auditor))
  const all = (await Promise.all(pages)).flat()
  expect(all.length).toBeGreaterThan(5)
  for (const to of all) expect((await staff.auditor.get(to)).status, to).toBe(200)
})

test('many of a name are bounded, and the rest is a link', async () => {
  for (let i = 0; i < 10; i++) await office.party('person', `Peter ${i}`, `P${i}`)
  const peters = await found('peter')
  expect(peters.filter((to) => to.startsWith('/members/'))).toHaveLength(8)
  expect(peters).toContain('/members?search=peter')
})

test('while somebody types, lots are not read: each reading is audited', async () => {
  const { text } = await staff.clerk.get('/search?q=maize&typing=')
  expect(text).not.toContain(`/lots/${lot}`)
  expect(await found('maize')).toContain(`/lots/${lot}`)
})

test('nothing, odd text and an id that names nothing find nothing, and what was typed stays text', async () => {
  for (const words of [
    '',
    ' ',
    '\u200b',
    '%',
    "'",
    '01900000-0000-7000-8000-00000000ffff',
    'x'.repeat(5_000),
  ])
    expect(await found(words), words).toEqual([])
  const { text } = await staff.clerk.get(`/search?${new URLSearchParams({ q: '"><b>x</b>' })}`)
  expect(text).not.toContain('<b>x')
  expect(text).toContain('Nothing found.')
})

test('words that name no crop read no lot', async () => {
  const readings = async () => JSON.stringify((await office.did('audit', '--record', lot)).entries).length
  const before = await readings()
  await found('nakato')
  await found('ma')
  expect(await readings()).toBe(before)
})

test('only the newest lots are looked through: each is read, and each reading is audited', async () => {
  const beans = { crop: 'beans_dry', quantity: { value: 1, unit: 'kg' } }
  for (let i = 0; i < 49; i++) await office.append('lot', { holder: office.coop.cooperative, ...beans })
  expect(await found('maize')).toContain(`/lots/${lot}`)
  await office.append('lot', { holder: office.coop.cooperative, ...beans })
  expect(await found('maize')).not.toContain(`/lots/${lot}`)
})

test('somebody who is not signed in finds nothing', async () => {
  const answer = await fetch(`${office.url}/search?q=grace`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in?ended'])
})
