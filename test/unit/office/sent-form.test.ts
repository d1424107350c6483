import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sentFields, sentParts } from '../../../src/office/frame/sent-form.ts'

/** Forms as browsers send them, and as nobody's browser does. */

const TOKEN = 'the token of the session'
const CHUNK = 64 * 1024
const MOST = 9 * 1024 * 1024
const BOUNDARY = 'x'

/** A body that counts what is read of it. */
class Body extends Readable {
  read_ = 0
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    super({ highWaterMark: CHUNK })
    this.#bytes = bytes
  }
  override _read(): void {
    if (this.read_ >= this.#bytes.length) return void this.push(null)
    const chunk = this.#bytes.subarray(this.read_, this.read_ + CHUNK)
    this.read_ += chunk.length
    // As from a socket: each chunk in a turn of its own.
    void setImmediate().then(() => this.push(chunk))
  }
}

const part = (name: string, value: string, more = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const END = `--${BOUNDARY}--\r\n`
const sent = (body: Body, boundary = BOUNDARY, length?: number) =>
  sentParts(
    {
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(length === undefined ? {} : { 'content-length': String(length) }),
      },
    },
    body,
    MOST,
    (token) => token === TOKEN,
  )
const bodyOf = (...parts: string[]) => new Body(Buffer.from(parts.join('')))

async function ofBrowser(fields: Record<string, string | File>): Promise<[Body, string]> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = new Response(form)
  const [, boundary = ''] = /boundary=(.*)$/.exec(response.headers.get('content-type') ?? '') ?? []
  return [new Body(Buffer.from(await response.arrayBuffer())), boundary]
}

describe('a form with files', () => {
  test('has its fields and its files as they were sent', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) % 256)
    const [body, boundary] = await ofBrowser({
      form_token: TOKEN,
      name: 'Müthoni\r\n--x <b>',
      empty: '',
      sheet: new File([bytes], 'Käfer.csv'),
      map: new File([], ''),
    })
    const parts = await sent(body, boundary)
    expect(parts).toEqual({
      form_token: TOKEN,
      name: 'Müthoni\r\n--x <b>',
      empty: '',
      sheet: { name: 'Käfer.csv', bytes: Buffer.from(bytes) },
      map: { name: '', bytes: Buffer.alloc(0) },
    })
  })

  test('of many megabytes leaves the loop to others between its chunks', async () => {
    const [body, boundary] = await ofBrowser({
      form_token: TOKEN,
      sheet: new File([new Uint8Array(8 * 1024 * 1024)], 'a'),
    })
    let turns = 0
    let isDone = false
    const counting = (async () => {
      while (!isDone) {
        await setImmediate()
        turns++
      }
    })()
    await sent(body, boundary)
    isDone = true
    await counting
    expect(turns).toBeGreaterThanOrEqual(8 * 16)
  })

  test.each([
    ['a wrong one', part('form_token', 'another')],
    ['none', part('name', 'x')],
    ['a file first', part('sheet', 'x', '; filename="a"')],
    ['a file as the token', part('form_token', TOKEN, '; filename="a"')],
    ['it comes late', part('name', 'x') + part('form_token', TOKEN)],
  ])('without its token in front is refused, and not read: %s', async (_what, first) => {
    const body = bodyOf(first, part('sheet', 'x'.repeat(8 * 1024 * 1024), '; filename="b"'), END)
    await expect(sent(body)).rejects.toMatchObject({ statusCode: 403, words: 'refused.stale' })
    expect(body.read_).toBeLessThanOrEqual(4 * CHUNK)
    // A reply can be sent.
    expect(body.destroyed).toBe(false)
  })

  test.each([
    ['a hundred thousand fields', part('a', '')],
    ['a hundred thousand files', part('a', '', '; filename="a"')],
    ['parts without a head', `--${BOUNDARY}\r\n\r\n`],
    ['boundaries alone', `--${BOUNDARY}\r\n`],
  ])('of more parts than any page has is refused, and not read: %s', async (_what, one) => {
    const body = bodyOf(part('form_token', TOKEN), one.repeat(120_000), END)
    await expect(sent(body)).rejects.toMatchObject({ statusCode: 413 })
    expect(body.read_).toBeLessThanOrEqual(4 * CHUNK)
  })

  test('with a field that is longer than any is refused', async () => {
    const body = bodyOf(part('form_token', TOKEN), part('outline', 'x'.repeat(1024 * 1024)), END)
    await expect(sent(body)).rejects.toMatchObject({ statusCode: 413 })
  })

  test('larger than the page takes is refused, by what it says before it is read', async () => {
    const body = bodyOf(part('form_token', TOKEN))
    await expect(sent(body, BOUNDARY, MOST + 1)).rejects.toMatchObject({ statusCode: 413 })
    expect(body.read_).toBe(0)
    const silent = bodyOf(part('form_token', TOKEN), part('f', 'x'.repeat(MOST), '; filename="a"'), END)
    await expect(sent(silent)).rejects.toMatchObject({ statusCode: 413 })
  })

  test.each([
    ['cut off in a file', part('form_token', TOKEN) + part('f', 'x', '; filename="a"')],
    ['cut off in a field', part('form_token', TOKEN) + part('f', 'x')],
    ['cut off in a head', `${part('form_token', TOKEN)}--${BOUNDARY}\r\nContent-Disp`],
    ['empty', ''],
    ['without a part', END],
    [
      'a head without an end',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'x'.repeat(200_000)}`,
    ],
    ['a head of 100 KB', part('x'.repeat(100_000), '')],
    ['something else', 'x'.repeat(100_000)],
  ])('that no browser sends is refused: %s', async (_what, text) => {
    await expect(sent(bodyOf(text))).rejects.toMatchObject({ statusCode: 403 })
  })

  test('without a boundary is refused', async () => {
    await expect(sent(bodyOf(END), '')).rejects.toMatchObject({ statusCode: 403 })
  })
})

describe('a form without files', () => {
  test('has its fields; the last of a name counts', () => {
    expect(sentFields('a=1&b=M%C3%BCthoni+x&a=2')).toEqual({ a: '2', b: 'Müthoni x' })
  })
  test('may draw a lot on as many deliveries as a lot may have, and has no more than 1,000 fields', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `draw_${i}=1`).join('&')
    expect(Object.keys(sentFields(fields(1_000)))).toHaveLength(1_000)
    expect(() => sentFields(fields(1_001))).toThrow(expect.objectContaining({ statusCode: 413 }))
    expect(() => sentFields('&'.repeat(60_000))).toThrow(expect.objectContaining({ statusCode: 413 }))
  })
})
