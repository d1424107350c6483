import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenLists } from '../../../src/http/long-headers.ts'

const shortened = (headers: Record<string, string>) => {
  const sent = { ...headers }
  shortenLists(sent)
  return sent
}
const LISTS = { 'accept-language': 256, 'accept-encoding': 256, accept: 1024, 'if-none-match': 1024 }

test('what browsers send stays as it is', () => {
  const sent = {
    accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    'accept-language': 'lg-UG,lg;q=0.9,sw-KE;q=0.8,sw;q=0.7,en-GB;q=0.6,en;q=0.5',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'if-none-match': `W/"${'0'.repeat(32)}"`,
    'x-forwarded-for': '203.0.113.7, 10.1.2.3',
    cookie: 'a=b; '.repeat(2_000),
  }
  expect(shortened(sent)).toEqual(sent)
})

test.each(Object.entries(LISTS))(
  'of %s the first whole elements within %i characters are read',
  (name, most) => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z;=0-9.]{0,40}$/), { maxLength: 800 }), (elements) => {
        const read = shortened({ [name]: elements.join() })[name] as string
        expect(read.length).toBeLessThanOrEqual(most)
        const count = read === '' ? 0 : read.split(',').length
        expect(read.split(',').slice(0, count)).toEqual(elements.slice(0, count))
      }),
    )
    expect(shortened({ [name]: 'x'.repeat(14_000) })[name]).toBe('')
    expect(shortened({ [name]: `fr,${'x'.repeat(14_000)}` })[name]).toBe('fr')
  },
)

test('of X-Forwarded-For the last addresses are read, which the proxies added', () => {
  const long = `${'127.0.0.1, '.repeat(1_000)}203.0.113.7, 10.1.2.3`
  const read = shortened({ 'x-forwarded-for': long })['x-forwarded-for'] as string
  expect(read.length).toBeLessThanOrEqual(512)
  expect(read).toMatch(/^( 127\.0\.0\.1,)+ 203\.0\.113\.7, 10\.1\.2\.3$/)
  expect(shortened({ 'x-forwarded-for': '1'.repeat(14_000) })).toEqual({ 'x-forwarded-for': '' })
})
