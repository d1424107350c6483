import { afterAll, expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'
import { ask } from '../../support/from-address.ts'
import { openOffice } from '../../support/office.ts'

/** Headers of 14 kB that are lists: no page reads more of them than a browser would send. */

const office = await openOffice()
const proxied = await makeAppliance({ trustedProxy: '127.0.0.1', registryPerMinute: '3' })
afterAll(async () => {
  await office.service.stop()
  await proxied.close()
})

const behind = (many: string, last: string) => `${many.repeat(13_000 / many.length)}${last}`

test.each(['/', '/sign-in', '/lender'])(
  'the language of %s is not searched in all of a long header',
  async (path) => {
    const page = (language: string) =>
      ask(office.url, { path, headers: { accept: 'text/html', 'accept-language': language } })
    const english = await page('en')
    const french = await page('fr')
    expect((await page(behind('xx,', 'fr'))).text.length).toBe(english.text.length)
    expect((await page(`fr,${behind('xx,', 'sw')}`)).text.length).toBe(french.text.length)
  },
)

test("a refusal's neither", async () => {
  const refused = (language: string) =>
    ask(office.url, { path: '/', host: 'evil.example', headers: { 'accept-language': language } })
  const [english, french] = [await refused('en'), await refused('fr')]
  expect(french.text).not.toBe(english.text)
  expect((await refused(behind('xx,', 'fr'))).text).toBe(english.text)
})

test('nor are the forms and encodings that it accepts', async () => {
  const text = await ask(office.url, { path: '/', headers: { accept: behind('a/a,', 'text/html') } })
  expect(text.text).not.toContain('<html')
  const { headers } = await ask(office.url, {
    path: '/v1/openapi.json',
    headers: { 'accept-encoding': behind('a,', 'gzip') },
  })
  expect(headers['content-encoding']).toBeUndefined()
})

test('an address before 500 characters of addresses is not the one of the client', async () => {
  const from = (addresses: string) =>
    proxied.app.inject({
      url: '/v1/registry',
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': addresses },
    })
  // Counted as one client, however it begins.
  for (let n = 1; n <= 3; n++)
    expect((await from(`203.0.113.${n}, ${behind('127.0.0.1, ', '127.0.0.1')}`)).statusCode).toBe(200)
  expect((await from(`203.0.113.9, ${behind('127.0.0.1, ', '127.0.0.1')}`)).statusCode).toBe(429)
  // What the proxy added counts as before.
  expect((await from(`${behind('127.0.0.1, ', '127.0.0.1')}, 198.51.100.1`)).statusCode).toBe(200)
})
