import { describe, expect, test } from 'vitest'
import { isLenderOrBuyer, mayBeNamed, partyFacts } from '../../../src/domain/party.ts'
import type { PartyKind } from '../../../src/domain/shapes.ts'
import type { BodyOf } from '../../../src/domain/types/index.ts'

const SELF = 'self'
const COOP = 'cooperative'
let made = 0

/** A tip `party` record about SELF; only those of itself and of the cooperative ever get here. */
function says(asserted_by: string, kind: PartyKind, more: object = {}): BodyOf<'party'> {
  made++
  const at = `2026-01-01T00:00:00.${String(made).padStart(3, '0')}Z`
  return {
    ...{ id: `r${made}`, type: 'party', record_class: 'observation', lawful_basis: 'consent', asserted_by },
    ...{ occurred_at: at, recorded_at: at, received_at: at },
    ...{ party: SELF, kind, display_name: `as ${asserted_by} says`, ...more },
  }
}

describe('a party is protected as a natural person unless all say that it is an organisation', () => {
  test.each<[string, () => BodyOf<'party'>[], boolean]>([
    ['nobody says anything', () => [], true],
    ['it says it is a person', () => [says(SELF, 'person')], true],
    ['it says it is unknown', () => [says(SELF, 'unknown')], true],
    ['it says it is a cooperative', () => [says(SELF, 'cooperative')], false],
    ['it says it is a business', () => [says(SELF, 'business')], false],
    ['it says it is an institution', () => [says(SELF, 'institution')], false],
    ['it says it is an agency', () => [says(SELF, 'agency')], false],
    ['the cooperative alone says business', () => [says(COOP, 'business')], false],
    ['both say organisation, of two kinds', () => [says(SELF, 'business'), says(COOP, 'agency')], false],
    ['it says person, the cooperative business', () => [says(SELF, 'person'), says(COOP, 'business')], true],
    ['it says business, the cooperative person', () => [says(SELF, 'business'), says(COOP, 'person')], true],
    ['it says business twice and unknown once', () => [says(SELF, 'business'), says(SELF, 'unknown')], true],
  ])('%s', (_name, statements, isPerson) => {
    expect(partyFacts(SELF, COOP, statements()).isNaturalPerson).toBe(isPerson)
    expect(partyFacts(SELF, COOP, statements().reverse()).isNaturalPerson).toBe(isPerson)
  })
})

describe('names and contacts', () => {
  test('the name is the cooperative’s before the party’s own, with its kind, however new the other is', () => {
    const theirs = says(COOP, 'person', { member_no: 'M-1' })
    const own = says(SELF, 'institution', { member_no: 'BANK' })
    for (const all of [
      [theirs, own],
      [own, theirs],
    ])
      expect(partyFacts(SELF, COOP, all).called).toEqual({
        ...{ name: 'as cooperative says', by: 'cooperative', kind: 'person', memberNo: 'M-1' },
      })
    expect(partyFacts(SELF, COOP, [own]).called).toEqual({
      ...{ name: 'as self says', by: 'itself', kind: 'institution', memberNo: null },
    })
    expect(partyFacts(SELF, COOP, []).called).toEqual({
      ...{ name: null, by: null, kind: 'unknown', memberNo: null },
    })
  })
  test('a statement that two are one names nobody, for it may repeat the party’s own word', () => {
    const own = says(SELF, 'institution', { display_name: 'Harvest Bank' })
    const merged = says(COOP, 'institution', { display_name: 'Harvest Bank', same_as: 'kept' })
    const facts = partyFacts(SELF, COOP, [own, merged])
    expect(facts.called).toMatchObject({ name: 'Harvest Bank', by: 'itself' })
    expect(facts).toMatchObject({ sameAs: 'kept', byCooperative: { name: null } })
  })
  test('contacts are the party’s own before the cooperative’s, however new that is', () => {
    const own = says(SELF, 'person', { phone: '+1' })
    const theirs = says(COOP, 'person', { phone: '+2', member_no: 'M-1', region: 'UG-102' })
    const facts = partyFacts(SELF, COOP, [theirs, own])
    expect(facts).toMatchObject({ phone: '+1', memberNo: 'M-1', region: 'UG-102' })
  })
  test('are the latest of the same asserter, then by id, in whatever order they arrive', () => {
    const called = (display_name: string) => says(SELF, 'person', { display_name })
    const [early, late] = [called('Old'), called('New')]
    const twin = { ...late, id: 'zz', display_name: 'Newest' }
    const nameOf = (...order: BodyOf<'party'>[]) => partyFacts(SELF, COOP, order).called.name
    expect([nameOf(early, late, twin), nameOf(twin, late, early)]).toEqual(['Newest', 'Newest'])
    expect(nameOf(late, early)).toBe('New')
  })
  test('a member number is the cooperative’s to give, whatever the party says of itself', () => {
    const claimed = says(SELF, 'person', { member_no: '0100' })
    expect(partyFacts(SELF, COOP, [claimed]).memberNo).toBeNull()
    const given = says(COOP, 'person', { member_no: '0001' })
    expect(partyFacts(SELF, COOP, [claimed, given]).memberNo).toBe('0001')
  })
  test('what the cooperative says is kept apart from the party’s own word', () => {
    const own = { display_name: 'Grace', phone: '+256772000001', region: 'UG-102' }
    const given = { display_name: 'Ben', phone: '+256772000002', region: 'UG-105', language: 'sw' }
    const statements = [says(SELF, 'person', own), says(COOP, 'person', given)]
    const { display_name: name, ...rest } = given
    expect(partyFacts(SELF, COOP, statements)).toMatchObject({
      ...{ called: { name, by: 'cooperative' }, phone: own.phone, region: own.region },
      byCooperative: { name, ...rest },
    })
    expect(partyFacts(SELF, COOP, statements.slice(0, 1)).byCooperative).toEqual({
      ...{ name: null, phone: null, region: null, language: null, messages: null, ids: [] },
    })
  })
  test('that it wants messages counts by the cooperative’s latest word alone', () => {
    const yes = says(COOP, 'person', { messages: true, occurred_at: '2026-03-01T09:00:00Z' })
    const isWanted = (...said: ReturnType<typeof says>[]) =>
      partyFacts(SELF, COOP, said).byCooperative.messages
    expect(isWanted(yes)).toBe(true)
    expect(isWanted(says(SELF, 'person', { messages: true }))).toBeNull()
    expect(isWanted(yes, says(COOP, 'person', { occurred_at: '2026-03-02T09:00:00Z' }))).toBeNull()
    const no = says(COOP, 'person', { messages: false, occurred_at: '2026-03-02T09:00:00Z' })
    expect(isWanted(yes, no)).toBe(false)
    expect(isWanted(yes, says(COOP, 'person', { occurred_at: '2026-02-02T09:00:00Z' }))).toBe(true)
  })
  test('are null where nobody says them', () => {
    const nothing = { phone: null, memberNo: null, region: null }
    for (const said of [[says(COOP, 'person')], []])
      expect(partyFacts(SELF, COOP, said)).toMatchObject(nothing)
  })
})

