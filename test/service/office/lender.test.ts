import { afterAll, describe, expect, test } from 'vitest'
import { LENDER_ROUTES } from '../../../src/office/addresses.ts'
import { fieldIn, openOffice, type Page, staffOf, Visitor } from '../../support/office.ts'

/** The lender's pages: what a token opens in a browser, and what it does not. */

const office = await openOffice()
const grace = await office.party('person', 'Grace <b>Nakato</b>', '12')
const mary = await office.party('person', 'Mary Aber', '13')
await office.party('institution', 'Harvest Bank', 'BANK')
await office.delivered('12', '85 kg')
const { token } = await office.did('lender', 'invite', 'BANK')
afterAll(() => office.service.stop())

const grant = (purpose: string) => office.granted('12', 'BANK', `--types party,delivery --purpose ${purpose}`)
const signedIn = async (with_ = token): Promise<Visitor> => {
  const visitor = new Visitor(office.url)
  expect((await visitor.post('/lender', { token: with_ })).location).toBe('/lender')
  return visitor
}
const view = (more = '') => `/lender/view?purpose=credit_assessment${more}`

test('a lender signs in with the token, spaces and all, and is led to whoever opened something', async () => {
  const visitor = await signedIn(`  ${token} `)
  expect((await visitor.get('/lender')).text).toContain('No one has let you read their records')
  await grant('credit_assessment')
  expect((await visitor.get('/lender')).location).toBe('/lender/view?purpose=credit_assessment')
  const list = await visitor.get(view())
  expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(list.text).toContain('Grace &lt;b>Nakato')
  expect(list.text).not.toContain('<b>Nakato')
  const [, link] = /<a href="(\?[^"]*subject=[^"]*)"/.exec(list.text) as RegExpExecArray
  const page = await visitor.get(`/lender/view${(link as string).replaceAll('&amp;', '&')}`)
  expect(page.text).toMatch(/85(\.00)? kg/)
  expect(page.text).not.toContain(token)
  await grant('insurance')
  expect((await visitor.get('/lender')).text).toMatch(/purpose=insurance">insurance<\/a>/)
})

test('the view comes in the language of the lender’s pages', async () => {
  const chosen = await (await signedIn()).get(view('&language=sw'), { 'accept-language': 'fr' })
  expect(chosen.text).toMatch(/<html lang="sw".*WALIO/s)
})

test('the list is searched by name and number, and says how many there are in all', async () => {
  const visitor = await signedIn()
  const found = await visitor.get(view('&find=gr%C3%A2ce'))
  expect(found.text).toContain('1 party matches what was looked for, of 1 party with a live grant')
  expect(found.text).toContain('Grace &lt;b>Nakato')
  expect(found.text).toMatch(/name="find"[^>]* value="grâce"|value="grâce"[^>]* name="find"/)
  expect((await visitor.get(view(`&find=${'x'.repeat(500)}`))).status).toBe(200)
  const none = await visitor.get(view('&find=Mary'))
  expect(none.text).toContain('No party matches')
  expect(none.text).not.toMatch(/Aber|Nakato/)
  expect((await visitor.get(view('&find='))).text).toContain('Nakato')
})

test('a view is a page with a sidebar, bars and “you”, and a sheet with the same figures', async () => {
  const visitor = await signedIn()
  const { text } = await visitor.get(view(`&subject=${grace}`))
  expect(text).toContain('The sums are taken over the deliveries open to you')
  expect(text).toMatch(/<figcaption>Delivered by .*by month, in kilograms<\/figcaption>/)
  expect(text).toMatch(/<rect class="b-open" x="0.0" width="1000.0"/)
  for (const href of ['/lender', '/lender/requests', '/docs']) expect(text).toContain(`<a href="${href}"`)
  expect(text.match(/<h1>/g)).toHaveLength(1)
  const sheet = await visitor.get(`/lender/sheet?purpose=credit_assessment&subject=${grace}`)
  expect(sheet.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(sheet.headers.get('content-disposition')).toBe('attachment; filename="lender-view.csv"')
  const [head = '', row = '', ...more] = sheet.text.trimEnd().split('\n')
  const cells = Object.fromEntries(head.split(',').map((name, i) => [name, row.split(',')[i]]))
  expect(cells).toMatchObject({
    record: 'delivery',
    kg: '85',
    confirmation: 'not_confirmed',
    in_sums: 'true',
  })
  expect(more.map((note) => note.match(/^note,.*the type (\w+)/)?.[1]?.toLowerCase())).toEqual([
    'obligation',
    'payment',
  ])
  // Of what is not opened the sheet says only that, and of an unknown party the same.
  const closed = await visitor.get(`/lender/sheet?purpose=credit_assessment&subject=${mary}`)
  expect(closed.text).toMatch(/^record,.*\n(note,.*\n){3}$/)
  const nobody = '0190a000-0000-7000-8000-000000000000'
  const unknown = await visitor.get(`/lender/sheet?purpose=credit_assessment&subject=${nobody}`)
  expect(unknown.text).toBe(closed.text)
  // By the API, the text still speaks of the reader, and has no bars.
  const plain = await fetch(`${office.url}/v1/lender-view?purpose=credit_assessment&subject=${grace}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await plain.text()).toMatch(/open to the reader(?!.*by month)/s)
  const html = { authorization: `Bearer ${token}`, accept: 'text/html' }
  const list = await fetch(`${office.url}/v1/lender-view?purpose=credit_assessment`, { headers: html })
  expect(await list.text()).toMatch(/^(?!.*<b>Nakato).*Grace &lt;b>Nakato/s)
})

test('every reading is in the audit log as the lender’s own, in a line for a view, below what people did', async () => {
  const visitor = await signedIn()
  await visitor.get(view(`&subject=${grace}`))
  const about = await office.did('audit', '--about', '12', '--limit', '1')
  expect(about.entries).toMatchObject([{ name: 'Harvest Bank', outcome: 'disclosed' }])
  const { text } = await (await staffOf(office)).auditor.get('/audit')
  const linesOf = (part = '') => part.match(/data-title="Who"><span><span[^>]*>Harvest Bank</g)?.length ?? 0
  const [acts, read] = text.split('<summary>What was read')
  const { entries } = await office.did('audit', '--party', 'BANK', '--limit', '500')
  expect([linesOf(acts), linesOf(read)]).toEqual([0, expect.any(Number)])
  expect(linesOf(read)).toBeGreaterThan(0)
  expect(linesOf(read)).toBeLessThan(entries.length / 5)
})

test('who granted nothing and who does not exist give the same page', async () => {
  const visitor = await signedIn()
  const [closed, unknown] = [
    await visitor.get(view(`&subject=${mary}`)),
    await visitor.get(view('&subject=0190a000-0000-7000-8000-000000000000')),
  ]
  const bare = ({ text }: Page) => text.replaceAll(/[0-9a-f-]{36}|value="[\w-]{43}"|\d\d:\d\d(:\d\d)?/g, '')
  expect(bare(closed)).toBe(bare(unknown))
})

describe('a session', () => {
  test('is of that token alone: of the credential’s end it is ended', async () => {
    const { token: other, credential_id } = await office.did('lender', 'invite', 'BANK')
    const visitor = await signedIn(other)
    expect((await visitor.get(view())).status).toBe(200)
    await office.did('credential', 'revoke', credential_id)
    expect((await visitor.get(view())).location).toBe('/lender?ended')
    expect((await visitor.post('/lender', { token: other })).status).toBe(401)
    expect((await (await signedIn()).get(view())).status).toBe(200)
  })

  test('is new at each sign-in, and ends by signing out, for a thief too', async () => {
    const visitor = new Visitor(office.url)
    visitor.cookie = `granary-lender=${'A'.repeat(43)}`
    await visitor.post('/lender', { token })
    expect(visitor.cookie).not.toContain('AAAA')
    const thief = new Visitor(office.url)
    thief.cookie = visitor.cookie
    const form_token = fieldIn(await thief.get(view()), 'form_token')
    expect((await visitor.post('/lender/sign-out', { form_token: 'x' })).status).toBe(403)
    expect((await visitor.post('/lender/sign-out', { form_token })).location).toBe('/lender')
    expect((await thief.get(view())).location).toBe('/lender?ended')
  })

  test('opens nothing else, and nothing else opens it', async () => {
    const visitor = await signedIn()
    for (const path of ['/today', '/members', '/staff'])
      expect((await visitor.get(path)).location).toBe('/sign-in?ended')
    expect((await visitor.get('/v1/records?purpose=credit_assessment')).status).toBe(401)
    const { manager } = await staffOf(office)
    expect((await manager.get(view())).location).toBe('/lender?ended')
    const renamed = new Visitor(office.url)
    renamed.cookie = manager.cookie.replace('granary=', 'granary-lender=')
    expect((await renamed.get(view())).location).toBe('/lender?ended')
    const bearer = await new Visitor(office.url).get(view(), { authorization: `Bearer ${token}` })
    expect(bearer.location).toBe('/lender?ended')
  })
})

test.each(Object.entries(LENDER_ROUTES))(
  '%s without a session, from elsewhere, by another name',
  async (route, must) => {
    const [method, path] = route.split(' ') as [string, string]
    const nobody = new Visitor(office.url)
    const asked = await (method === 'GET' ? nobody.get(path) : nobody.post(path, {}))
    expect(must ? asked.location : asked.status).toBe(must ? '/lender?ended' : method === 'GET' ? 200 : 401)
    if (method === 'POST')
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}])
        expect((await nobody.post(path, { token }, headers as Record<string, string>)).status).toBe(403)
    const proxied = await nobody.get('/lender', { 'x-forwarded-for': '203.0.113.9' })
    expect(proxied.status).toBe(403)
  },
)

test.each(['', `gry_${'A'.repeat(43)}`, '<script>alert(1)</script>'])(
  'the token %j is refused',
  async (wrong) => {
    const visitor = new Visitor(office.url)
    const { status, text } = await visitor.post('/lender', { token: wrong })
    expect([status, visitor.cookie]).toEqual([401, ''])
    expect(text).not.toContain('<script>alert')
  },
)

test('a token for metrics signs nobody in', async () => {
  const { token: metrics } = await office.did('credential issue --party cooperative --kind metrics')
  expect((await new Visitor(office.url).post('/lender', { token: metrics })).status).toBe(401)
})

test('an odd purpose or subject is told on a page', async () => {
  const visitor = await signedIn()
  for (const odd of [
    '/lender/view',
    '/lender/view?purpose=none_such',
    view('&subject=x'),
    view('&subject=%00'),
  ]) {
    const { status, headers } = await visitor.get(odd)
    expect([odd, headers.get('content-type')]).toEqual([odd, 'text/html; charset=utf-8'])
    expect(status).toBeLessThan(500)
  }
})

test('what has ended is a page of its own: what to delete, until when, and whether the program knows', async () => {
  const visitor = await signedIn()
  const given = await office.granted('13', 'BANK', '--purpose buyer_traceability --keep-until 2099-12-31')
  await grant('buyer_traceability')
  const none = await visitor.get('/lender/ended')
  expect([none.status, none.text.includes('No consent given to you has ended.')]).toEqual([200, true])
  const feed = async (since = '') => {
    const answer = await fetch(`${office.url}/v1/sync/changes?purpose=buyer_traceability${since}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await answer.json()) as { cursor: string }).cursor
  }
  const cursor = await feed()
  await office.did('grant', 'revoke', given)
  const rowsOf = async () => {
    const { text } = await visitor.get('/lender/ended')
    expect(text).toContain('Nothing is known here of copies that people made by hand.')
    return text
  }
  expect(await rowsOf()).toContain('No program of yours has fetched this')
  const told = await feed(`&since=${encodeURIComponent(cursor)}`)
  expect(await rowsOf()).toContain('Your program was told, and has not come back since')
  await feed(`&since=${encodeURIComponent(told)}`)
  const known = await rowsOf()
  expect(known).toContain('Your program knows')
  expect(known).toContain(mary)
  expect(known.replace(/\s+/g, ' ')).toContain('Delete by 31 Dec 2099')
  expect(known).not.toContain('Mary')
})
