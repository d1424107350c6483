import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOf, shortNumber } from '../../../src/domain/short-number.ts'

/** A number on paper leads to one record, however it is typed, and tells nothing else. */

const SECRET = Buffer.alloc(32, 7)
const ONE = '019ea675-d280-715c-8e43-14c89e141f61'
const seq = fc.integer({ min: 1, max: 2 ** 30 - 1 })
const id = fc.uuid({ version: 7 })

test('leads back to the place in the log, and to the id', () => {
  fc.assert(
    fc.property(seq, id, (seq, id) => {
      const number = shortNumber(SECRET, { seq, id })
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4} [0-9A-HJKMNP-TV-Z]{4}$/)
      const place = placeOf(SECRET, number)
      expect(place?.seq).toBe(seq)
      expect(place?.isOf(id)).toBe(true)
      expect(place?.isOf(`${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)).toBe(false)
    }),
  )
})

test('no two records share one', () => {
  const numbers = Array.from({ length: 2000 }, (_, i) => shortNumber(SECRET, { seq: i + 1, id: ONE }))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('case, spaces, hyphens, O for 0, and I or l for 1 are forgiven', () => {
  const numbers = Array.from({ length: 500 }, (_, i) => shortNumber(SECRET, { seq: i + 1, id: ONE }))
  const number = numbers.find((one) => /0.*1|1.*0/.test(one)) as string
  const { seq } = placeOf(SECRET, number) as { seq: number }
  for (const typed of [
    number.toLowerCase(),
    number.replace(' ', ''),
    ` ${number.replace(' ', '-')} `,
    number.replaceAll('0', 'O').replaceAll('1', 'I'),
    number.replaceAll('0', 'o').replaceAll('1', 'l'),
  ])
    expect(placeOf(SECRET, typed)?.seq, typed).toBe(seq)
})

test.each(['', '7F3K 92Q', '7F3K 92QDD', '7F3K 92QU', '7F3K 92Q!', '019ea675-d280-715c-8e43-14c89e141f61'])(
  '%j is no such number',
  (typed) => expect(placeOf(SECRET, typed)).toBeNull(),
)

/** Who wrote next to nothing between two receipts must not learn how much others wrote. */
test('neighbours in the log have numbers that are not alike, and another secret makes others', () => {
  const ofPlace = (seq: number, secret = SECRET) => shortNumber(secret, { seq, id: ONE })
  const firsts = new Set(Array.from({ length: 64 }, (_, i) => ofPlace(1000 + i)[0]))
  expect(firsts.size).toBeGreaterThan(20)
  const sorted = Array.from({ length: 64 }, (_, i) => ofPlace(1000 + i))
  expect(sorted).not.toEqual(sorted.toSorted())
  expect(ofPlace(1000, Buffer.alloc(32, 8))).not.toBe(ofPlace(1000))
})