test.each<[string, boolean, party: string, viewer: string | null, by: readonly unknown[]]>([
  ['itself', true, 'anna', 'anna', []],
  ['the cooperative', true, COOP, 'anna', []],
  ['anyone to the cooperative', true, 'mill', COOP, []],
  ['anyone to the operator', true, 'mill', null, []],
  ['one that made itself known', true, 'mill', 'anna', ['mill']],
  ['one that the cooperative made known', true, 'mill', 'anna', [COOP]],
  ['one that the viewer alone states', false, 'mill', 'anna', ['anna']],
  ['one that a stranger states', false, 'mill', 'anna', ['bank', undefined, null]],
  ['one whose id alone is known', false, 'mill', 'anna', []],
])('a reply may name %s: %s', (_who, may, party, viewer, by) => {
  expect(mayBeNamed(party, viewer, COOP, by)).toBe(may)
})

test('before there is a cooperative, nobody makes others known', () => {
  expect(mayBeNamed('mill', 'anna', null, [null, undefined, 'anna'])).toBe(false)
})

test('only the cooperative states that two parties are one', () => {
  const [stated, claimed] = [COOP, SELF].map((by) => says(by, 'person', { same_as: 'kept' })) as [
    BodyOf<'party'>,
    BodyOf<'party'>,
  ]
  expect(partyFacts('kept', COOP, [stated, stated]).duplicates).toEqual([SELF])
  expect(partyFacts('kept', COOP, [claimed]).duplicates).toEqual([])
  expect(partyFacts(SELF, COOP, [stated]).sameAs).toBe('kept')
  expect(partyFacts(SELF, COOP, [claimed]).sameAs).toBeNull()
})

test.each([
  ['an organisation', { kind: 'institution', memberNo: null }, false, true],
  ['an organisation that is a member', { kind: 'business', memberNo: '7' }, false, true],
  ['a person who may read about somebody', { kind: 'person', memberNo: null }, true, true],
  ['a member who may read about another', { kind: 'person', memberNo: '7' }, true, false],
  ['a person who may read nothing', { kind: 'person', memberNo: null }, false, false],
  ['somebody of whom no record says what they are', { kind: null, memberNo: null }, false, false],
])('whether %s is among lenders and buyers', (_who, party, holdsConsent, isOne) => {
  expect(isLenderOrBuyer(party, holdsConsent)).toBe(isOne)
})
