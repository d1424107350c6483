import { expect, test } from 'vitest'
import { hmac } from '../../../src/base/hmac.ts'

/** RFC 4231, test case 2. */
const SECRET = Buffer.from('Jefe')
const TEXT = 'what do ya want for nothing?'
const MAC = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'

test('is that of the standard, each time, and another for another secret or text', () => {
  for (const _ of [1, 2]) expect(hmac(SECRET, TEXT).toString('hex')).toBe(MAC)
  expect(hmac(Buffer.from(SECRET), TEXT).toString('hex')).toBe(MAC)
  expect(hmac(Buffer.from('jefe'), TEXT).toString('hex')).not.toBe(MAC)
  expect(hmac(SECRET, `${TEXT}?`).toString('hex')).not.toBe(MAC)
})
