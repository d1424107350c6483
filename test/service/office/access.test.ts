import { request as httpRequest } from 'node:http'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { allows, type Permission, ROLES } from '../../../src/domain/staff.ts'
import { OFFICE_ROUTES } from '../../../src/office/addresses.ts'
import { openOffice, staffOf, Visitor } from '../../support/office.ts'
import { OF_THE_SERVER } from '../../support/office-pages.ts'

/** Who may do what at the office page, and what is tried by those who may not. */

const office = await openOffice()
const staff = await staffOf(office)
afterAll(() => office.service.stop())

const routes = Object.entries(OFFICE_ROUTES) as [string, Permission | null][]
const addressOf = (url: string) => url.replace(':id', '0190a000-0000-7000-8000-000000000000')
const asked = async (visitor: Visitor, route: string, fields: Record<string, string> = {}) => {
  const [method, url] = route.split(' ') as [string, string]
  return method === 'GET' ? visitor.get(addressOf(url)) : visitor.post(addressOf(url), fields)
}

describe('every route and every role', () => {
  test.each(routes)('%s', async (route, permission) => {
    const nobody = await asked(new Visitor(office.url), route)
    if (permission === null) expect([200, 401, 422]).toContain(nobody.status)
    else expect([nobody.status, nobody.location]).toEqual([303, '/sign-in?ended'])
    for (const role of ROLES) {
      if (permission === null || route === 'POST /sign-out') continue
      const { status, text } = await asked(staff[role], route, { form_token: await staff[role].formToken() })
      if (!allows(role, 'manage')) expect(text, `${role} at ${route}`).not.toMatch(OF_THE_SERVER)
      if (allows(role, permission)) expect([200, 303, 404, 422], `${role} at ${route}`).toContain(status)
      else {
        expect(status, `${role} at ${route}`).toBe(403)
        expect(text).toContain('Not allowed')
      }
    }
  })

  test('a session reaches nothing under /v1, and a token reaches no page', async () => {
    expect((await staff.manager.get('/v1/records?purpose=own_records')).status).toBe(401)
    const visitor = new Visitor(office.url)
    const page = await visitor.get('/today', { authorization: `Bearer ${office.coop.token}` })
    expect([page.status, page.location]).toEqual([303, '/sign-in?ended'])
  })
})

describe('forms', () => {
  const fields = async () => ({
    act: 'add',
    id: uuidv7(),
    name: 'Mallory',
    role: 'manager',
    form_token: await staff.manager.formToken(),
  })
  const names = async () =>
    (await office.did('staff', 'list')).staff.map(({ name }: { name: string }) => name)

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sister site', { 'sec-fetch-site': 'same-site' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['without any origin', {}],
    ['with the origin of a sandbox', { origin: 'null' }],
  ])('%s are refused', async (_from, headers) => {
    const sent = await fields()
    const { status, text } = await staff.manager.post('/staff', sent, headers as Record<string, string>)
    expect(status).toBe(403)
    expect(text).toContain('came from another page')
    expect(await names()).not.toContain('Mallory')
  })

  test('an older browser may tell the origin instead', async () => {
    const sent = { ...(await fields()), name: 'Old' }
    expect((await staff.manager.post('/staff', sent, { origin: office.url })).status).toBe(200)
  })

  test.each([
    ['none', async () => ''],
    ['a wrong one', async () => 'x'],
    ['that of another session', () => staff.clerk.formToken()],
  ])('%s: the token is refused', async (_which, tokenOf) => {
    const sent = { ...(await fields()), form_token: await tokenOf() }
    const { status, text } = await staff.manager.post('/staff', sent)
    expect([status, text]).toEqual([403, expect.stringContaining('too old')])
  })

  test('other media types are refused', async () => {
    const { status } = await staff.manager.post('/staff', await fields(), {
      'sec-fetch-site': 'same-origin',
      'content-type': 'text/plain',
    })
    expect(status).toBe(415)
    expect((await staff.manager.get('/today')).status).toBe(200)
    expect(await names()).not.toContain('Mallory')
  })
})

/** Node's fetch sets the Host header itself. */
const withHost = (host: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(office.url)
    const sent = httpRequest(
      { port, host: '127.0.0.1', path: '/today', headers: { ...headers, host } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end()
  })

describe('the address', () => {
  test.each(['evil.example', 'evil.example:7373', '127.0.0.1.evil.example', '[::ffff:1.2.3.4]', '10.9.8.7'])(
    'the host %s is refused, signed in or not',
    async (host) => {
      const { status, text } = await withHost(host, { cookie: staff.manager.cookie })
      expect([status, text]).toEqual([403, expect.stringContaining('The server does not have this address')])
      expect(text).not.toContain('The manager')
    },
  )

  test('a proxy that was not told of cannot pass for this machine', async () => {
    const { port } = new URL(office.url)
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const { status } = await withHost(`127.0.0.1:${port}`, {
        [header]: '203.0.113.9',
        cookie: staff.manager.cookie,
      })
      expect(status).toBe(403)
    }
  })

  test('pages cannot be framed, kept, or told to others; the cookie is for this host alone', async () => {
    const { headers } = await staff.clerk.get('/today')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const visitor = new Visitor(office.url)
    const { headers: set } = await visitor.signIn('The clerk')
    expect(set.get('set-cookie')).toMatch(/^granary=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  })
})

describe('signing in', () => {
  test('a name or password that is not right says no more than that', async () => {
    const visitor = new Visitor(office.url)
    const [wrong, unknown] = [
      await visitor.signIn('The clerk', 'wrong wrong'),
      await visitor.signIn('Nobody', 'wrong wrong'),
    ]
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.text.replaceAll('The clerk', '')).toBe(unknown.text.replaceAll('Nobody', ''))
    expect(visitor.cookie).toBe('')
  })

  test('makes a new session, and ends the one from before', async () => {
    const visitor = new Visitor(office.url)
    visitor.cookie = `granary=${'A'.repeat(43)}`
    await visitor.signIn('The clerk')
    const first = visitor.cookie
    expect(first).not.toContain('AAAA')
    await visitor.signIn('The clerk')
    expect(visitor.cookie).not.toBe(first)
    const thief = new Visitor(office.url)
    thief.cookie = first
    expect((await thief.get('/today')).location).toBe('/sign-in?ended')
  })

  test('signing out ends the session everywhere', async () => {
    const visitor = new Visitor(office.url)
    await visitor.signIn('The clerk')
    const stolen = new Visitor(office.url)
    stolen.cookie = visitor.cookie
    expect((await stolen.get('/today')).status).toBe(200)
    await visitor.post('/sign-out', { form_token: await visitor.formToken() })
    expect((await stolen.get('/today')).location).toBe('/sign-in?ended')
  })

  test('an ended account, another role and a new code hold at the next click', async () => {
    const visitor = await office.account('Temp', 'manager')
    expect((await visitor.get('/staff')).status).toBe(200)
    await office.did('staff', 'role', 'Temp', 'clerk')
    expect((await visitor.get('/staff')).status).toBe(403)
    await office.did('staff', 'reset', 'Temp')
    expect((await visitor.get('/today')).location).toBe('/sign-in?ended')
    await office.did('staff', 'end', 'Temp')
    expect((await visitor.signIn('Temp')).status).toBe(401)
  })
})
