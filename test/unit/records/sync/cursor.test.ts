import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FeedPlace } from '../../../../src/records/gate/feed.ts'
import { type Cursor, openCursor, sealCursor } from '../../../../src/records/sync/cursor.ts'

const key = randomBytes(32)
const bound = { partyId: '019e807a-ec00-7d6a-84ef-c7ea9d190d39', purpose: 'insurance' }

const number = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const keyAt = fc.record({ at: number, seq: number })
const seen = fc.record({ seq: number, atMs: number })
const place: fc.Arbitrary<FeedPlace> = fc.record({
  through: keyAt,
  seen,
  catchingUp: fc.option(fc.record({ to: seen, party: number, after: keyAt })),
})
const cursor: fc.Arbitrary<Cursor> = fc.record({
  incarnation: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  place,
})

test('what is sealed is found again, and every cursor has the same length', () => {
  const length = sealCursor(key, bound, {
    incarnation: Buffer.alloc(16),
    place: { through: { at: 0, seq: 0 }, seen: { seq: 0, atMs: 0 }, catchingUp: null },
  }).length
  fc.assert(
    fc.property(cursor, (one) => {
      const text = sealCursor(key, bound, one)
      expect(text).toHaveLength(length)
      expect(openCursor(key, bound, text)).toEqual(one)
    }),
  )
})

test('a cursor opens with its own key, for its own party and purpose, and unchanged', () => {
  fc.assert(
    fc.property(cursor, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, at, mask) => {
      const text = sealCursor(key, bound, one)
      const changed = Buffer.from(text, 'base64url')
      changed[at % changed.length] = (changed[at % changed.length] as number) ^ mask
      for (const open of [
        () => openCursor(key, bound, changed.toString('base64url')),
        () => openCursor(randomBytes(32), bound, text),
        () => openCursor(key, { ...bound, purpose: '' }, text),
        () => openCursor(key, { ...bound, partyId: bound.partyId.replace('019', '01a') }, text),
        () => openCursor(key, bound, text.slice(0, -1)),
      ])
        expect(open).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))
    }),
  )
})
