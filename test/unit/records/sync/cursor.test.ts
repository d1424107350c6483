import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FeedPlace } from '../../../../src/records/gate/feed-place.ts'
import { type Cursor, openCursor, sealCursor } from '../../../../src/records/sync/cursor.ts'

const key = randomBytes(32)
const bound = { partyId: '019e807a-ec00-7d6a-84ef-c7ea9d190d39', purpose: 'insurance' }

const number = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const keyAt = fc.record({ at: number, seq: number })
const seen = fc.record({ seq: number, atMs: number })
const place: fc.Arbitrary<FeedPlace> = fc.record({
  through: keyAt,
  seen,
  beganN: number,
  catchingUp: fc.option(fc.record({ to: seen, party: number, after: keyAt })),
  again: number,
})
const cursor: fc.Arbitrary<Cursor> = fc.record({
  incarnation: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
  place,
  told: fc.record({ after: number, through: number }),
  root: number,
})

test('what is sealed is found again, and every cursor has the same length', () => {
  const length = sealCursor(key, bound, {
    incarnation: Buffer.alloc(16),
    place: { through: { at: 0, seq: 0 }, seen: { seq: 0, atMs: 0 }, beganN: 0, catchingUp: null, again: 0 },
    told: { after: 0, through: 0 },
    root: 0,
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

/** A cursor as an earlier version made it: of this form, with these numbers. */
function earlier(incarnation: Buffer, form: number, numbers: readonly number[]): string {
  const plain = Buffer.alloc(1 + 16 + numbers.length * 6)
  plain.writeUInt8(form)
  incarnation.copy(plain, 1)
  for (const [i, value] of numbers.entries()) plain.writeUIntBE(value, 17 + i * 6, 6)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(
    Buffer.from(`${bound.partyId} ${bound.purpose} `),
  )
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}
const TEN = [7, 8, 9, 10, 1, 12, 13, 14, 15, 16]
/** The place that these and 17 are, and what a cursor says that acknowledges nothing. */
const PLACE = {
  ...{ through: { at: 7, seq: 8 }, seen: { seq: 9, atMs: 10 }, beganN: 17, again: 0 },
  catchingUp: { to: { seq: 12, atMs: 13 }, party: 14, after: { at: 15, seq: 16 } },
}
const UNTOLD = { told: { after: 0, through: 0 }, root: 0 }

test('a cursor of the first form opens: all consent is considered again, and whatever was delivered counts', () => {
  const incarnation = randomBytes(16)
  const place = { ...PLACE, seen: { seq: 0, atMs: 0 }, beganN: 0, catchingUp: null }
  expect(openCursor(key, bound, earlier(incarnation, 1, TEN))).toEqual({ incarnation, place, ...UNTOLD })
})

test('a cursor of the second form opens: it acknowledges nothing', () => {
  const incarnation = randomBytes(16)
  const opened = openCursor(key, bound, earlier(incarnation, 2, [...TEN, 17]))
  expect(opened).toEqual({ incarnation, place: PLACE, ...UNTOLD })
})

test('a cursor of the third form opens: it knows no root', () => {
  const incarnation = randomBytes(16)
  const opened = openCursor(key, bound, earlier(incarnation, 3, [...TEN, 17, 18, 19]))
  expect(opened).toEqual({ incarnation, place: PLACE, ...UNTOLD, told: { after: 18, through: 19 } })
})

test('a cursor of the fourth form opens: nothing is about to come again', () => {
  const incarnation = randomBytes(16)
  const opened = openCursor(key, bound, earlier(incarnation, 4, [...TEN, 17, 18, 19, 20]))
  expect(opened).toEqual({ incarnation, place: PLACE, told: { after: 18, through: 19 }, root: 20 })
})

test.each([
  [1, 11],
  [2, 13],
  [3, 11],
  [3, 12],
  [3, 14],
  [4, 13],
  [5, 14],
  [6, 15],
  [0, 10],
])('a cursor of form %i with %i numbers is none', (form, count) => {
  const numbers = Array.from({ length: count }, () => 1)
  expect(() => openCursor(key, bound, earlier(randomBytes(16), form, numbers))).toThrow(
    expect.objectContaining({ code: 'invalid_cursor' }),
  )
})
