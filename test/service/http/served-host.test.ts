import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ask } from '../../support/from-address.ts'
import { openOffice } from '../../support/office.ts'

/** For which hosts pages are served: no other site's name that leads here may read them. */

const office = await openOffice({ publicUrl: 'https://granary.example:8443' })
afterAll(() => office.service.stop())

const PAGES = [
  '/',
  '/docs',
  '/docs/',
  '/docs/page.js',
  '/sign-in',
  '/lender',
  '/today',
  '/office.css',
  '/office.js',
  '/office-scale.js',
]
const html = { accept: 'text/html' }

const page = (host: string, path = '/') => ask(office.url, { path, host, headers: html })

test.each(PAGES)('%s is served to the hosts of this machine alone', async (path) => {
  expect((await page('evil.example', path)).status).toBe(403)
  expect((await page('localhost:7373', path)).status).toBeLessThan(400)
})

test.each([
  'evil.example',
  'evil.example:7373',
  'evil.example@127.0.0.1',
  'evil.example@127.0.0.1:7373',
  'evil.example:x@localhost',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  '127.0.0.1:99999',
  '127.0.0.1:x',
  '127.0.0.1:',
  '127.0.0.1/evil',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '127.0.0.256',
  'localhost..',
  '.',
  '[::1',
  '[localhost]',
  '::1',
  '[::ffff:1.2.3.4]',
  '10.9.8.7',
  'localhost,evil.example',
  'localhost evil.example',
])('no page is served to the host %j', async (host) => {
  const { status, text } = await page(host)
  expect([status, text]).toEqual([403, expect.stringContaining('The server does not have this address')])
})

test.each([
  '127.0.0.1',
  '127.0.0.1:1',
  'localhost',
  'LocalHost:7373',
  'localhost.',
  '[::1]:7373',
  '[0:0::1]',
])('pages are served to the host %j', async (host) => {
  expect((await page(host)).status).toBeLessThan(400)
})

test.each(['granary.example', 'GRANARY.Example.', 'granary.example:8443'])(
  'the public name %j is served, and this machine signs in by it without TLS',
  async (host) => {
    for (const path of ['/', '/docs']) expect((await ask(office.url, { path, host })).status).toBe(200)
    const { status, text } = await ask(office.url, { path: '/sign-in', host })
    expect([status, text]).toEqual([200, expect.stringContaining('Sign in')])
  },
)

test.each([
  ['/?language=fr', {}, 'Le serveur n’a pas cette adresse'],
  ['/docs', { cookie: 'granary-language=sw' }, 'Seva haina anwani hii'],
  ['/office.css', { 'accept-language': 'fr-CM, en;q=0.5' }, 'Le serveur n’a pas cette adresse'],
])('the refusal is in the language of its reader: %s %j', async (path, headers, said) => {
  expect((await ask(office.url, { path, host: 'evil.example', headers })).text).toContain(said)
})

/** @returns the first line of the reply */
const sent = (head: string) =>
  new Promise<string>((resolve, reject) => {
    let heard = ''
    const socket = connect(Number(new URL(office.url).port), '127.0.0.1', () => socket.write(head))
    socket.on('data', (more) => {
      heard += more
    })
    socket.on('error', reject).on('close', () => resolve(heard.split('\r\n')[0] as string))
  })

test.each([
  ['another Host beside it', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n'],
  ['another host in the request line', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n'],
  ['no Host, as HTTP/1.0 permits', 'GET / HTTP/1.0\r\n'],
])('a page is not served with %s', async (_what, head) => {
  expect(await sent(`${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[03] /)
})

test('programs reach what needs no page by any name', async () => {
  for (const path of ['/v1/health', '/v1/openapi.json', '/v1/registry'])
    expect((await ask(office.url, { path, host: 'nas.example:7373' })).status).toBe(200)
})
