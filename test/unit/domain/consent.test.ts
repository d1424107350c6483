import { describe, expect, it } from 'vitest'
import {
  type Circumstances,
  type Disclosure,
  decide,
  type Grant,
  grantStatus,
  happenedAt,
  type Objection,
  onBoth,
  windowCovers,
} from '../../../src/domain/consent.ts'
import { EXEMPT_FROM_OBJECTION, LAWFUL_BASES } from '../../../src/domain/shapes.ts'
import { DAY_MS } from '../../../src/domain/time.ts'
import { typeCode, typeMask } from '../../../src/domain/types/index.ts'

/** The decision on one read (contract §7, §20). Parties below ten are persons. */

const NOW = 1_000 * DAY_MS
const [ANNA, BEN, COOP, TRADER, LENDER, AGENT] = [1, 2, 11, 12, 13, 14] as const

const grant: Grant = {
  ...{ seq: 1, types: typeMask(['delivery']), validFrom: NOW - 1, expiresAt: NOW + 1, endedAt: null },
  ...{ keepUntil: null, occurredFrom: null, occurredTo: null },
}
const objection: Objection = { purposes: null, types: null, endedAt: null }

const read: Disclosure = {
  ...{ requester: LENDER, purpose: 'credit', typeCode: typeCode('delivery'), basis: 'consent' },
  ...{ happened: { fromMs: 500, toMs: 500 }, asserter: TRADER, assertedFor: null, subjects: [ANNA] },
  ...{ subjectsResolved: true, receivedLot: false },
}

interface Given {
  readonly grants?: Readonly<Record<number, readonly Grant[]>>
  readonly objections?: Readonly<Record<number, readonly Objection[]>>
}

/** Grants of these parties, and no others. */
const by = (...parties: readonly number[]): Given => ({
  grants: Object.fromEntries(parties.map((party) => [party, [grant]])),
})
const given = ({ grants = { [ANNA]: [grant] }, objections = {} }: Given): Circumstances => ({
  isNaturalPerson: (party) => party < 10,
  grantsFrom: (subject) => grants[subject] ?? [],
  objectionsOf: (subject) => objections[subject] ?? [],
  nowMs: NOW,
})
const outcome = (question: Partial<Disclosure>, facts: Given = {}) => {
  const decision = decide({ ...read, ...question }, given(facts))
  return decision.disclose ? (decision.own ? 'own' : 'granted') : decision.reason
}
const byGrant = (more: Partial<Grant>) => outcome({}, { grants: { [ANNA]: [{ ...grant, ...more }] } })
const against = (more: Partial<Objection>, question: Partial<Disclosure> = {}) =>
  outcome(question, { objections: { [ANNA]: [{ ...objection, ...more }] } })

describe('its own records', () => {
  it.each<[string, Partial<Disclosure>]>([
    ['the asserter', { asserter: LENDER }],
    ['whom it was asserted for', { assertedFor: LENDER }],
    ['the only subject', { subjects: [LENDER] }],
    ['the last of several subjects', { subjects: [ANNA, LENDER] }],
    ['whoever received the lot', { receivedLot: true }],
    ['a subject while others are unknown', { subjects: [LENDER], subjectsResolved: false }],
  ])('%s reads without a grant, and against any objection', (_, question) => {
    expect(outcome(question, { grants: {}, objections: { [ANNA]: [objection] } })).toBe('own')
  })
})

describe('who must have granted', () => {
  const both = { subjects: [ANNA, BEN] }

  it.each<[string, Partial<Disclosure>, Given, string]>([
    ['nobody has', {}, by(), 'no_grant'],
    ['each of two persons', both, by(ANNA, BEN), 'granted'],
    ['only the first of two persons', both, {}, 'no_grant'],
    ['only the second of two persons', both, by(BEN), 'no_grant'],
    ['the person, beside an organisation', { subjects: [ANNA, COOP] }, {}, 'granted'],
    ['the organisation, beside a person', { subjects: [ANNA, COOP] }, by(COOP), 'no_grant'],
    ['each of two organisations', { subjects: [COOP, AGENT] }, by(COOP, AGENT), 'granted'],
    ['only one of two organisations', { subjects: [COOP, AGENT] }, by(COOP), 'no_grant'],
    ['an organisation alone, and did not', { subjects: [COOP] }, by(), 'no_grant'],
    ['the known subjects, but others are unknown', { subjectsResolved: false }, {}, 'subject_unresolved'],
    ['no subject is there', { subjects: [] }, {}, 'subject_unresolved'],
  ])('%s', (_, question, facts, expected) => {
    expect(outcome(question, facts)).toBe(expected)
  })
})

