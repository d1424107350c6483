import { expect, test } from 'vitest'
import { phoneNumber } from '../../../src/identity/phone.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { englishWords } from '../../../src/words/words.ts'

test.each([
  ['0772 123 456', 'UG'],
  ['0772-123456', 'UG'],
  ['772123456', 'UG'],
  ['+256 (0)772 123456', 'UG'],
  ['00256 772 123456', 'UG'],
  ['256772123456', 'UG'],
  ['+256772123456', ''],
  [' +256 772 123 456 ', 'KE'],
])('%s in %s is one number', async (text, country) => {
  expect(await phoneNumber(text, country)).toBe('+256772123456')
})

test('a number of another country keeps it', async () => {
  expect(await phoneNumber('0712 345678', 'KE')).toBe('+254712345678')
  expect(await phoneNumber('+254 712 345678', 'UG')).toBe('+254712345678')
})

test.each([
  ['0772 123456', '', 'set GRANARY_COUNTRY'],
  ['0772 123456', 'XX', 'is not a phone number'],
  ['call me', 'UG', 'is not a phone number'],
  ['123', 'UG', 'is not a phone number'],
  ['0772123456 or 0772123457', 'UG', 'is not a phone number'],
])('%s in "%s" is refused with what would be right', async (text, country, words) => {
  const fault: unknown = await phoneNumber(text, country).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(OperatorFault)
  const found = fault as OperatorFault
  expect(`${found.message} ${found.remedy}`).toContain(words)
  expect(found.toldIn(englishWords())).not.toContain('GRANARY_')
})
