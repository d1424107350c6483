import { afterAll, expect, test } from 'vitest'
import { ask } from '../../support/from-address.ts'
import { openOffice } from '../../support/office.ts'

/** Headers of 14 kB that are lists: no page reads more of them than a browser would send. */

const office = await openOffice()
afterAll(() => office.service.stop())

const behind = (many: string, last: string) => `${many.repeat(13_000 / many.length)}${last}`

test.each(['/', '/sign-in', '/lender'])(
  'the language of %s is not searched in all of a long header',
  async (path) => {
    const page = (language: string) =>
      ask(office.url, { path, headers: { accept: 'text/html', 'accept-language': language } })
    const english = await page('en')
    const french = await page('fr')
    expect(french.text.length).not.toBe(english.text.length)
    expect((await page(behind('xx,', 'fr'))).text.length).toBe(english.text.length)
    expect((await page(`fr,${behind('xx,', 'sw')}`)).text.length).toBe(french.text.length)
  },
)

test('nor are the forms and encodings that it accepts', async () => {
  const front = async (accept: string) => (await ask(office.url, { path: '/', headers: { accept } })).text
  expect(await front('text/html')).toContain('<html')
  expect(await front(behind('a/a,', 'text/html'))).not.toContain('<html')
  const { headers } = await ask(office.url, {
    path: '/v1/openapi.json',
    headers: { 'accept-encoding': behind('a,', 'gzip') },
  })
  expect(headers['content-encoding']).toBeUndefined()
})
