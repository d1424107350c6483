import { expect, test } from 'vitest'
import { isFalseId, plainId } from '../../../src/domain/other-ids.ts'

/** Ids of others, with numbers that their issuers or public registers print. */

const RIGHT = [
  // GS1's own examples; LEIs of GLEIF and of Deutsche Bank.
  ['gln', '9506000111117'],
  ['gln', '4012345000009'],
  ['lei', '506700GE1G29325QX363'],
  ['lei', '7LTWFZYICNSX8D621K86'],
  // The examples of the Brazilian authority; the number of Banco do Brasil.
  ['br_cpf', '111.444.777-35'],
  ['br_cnpj', '11.222.333/0001-81'],
  ['br_cnpj', '00.000.000/0001-91'],
  // SUNAT's and DIAN's own numbers.
  ['pe_ruc', '20131312955'],
  ['br_cnpj', '12.ABC.345/01DE-35'],
  ['co_nit', '800.197.268-4'],
  ['geoid', 'a'.repeat(64)],
] as const

test.each(RIGHT)('%s %s is right, and wrong with any one digit changed', (scheme, value) => {
  expect(isFalseId({ scheme, value })).toBe(false)
  if (scheme === 'geoid') return
  for (let at = 0; at < value.length; at++) {
    if (!/\d/.test(value[at] as string)) continue
    for (const digit of '0123456789') {
      if (digit === value[at]) continue
      const other = value.slice(0, at) + digit + value.slice(at + 1)
      // A remainder of 10 and one of 0 give the same check digit there: one change in some is not seen.
      const isKnownToMiss = ['br_cpf', 'br_cnpj', 'pe_ruc', 'co_nit'].includes(scheme)
      if (!isKnownToMiss || at === value.length - 1)
        expect(isFalseId({ scheme, value: other }), other).toBe(true)
    }
  }
})

test.each([
  ['gln', '950600011111'],
  ['gln', '950600011111x'],
  ['lei', '506700GE1G29325QX36'],
  ['lei', '506700GE1G29325QX3É3'],
  ['br_cpf', '111.111.111-11'],
  ['br_cnpj', '00.000.000/0000-00'],
  ['pe_ruc', ''],
  ['br_cnpj', '12.ABC.345/01DE-36'],
  ['co_nit', '800197268-5'],
  ['co_nit', 'CC 1020'],
  ['geoid', 'g'.repeat(64)],
])('%s %s is wrong', (scheme, value) => expect(isFalseId({ scheme, value })).toBe(true))

test('an id of a scheme that has no public check is never wrong', () => {
  for (const scheme of ['ug_nin', 'tax', 'constructor', 'toString'])
    expect(isFalseId({ scheme, value: 'CM90123456789A' })).toBe(false)
})

test('a number of Colombia without its check digit may be right, however long', () => {
  for (const value of ['800197268', '1.020.345.678', '8001972684'])
    expect(isFalseId({ scheme: 'co_nit', value })).toBe(false)
})

test('ids compare without what people write between their signs', () => {
  expect(plainId('111.444.777-35')).toBe(plainId('11144477735'))
  expect(plainId('CM 9012/3456')).toBe('cm90123456')
})
