import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { chunk, pngOf } from '../../support/evidence/pictures/parts.ts'
import { ask } from '../../support/from-address.ts'
import { openOffice, reopened, staffOf, Visitor } from '../../support/office.ts'

/** The cooperative's own colour and mark: on the page of a manager, by the command, and what everyone then sees. */

const PATH = '/cooperative/appearance'
let office = await openOffice()
const { manager, clerk } = await staffOf(office)
afterAll(() => office.service.stop())

const header = (width: number, height: number) => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes[8] = 8
  return chunk('IHDR', bytes)
}
const SECRET = 'taken at Plot 7, Kitgum'
const picture = (side = 8, ...more: readonly ReturnType<typeof chunk>[]) =>
  pngOf(
    header(side, side),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side + 1)))),
    chunk('IEND'),
  )

async function sent(visitor: Visitor, fields: Readonly<Record<string, string | Uint8Array>>) {
  const form = new FormData()
  form.set('form_token', await visitor.formToken())
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([new Uint8Array(value)]), 'mark')
  return visitor.send(PATH, form)
}
const styleOf = async () => {
  const { text } = await new Visitor(office.url).get('/sign-in')
  const [, href] = /rel="stylesheet" href="([^"]+)"/.exec(text) as RegExpExecArray
  const style = await new Visitor(office.url).get(String(href))
  return { href, ...style }
}
const markOn = async (path: string, headers = {}) =>
  /<span class="mark"><img src="([^"]+)"/.exec((await new Visitor(office.url).get(path, headers)).text)?.[1]
const browser = { accept: 'text/html' }

describe('a colour', () => {
  test('is on every page at once, with a lighter one for dark; its style is kept by browsers until it changes', async () => {
    const before = await styleOf()
    expect((await sent(manager, { colour: ' 1A3F8B ' })).location).toBe('/cooperative?done')
    const after = await styleOf()
    expect(after.href).not.toBe(before.href)
    expect(after.headers.get('cache-control')).toBe('max-age=31536000, immutable')
    expect(after.text).toContain('--green:#1a3f8b')
    // What is good stays green.
    expect(after.text).toContain('--good:#0b5335')
    const old = await new Visitor(office.url).get(String(before.href))
    expect([old.text, old.headers.get('cache-control')]).toEqual([after.text, 'no-cache'])
    for (const path of ['/', '/docs/page.css'])
      expect((await new Visitor(office.url).get(path, browser)).text).toContain('--green:#1a3f8b')
    expect((await manager.get('/cooperative')).text).toContain('value="#1a3f8b"')
    const { entries } = await office.did('audit', '--limit', '30')
    expect(entries.map(({ action }: { action: string }) => action)).toContain('appearance')
  })

  test.each([
    ['#ffd500', /#ffd500 is too light: .*Take a darker one, such as #[0-9a-f]{6}\./],
    ['#0f6b45;}*{display:none', /is not a colour\. Write six hexadecimal digits/],
  ])('%s is refused beside its field, and what was typed stays', async (colour, said) => {
    const { status, text } = await sent(manager, { colour })
    expect(status).toBe(422)
    expect(text).toMatch(said)
    expect(text).toContain('aria-invalid')
    expect((await styleOf()).text).toContain('--green:#1a3f8b')
  })
})

describe('a mark', () => {
  test('loses what it states, has an address by its digest, and is on the pages of everyone', async () => {
    const file = picture(8, chunk('tEXt', Buffer.from(`Comment\0${SECRET}`)))
    expect((await sent(manager, { colour: '#1a3f8b', mark: file })).location).toBe('/cooperative?done')
    const address = String(await markOn('/sign-in'))
    for (const path of ['/', '/lender', '/docs', '/password'])
      expect(await markOn(path, browser)).toBe(address)
    const response = await fetch(office.url + address)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.includes(SECRET)).toBe(false)
    expect(address).toBe(`/mark/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    for (const other of [`/mark/${'0'.repeat(32)}`, '/mark/', `${address}?x`, `${address}/..`])
      expect((await fetch(office.url + other)).status).toBe(404)
    // Another site’s name, under which its pages could read this.
    const foreign = await ask(office.url, { path: address, host: 'evil.example', headers: browser })
    expect([foreign.status, foreign.text]).toEqual([403, expect.not.stringContaining('Kahawa')])
    expect(foreign.text).not.toContain('/mark/')
  })

  test.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      /not a picture that can be shown/,
    ],
    ['too wide', picture(1_001), /too large for a mark/],
    ['far too many bytes', Buffer.alloc(600_000), /too large for a mark/],
  ])('that is %s is refused, and the earlier one stays', async (_what, mark, said) => {
    const before = await markOn('/sign-in')
    const { status, text } = await sent(manager, { colour: '#1a3f8b', mark })
    expect([413, 422]).toContain(status)
    expect(text).toMatch(said)
    expect(await markOn('/sign-in')).toBe(before)
  })

  test('only a manager may change it', async () => {
    expect((await sent(clerk, { colour: '#000000' })).status).toBe(403)
    expect((await styleOf()).text).toContain('--green:#1a3f8b')
  })
})

test('both are there after a restart, and the command shows, changes and takes them away', async () => {
  const before = [await markOn('/sign-in'), (await styleOf()).href]
  office = await reopened(office)
  expect([await markOn('/sign-in'), (await styleOf()).href]).toEqual(before)
  expect(await office.did('appearance')).toMatchObject({
    colour: '#1a3f8b',
    mark: { media_type: 'image/png' },
  })
  const refused = await office.said('appearance', '--colour', '#ffffff')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Take a darker one')])
  expect(await office.did('appearance', '--colour', 'none', '--mark', 'none')).toMatchObject({
    colour: null,
    mark: null,
  })
  expect(await markOn('/sign-in')).toBeUndefined()
  expect((await styleOf()).text).toContain('--green:#0f6b45')
})