describe('what a grant opens', () => {
  it.each<[string, Partial<Grant>, string]>([
    ['begins now', { validFrom: NOW }, 'granted'],
    ['begins later', { validFrom: NOW + 1 }, 'no_grant'],
    ['expires now', { expiresAt: NOW }, 'no_grant'],
    ['was revoked', { endedAt: NOW - 1 }, 'no_grant'],
    ['is over other types', { types: typeMask(['payment', 'lot']) }, 'no_grant'],
    ['has a window that begins with it', { occurredFrom: 500 }, 'granted'],
    ['has a window that begins after it', { occurredFrom: 501 }, 'no_grant'],
    ['has a window that ends after it', { occurredTo: 501 }, 'granted'],
    ['has a window that ends with it', { occurredTo: 500 }, 'no_grant'],
  ])('one that %s', (_, more, expected) => {
    expect(byGrant(more)).toBe(expected)
  })

  it('is a party and a plot, whenever they were stated', () => {
    const window = { occurredFrom: 10, occurredTo: 20 }
    for (const type of ['party', 'plot'] as const)
      expect(windowCovers(window, happenedAt(type, 30))).toBe(true)
    expect(windowCovers(window, happenedAt('harvest', 30))).toBe(false)
  })

  it('may be kept as long as the longest of one subject, and the shortest of several, allows', () => {
    const kept = (...times: (number | null)[]) =>
      times.map((keepUntil, seq) => ({ ...grant, seq, keepUntil }))
    const until = (grants: Readonly<Record<number, readonly Grant[]>>) =>
      decide({ ...read, subjects: [ANNA, BEN] }, given({ grants }))
    expect(until({ [ANNA]: kept(7, 9), [BEN]: kept(null) })).toMatchObject({ keepUntil: 9, grants: [1, 0] })
    expect(until({ [ANNA]: kept(9), [BEN]: kept(8, 4) })).toMatchObject({ keepUntil: 8 })
    const ever = { keepUntil: null, grants: [1, 0] }
    expect(until({ [ANNA]: kept(5, null), [BEN]: kept(null) })).toMatchObject(ever)
  })

  it('beside one on payments allows both for the shorter time, and each grant is named once', () => {
    const shown = (keepUntil: number | null, ...grants: number[]) =>
      ({ disclose: true, own: false, grants, keepUntil }) as const
    expect(onBoth(shown(9, 1, 2), shown(5, 2, 3))).toEqual({ grants: [1, 2, 3], keepUntil: 5 })
    expect(onBoth(shown(5, 1), shown(9, 1))).toEqual({ grants: [1], keepUntil: 5 })
    expect(onBoth(shown(null, 1), shown(9, 2))).toEqual({ grants: [1, 2], keepUntil: 9 })
  })
})

describe('what an objection stops', () => {
  it.each<[string, Partial<Objection>, string]>([
    ['to everything', {}, 'objection'],
    ['to this purpose among others', { purposes: ['research', 'credit'] }, 'objection'],
    ['to another purpose', { purposes: ['research'] }, 'granted'],
    ['to this type', { types: typeMask(['delivery']) }, 'objection'],
    ['to another type', { types: typeMask(['payment']) }, 'granted'],
    ['that was withdrawn', { endedAt: NOW - 1 }, 'granted'],
  ])('one %s', (_, more, expected) => {
    expect(against(more)).toBe(expected)
  })

  it.each(LAWFUL_BASES)('nothing on an exempt ground, but what is held on others: %s', (basis) => {
    expect(against({}, { basis })).toBe(EXEMPT_FROM_OBJECTION.has(basis) ? 'granted' : 'objection')
  })

  it('nothing on these grounds alone', () => {
    expect([...EXEMPT_FROM_OBJECTION].sort().join(' ')).toBe(
      'contract_performance law_enforcement legal_obligation medical national_security',
    )
  })

  it('if any one of those who decide objects, and nobody else', () => {
    const grants = { [ANNA]: [grant], [BEN]: [grant] }
    const objecting = (party: number) =>
      outcome({ subjects: [ANNA, BEN, COOP] }, { grants, objections: { [party]: [objection] } })
    expect([ANNA, BEN, COOP].map(objecting)).toEqual(['objection', 'objection', 'granted'])
  })

  it('among others that do not reach it', () => {
    const objections = { [ANNA]: [{ ...objection, purposes: ['research'] }, objection] }
    expect(outcome({}, { objections })).toBe('objection')
  })
})

it('a grant ends soon from thirty days before its end on', () => {
  const until = (days: number, more = 0) =>
    grantStatus({ ...grant, expiresAt: NOW + days * DAY_MS + more }, NOW)
  expect([until(31), until(30, 1), until(30), until(0, 1), until(0)].join(' ')).toBe(
    'live live ends_soon ends_soon expired',
  )
  expect(grantStatus({ ...grant, validFrom: NOW + 1 }, NOW)).toBe('to_come')
  expect(grantStatus({ ...grant, endedAt: NOW, validFrom: NOW + 1 }, NOW)).toBe('revoked')
})
