import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { openOffice, staffOf, type Visitor } from '../../support/office.ts'

/** Forms that are larger than any page sends: refused with a page that says so, and hardly read. */

const office = await openOffice()
const staff = await staffOf(office)
afterAll(() => office.service.stop())

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

interface Sent {
  readonly visitor?: Visitor
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly type?: string
}
/** Sends a body piece by piece until the service answers. */
async function sent(pieces: Iterable<string>, { visitor = staff.clerk, path, headers, type }: Sent = {}) {
  const asked = request(`${office.url}${path ?? '/import'}`, {
    method: 'POST',
    headers: {
      cookie: visitor.cookie,
      'content-type': type ?? 'multipart/form-data; boundary=x',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
  let isAnswered = false
  const answered = once(asked, 'response').finally(() => {
    isAnswered = true
  })
  asked.on('error', () => {})
  for (const piece of pieces) {
    if (isAnswered) break
    if (!asked.write(piece)) await Promise.race([once(asked, 'drain'), answered]).catch(() => {})
  }
  if (!isAnswered) asked.end()
  const [response] = await answered
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  asked.destroy()
  return { status: response.statusCode as number, text }
}

function* repeated(first: string, piece: string, times: number): Generator<string> {
  yield first
  for (let n = 0; n < times; n++) yield piece
}
const MEGABYTE = 'x'.repeat(1024 * 1024)

describe('a form with a file', () => {
  test('of 120,000 parts is refused with a page', async () => {
    const first = part('form_token', await staff.clerk.formToken())
    const { status, text } = await sent(repeated(first, part('a', '').repeat(1_000), 120))
    expect([status, text]).toEqual([413, expect.stringContaining('That is too large')])
  })

  test.each([
    ['without the token of the form', {}, 403, 'too old'],
    ['of another page', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'came from another page'],
    ['of nobody', { headers: { cookie: '' } }, 303, ''],
  ])('%s is refused before the file is read', async (_what, how, status, words) => {
    const answer = await sent(repeated(part('sheet', ''), MEGABYTE, 8), how)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
  })

  test('of somebody whose role may not send it is refused before it is read', async () => {
    const token = await staff.auditor.formToken()
    const { status, text } = await sent(repeated(part('form_token', token), MEGABYTE, 8), {
      visitor: staff.auditor,
    })
    expect([status, text]).toEqual([403, expect.stringContaining('Your role is auditor')])
  })
})

describe('a form without a file', () => {
  const type = 'application/x-www-form-urlencoded'
  test('of 200 KB is refused, and the page says why', async () => {
    const fields = `form_token=${await staff.clerk.formToken()}&note=${'x'.repeat(200_000)}`
    const { status, text } = await sent([fields], { path: '/weigh-in', type })
    expect([status, text]).toEqual([413, expect.stringContaining('larger than any page here sends')])
  })

  test('of somebody whose role may not send it is refused before it is read', async () => {
    const { status } = await sent(repeated('a=', MEGABYTE, 2), {
      ...{ visitor: staff.clerk, path: '/staff', type },
    })
    expect(status).toBe(403)
  })
})
