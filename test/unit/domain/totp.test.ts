import { expect, test } from 'vitest'
import { base32, totpCode, totpStep, totpStepOf, totpUri } from '../../../src/domain/totp.ts'

const key = Buffer.from('12345678901234567890')
const NEVER = -1

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s (RFC 6238, appendix B, its last six digits)', (seconds, code) => {
  expect(totpCode(key, totpStep(seconds * 1000))).toBe(code)
})

test('the codes of counters 0 to 9 (RFC 4226, appendix D)', () => {
  expect(Array.from({ length: 10 }, (_, step) => totpCode(key, step))).toEqual(
    '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
  )
})

test('a code counts one step early and one late, and no further', () => {
  const at = (step: number) => totpStepOf(key, totpCode(key, 100), step * 30_000, NEVER)
  expect([98, 99, 100, 101, 102].map(at)).toEqual([null, 100, 100, 100, null])
})

test('a code counts once, and none before it afterwards', () => {
  const typed = (step: number, used: number) => totpStepOf(key, totpCode(key, step), 3_000_000, used)
  expect([typed(100, 99), typed(100, 100), typed(99, 100), typed(101, 100)]).toEqual([100, null, null, 101])
})

test('spaces do not matter; anything else is wrong', () => {
  const code = totpCode(key, 100)
  const typed = (text: string) => totpStepOf(key, text, 3_000_000, NEVER)
  expect(typed(` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(100)
  expect(['', code.slice(1), `${code}0`, 'abcdef', '٧٥٥٢٢٤'].map(typed)).toEqual(Array(5).fill(null))
})

test('a key as apps read it (RFC 4648)', () => {
  expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(base32(key)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(totpUri(key, 'Bukonzo & Co', 'Grace/N')).toBe(
    'otpauth://totp/Bukonzo%20%26%20Co:Grace%2FN?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bukonzo%20%26%20Co',
  )
})
