import { afterAll, expect, test } from 'vitest'
import { fieldIn, openOffice, type Page, staffOf, sureIn } from '../../support/office.ts'

/** Paper for a member is in the member's language, on a page in the clerk's; the command prints the same. */

const office = await openOffice()
const { clerk, manager, auditor } = await staffOf(office)
const { party: grace } = await office.did(
  'party add --kind person --member-no 12 --language Kiswahili --name',
  'Grace Nakato',
)
const ben = await office.party('person', 'Ben Busulwa', '13')
await office.party('institution', 'Hills Sacco', 'S1')
afterAll(() => office.service.stop())

/** What is printed of a page, and its language. */
const paperIn = ({ text }: Page): string => text.slice(text.search(/<(div|pre) class="(letter )?sheet[ "]/))
const printedIn = (page: Page): string | undefined => /^[^>]* lang="([^"]+)"/.exec(paperIn(page))?.[1]

test.each([
  ['', 'sw', 'RISITI'],
  ['fr', 'fr', 'REÇU'],
  ['xx', 'sw', 'RISITI'],
])('a receipt, with "%s" chosen, is in %s', async (chosen, locale, title) => {
  const id = await office.delivered('12', '90 kg')
  const page = await clerk.get(`/receipt/${id}${chosen === '' ? '' : `?paper_language=${chosen}`}`)
  expect(printedIn(page)).toBe(locale)
  expect(paperIn(page)).toContain(title)
  expect(page.text).toContain('<html lang="en-GB">')
  expect(page.text).toContain('Press Enter to print it')
  // Only a language that is not the member's own yet is offered to keep.
  expect(page.text.includes('from now on')).toBe(locale === 'fr')
})

test('the statement, the answer and the paper of a consent follow the member too', async () => {
  const statement = await clerk.get(`/members/${grace}/statement`)
  expect([printedIn(statement), statement.text]).toEqual(['sw', expect.stringContaining('<h1>Statement for')])
  expect(paperIn(statement)).toContain('<h2>Taarifa')
  const { id } = await office.did('subject-access', 'open', '--party', '12')
  const answer = await manager.get(`/access/${id}`)
  expect([printedIn(answer), answer.text]).toEqual(['sw', expect.stringContaining('What is held about')])
  const french = await manager.get(`/access/${id}?paper_language=fr`)
  expect([printedIn(french), french.headers.get('set-cookie')]).toEqual(['fr', null])
  expect((await manager.get('/today')).text).toContain('<html lang="en-GB">')

  const path = `/consent/${grace}/grant`
  const given = { grantee: 'S1', purpose: 'insurance', type_delivery: '1', until: '30/6/2099' }
  const read = await clerk.answer(path, await clerk.get(path), { ...given, channel: 'written' })
  expect(printedIn(read)).toBe('sw')
  expect(paperIn(read)).toContain('Sahihi au alama ya dole gumba')
  // What is for the clerk is in their language; the title, which a browser prints, in that of the paper.
  expect(read.text).toMatch(/Read this out to [^<]*\(person/)
  expect(read.text).toContain('<title>Idhini ya ')
  // Another language is another text to agree to.
  const fields = {
    ...given,
    channel: 'written',
    id: fieldIn(read, 'id'),
    form_token: fieldIn(read, 'form_token'),
  }
  const other = await clerk.post(path, { ...fields, paper_language: 'fr' })
  expect([printedIn(other), sureIn(other) === sureIn(read)]).toEqual(['fr', false])
  const written = await clerk.answer(path, other, { sure: sureIn(other) })
  expect(written.location).toBe(`/consent/${grace}?written=grant`)
})

test('a chosen language is kept by a correction of the member, which only those who may write are offered', async () => {
  const chosen = await clerk.get(`/members/${ben}/statement?paper_language=fr`)
  const link = /href="(\/members\/[^"]+paper_language=fr)"/.exec(chosen.text)?.[1] ?? ''
  expect((await auditor.get(`/members/${ben}/statement?paper_language=fr`)).text).not.toContain(link)
  const { location } = await clerk.get(link)
  const form = await clerk.get(location ?? '')
  expect(form.text).toContain('<option value="fr" selected>Français</option>')
  const path = (location ?? '').split('?')[0] as string
  const typed = {
    display_name: 'Ben Busulwa',
    kind: 'person',
    member_no: '13',
    lawful_basis: 'contract_performance',
  }
  const look = await clerk.answer(path, form, { ...typed, language: 'fr' })
  expect(look.text).toContain('Language of papers')
  await clerk.answer(path, look, { sure: sureIn(look) })
  const statement = await clerk.get(`/members/${ben}/statement`)
  expect([printedIn(statement), statement.text.includes('from now on')]).toEqual(['fr', false])
  expect((await clerk.get(`/members/${ben}`)).text).toContain('Français')
})

test('a language that does not ship is kept, and paper is in the clerk’s', async () => {
  await office.did('party', 'edit', '13', '--language', 'luo')
  expect(printedIn(await clerk.get(`/members/${ben}/statement`))).toBe('en-GB')
  expect((await office.said('party', 'edit', '13', '--language', '?')).err).toContain('Kiswahili or sw')
})

test('the command prints in the member’s language, or in the one that it is given', async () => {
  const id = await office.delivered('12', '90 kg')
  expect((await office.said('receipt', id)).out).toContain('RISITI')
  expect((await office.said('receipt', id, '--language', 'en')).out).toContain('RECEIPT')
  expect((await office.said('member', 'statement', '12')).out).toContain('NANI ALISOMA')
  expect((await office.said('member', 'statement', '12', '--language', 'fr')).out).toContain('QUI A LU')
})
