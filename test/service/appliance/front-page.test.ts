import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

/** `/` says where each kind of visitor goes, to anybody. */

const a = await makeAppliance()

const asked = (accept?: string) => a.app.inject({ url: '/', headers: accept === undefined ? {} : { accept } })

test('as text for whoever does not ask for HTML, and as a page for a browser', async () => {
  for (const accept of [
    undefined,
    '*/*',
    'text/plain',
    'text/plain, text/html',
    'nonsense',
    'text/html;q=0',
  ]) {
    const { statusCode, headers, body } = await asked(accept)
    expect([accept, statusCode, headers['content-type']]).toEqual([accept, 200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^GRANARY\n=+\n/)
  }
  const { headers, body } = await asked('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept, accept-language, cookie',
  })
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(body).toContain('<a href="/v1/lender-view?purpose=credit_assessment">Credit assessment</a>')
  expect(body).not.toContain('<script')
})

test('names nobody, and has a purpose as soon as the registry has it', async () => {
  await a.party('person', 'Grace Nakato')
  expect((await asked()).body).not.toMatch(/Nakato|Test Cooperative/)
  const row = {
    id: 'school_feeding',
    name: 'School feeding',
    meaning: 'Buying food for schools.',
    source: 'Our own',
  }
  await a.tasks.run('registry.add', 'test', { kind: 'purposes', row })
  expect((await asked()).body).toContain('School feeding: /v1/lender-view?purpose=school_feeding')
  expect((await asked('text/html')).body).toContain('School feeding</a>')
})

test('leads only to what is there', async () => {
  const { body } = await asked('text/html')
  const links = [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) =>
    (href as string).replaceAll('&amp;', '&'),
  )
  expect(links.length).toBeGreaterThan(20)
  for (const url of links)
    expect([url, (await a.app.inject({ url })).statusCode]).toEqual([
      url,
      url.startsWith('/v1/lender-view') ? 401 : 200,
    ])
})
