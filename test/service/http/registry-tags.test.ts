import { expect, test } from 'vitest'
import { makeAppliance } from '../../support/appliance.ts'

/** The tags of reference data (contract §12): each is of just the bytes that were sent. */

const a = await makeAppliance()

const get = (url: string, headers: Record<string, string> = {}) => a.app.inject({ url, headers })
const LONG = '/v1/registry/crops'
const SHORT = '/v1/registry'

test('one tag is of one encoding, and each is known again whatever is accepted', async () => {
  const tags = []
  for (const encoding of ['identity', 'gzip', 'br']) {
    const sent = await get(LONG, { 'accept-encoding': encoding })
    expect(sent.headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(sent.headers.vary).toBe('accept-encoding')
    tags.push(String(sent.headers.etag))
  }
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) {
    expect(tag).toMatch(/^"[\w-]+"$/)
    for (const encoding of ['identity', 'gzip, br']) {
      const again = await get(LONG, { 'accept-encoding': encoding, 'if-none-match': tag })
      expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, tag, ''])
      expect(again.headers.vary).toBe('accept-encoding')
    }
  }
  expect((await get(LONG, { 'if-none-match': '"another"' })).statusCode).toBe(200)
})

test('a reply that is too short to compress has the tag of its bytes', async () => {
  const [plain, asked] = [await get(SHORT), await get(SHORT, { 'accept-encoding': 'gzip' })]
  expect(asked.headers['content-encoding']).toBeUndefined()
  expect([asked.headers.etag, asked.body]).toEqual([plain.headers.etag, plain.body])
  for (const { headers } of [plain, asked, await get('/v1/registry/nothing')])
    expect(headers.vary).toBe('accept-encoding')
})
