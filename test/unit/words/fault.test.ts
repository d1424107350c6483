import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { OperatorFault } from '../../../src/words/fault.ts'
import { languageOf } from '../../../src/words/language.ts'
import { type Message, message } from '../../../src/words/message.ts'
import { nounMessage } from '../../../src/words/party-name.ts'
import { wordsIn } from '../../../src/words/words.ts'

const wordsOf = (code: string) => wordsIn(must(languageOf(code)), 'Africa/Kampala')
const inEach = (fault: OperatorFault) => ['en', 'sw', 'fr'].map((code) => fault.toldIn(wordsOf(code)))

describe('a fault', () => {
  const fault = () =>
    new OperatorFault(message('staff.unknown', { name: 'Ann' }), message('staff.unknown.remedy'))

  test('is an Error whose message is English', () => {
    expect(fault().message).toBe('There is no account with the name Ann.')
    expect(fault().remedy).toBe('List them with: granary staff list')
    expect(String(fault())).toBe('OperatorFault: There is no account with the name Ann.')
    expect(fault().stack).toContain('fault.test.ts')
    expect(() => {
      throw fault()
    }).toThrow('There is no account with the name Ann.')
  })
  test('formats no text until somebody is told', () => {
    const unknown = new OperatorFault({ key: 'no.such.key' } as unknown as Message, '')
    expect(unknown.exitCode).toBe(1)
    expect(unknown instanceof Error).toBe(true)
    expect(() => unknown.message).toThrow()
  })
  test('is told in the language of its reader', () => {
    expect(inEach(fault())).toEqual([
      'There is no account with the name Ann. List them with: granary staff list',
      'Hakuna akaunti yenye jina Ann. Ziorodheshe kwa: granary staff list',
      'Il n’y a pas de compte au nom de Ann. Affichez-les avec\u00a0: granary staff list',
    ])
  })
  test('says by whose word a name in it is', () => {
    const taken = (name: string | null, by: 'cooperative' | 'itself' | null) =>
      new OperatorFault(
        message('party.numberTaken', {
          number: '12',
          party: nounMessage({ name, by, kind: 'person', memberNo: '12' }),
        }),
        '',
      )
    expect(inEach(taken('Ann', 'cooperative'))).toEqual([
      'Member number 12 belongs to Ann already.',
      'Namba ya uanachama 12 tayari ni ya Ann.',
      'Le numéro de membre 12 est déjà attribué à Ann.',
    ])
    expect(taken('Ann', 'itself').message).toBe(
      'Member number 12 belongs to a party that calls itself "Ann" already.',
    )
    expect(taken(null, null).message).toBe(
      'Member number 12 belongs to a party without a recorded name already.',
    )
  })
})
