import { describe, expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { readConfig } from '../../../src/config/config.ts'
import { NoteFault, parseVkey } from '../../../src/domain/note.ts'
import { witnessKey } from '../../../src/domain/witness-key.ts'
import { OperatorFault, withRemedy } from '../../../src/words/fault.ts'
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
    expect(fault().remedy).toBe('List them with: granary staff list')
    expect(String(fault())).toBe('OperatorFault: There is no account with the name Ann.')
    expect(fault().stack).toContain('fault.test.ts')
  })
  test('formats no text until somebody is told', () => {
    const unknown = new OperatorFault({ key: 'no.such.key' } as unknown as Message, '')
    expect(unknown.exitCode).toBe(1)
    expect(unknown instanceof Error).toBe(true)
    expect(() => unknown.message).toThrow()
  })
  test('is told in the language of its reader', () => {
    const stale = new OperatorFault(...withRemedy('record.correctedMeanwhile'))
    expect(inEach(stale).map((text) => text.split('.')[0])).toEqual([
      'This record has been corrected meanwhile',
      'Rekodi hii imesahihishwa hapo katikati',
      'Cette fiche a été corrigée entre-temps',
    ])
  })
  test('names no command at a page, where nobody can run one', () => {
    expect(inEach(fault())).toEqual([
      'There is no account with the name Ann.',
      'Hakuna akaunti yenye jina Ann.',
      'Il n’y a pas de compte au nom de Ann.',
    ])
    const known = { onTerminal: message('party.unknown.remedy'), onPage: message('fault.findParty') }
    expect(new OperatorFault('Unknown.', known).toldIn(wordsOf('en'))).toBe(
      'Unknown. Search for them on the page Members.',
    )
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

const thrownBy = (work: () => unknown): Error => {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
const faultOf = (work: () => unknown): OperatorFault => {
  const error = thrownBy(work)
  if (error instanceof OperatorFault) return error
  throw error
}

describe('settings', () => {
  test('are found wrong one by one', () => {
    const one = faultOf(() => readConfig({}, { GRANARY_LISTEN: 'nowhere' }))
    expect(one.toldIn(wordsOf('sw'))).toMatch(
      /^Mpangilio mmoja si sahihi: GRANARY_LISTEN="nowhere" lazima iwe ADDRESS:PORT, kama vile 127\.0\.0\.1:7373/,
    )
  })
  test('are listed where several are wrong, without glue', () => {
    const two = faultOf(() => readConfig({}, { GRANARY_TLS: 'on', GRANARY_COUNTRY: 'Uganda' }))
    expect(two.message).toBe(
      'Some settings are invalid: GRANARY_TLS="on" must be auto or off; GRANARY_COUNTRY="Uganda" must be two capital letters, such as UG.',
    )
    expect(two.toldIn(wordsOf('fr'))).toContain(
      'GRANARY_TLS="on" doit être auto ou off\u00a0; GRANARY_COUNTRY="Uganda" doit être deux lettres majuscules, par exemple UG.',
    )
  })
  test('that need another are told so, and an address that is none is no surprise', () => {
    expect(faultOf(() => readConfig({}, { GRANARY_TLS_CERT: 'a.pem' })).message).toContain(
      'GRANARY_TLS_CERT and GRANARY_TLS_KEY go together',
    )
    expect(faultOf(() => readConfig({}, { GRANARY_PUBLIC_URL: 'granary' })).message).toContain(
      'GRANARY_PUBLIC_URL="granary" must begin with http:// or https://',
    )
  })
})

describe('a verifier key', () => {
  test('that is none is told in the language of its reader, by itself and within a fault', () => {
    const error = thrownBy(() => parseVkey('no key'))
    expect(error).toBeInstanceOf(NoteFault)
    expect(error.message).toBe('A verifier key is written as name+8 hexadecimal digits+base64.')
    expect(faultOf(() => witnessKey('no key')).toldIn(wordsOf('fr'))).toMatch(
      /^GRANARY_ANCHOR_PUBLISHER_KEY n’est pas une clé de vérification\u00a0: Une clé de vérification s’écrit nom/,
    )
  })
})

test.each([
  ['en', 0, 'were altered: a, b.'],
  ['en', 1, 'were altered: a, b and 1 more.'],
  ['sw', 2, 'yalibadilishwa: a, b na 2 zaidi.'],
  ['fr', 1, 'ont été modifiées\u00a0: a, b et 1 autre.'],
  ['fr', 2, 'ont été modifiées\u00a0: a, b et 2 autres.'],
] as const)('altered tables are named in %s, and %d more are counted', (code, more, end) => {
  const told = wordsOf(code).tell(message('store.altered', { file: 'granary.db', names: 'a, b', more }))
  expect(told.endsWith(end)).toBe(true)
})

test('clauses are joined by the semicolon of the language', () => {
  expect([[], ['a'], ['a', 'b', 'c']].map(wordsOf('en').clauses)).toEqual(['', 'a', 'a; b; c'])
  expect(wordsOf('fr').clauses(['a', 'b'])).toBe('a\u00a0; b')
})
