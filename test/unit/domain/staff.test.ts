import { expect, test } from 'vitest'
import {
  accountNameKey,
  allows,
  PERMISSIONS,
  passwordFault,
  ROLES,
  whoMay,
} from '../../../src/domain/staff.ts'
import { englishWords } from '../../../src/words/words.ts'

test('each role may what it may, and no more', () => {
  const table = Object.fromEntries(
    ROLES.map((role) => [role, PERMISSIONS.filter((one) => allows(role, one))]),
  )
  expect(table).toEqual({ auditor: ['read'], clerk: ['read', 'write'], manager: ['read', 'write', 'manage'] })
  expect((['write', 'manage'] as const).map((one) => englishWords().tell(whoMay(one)))).toEqual([
    'Only a clerk or a manager may do this.',
    'Only a manager may do this.',
  ])
})

test('names are one whatever their capital letters and spaces', () => {
  expect(accountNameKey('  Grace   NAKATO ')).toBe(accountNameKey('grace nakato'))
  expect(accountNameKey('Grace')).not.toBe(accountNameKey('Gracé'))
})

test.each([
  ['short', 'Use at least 10 characters.'],
  ['ünïcödé!!', 'Use at least 10 characters.'],
  ['a'.repeat(201), 'Use at most 200 characters.'],
  ['grace nakato', 'The password must not be the name.'],
  ['Password123', 'Too many people use that password. Choose another.'],
  // As they are hashed (NFKC): full-width letters, accents apart from their letter, and a sign that is 18 letters.
  ['ＰＡＳＳＷＯＲＤ123', 'Too many people use that password. Choose another.'],
  ['e\u0301'.repeat(5), 'Use at least 10 characters.'],
  ['\ufdfa'.repeat(20), 'Use at most 200 characters.'],
  ['moonlight7', null],
  ['x'.repeat(200), null],
  ['cherries by moonlight', null],
])('the password %j: %s', (password, fault) => {
  const found = passwordFault(password, 'Grace Nakato', (text) => text === 'password123')
  expect(found && englishWords().tell(found)).toBe(fault)
})
