import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { compiled } from '../../../../packaging/field.ts'
import { clockAheadMs, isClockWrong, serviceMs } from '../../../../src/clients/field/rules/clock.ts'
import {
  cardOf,
  enrolmentIn,
  partyOfCard,
  scannedEnrolment,
  typedCode,
} from '../../../../src/clients/field/rules/code.ts'
import type { Entry } from '../../../../src/clients/field/rules/entry.ts'
import { HIDDEN_MS, isOverdue, pinFault } from '../../../../src/clients/field/rules/lock.ts'
import {
  type FedRecord,
  follow,
  type Member,
  MemberIndex,
  withOwn,
} from '../../../../src/clients/field/rules/members.ts'
import { type Factor, factorFor, massOf } from '../../../../src/clients/field/rules/quantities.ts'
import {
  inFiles,
  nextBatch,
  nextMost,
  pauseMs,
  reportOf,
} from '../../../../src/clients/field/rules/sending.ts'
import { filled, safeText } from '../../../../src/clients/field/rules/text.ts'
import { TYPED } from '../../../../src/domain/typed.ts'
import { catalogues } from '../../../../src/words/catalogues.ts'
import { part } from '../../../support/field/part.ts'

const CODE = 'gryenr_7k3m9q2xvw0123456789'
const ENGLISH = { group: ',', decimal: '.' }
const FRENCH = { group: ' ', decimal: ',' }
const HEX = 'ab'.repeat(32)

describe('a code', () => {
  test.each([CODE, 'GRYENR_7K3M9-Q2XVW-01234-56789', ' 7k3m9 q2xvw 01234 56789 '])(
    'is read as typed: %s',
    (text) => {
      expect(typedCode(text)).toBe(CODE)
    },
  )
  test.each(['', 'gryenr_', 'gry_abc', 'gryenr_7k3m9', `${CODE}0`, '<script>'])(
    'is not read from %s',
    (text) => {
      expect(typedCode(text)).toBeNull()
    },
  )
  test('is read from the address that was scanned, with the fingerprint', () => {
    expect(enrolmentIn(`#code=${CODE}&fingerprint=${HEX.toUpperCase()}`)).toEqual({
      code: CODE,
      fingerprint: HEX,
    })
    expect(enrolmentIn(`#code=${CODE}&fingerprint=short`)).toEqual({ code: CODE })
    expect(enrolmentIn('#other')).toBeNull()
  })
  test('of another office is known as such', () => {
    const scanned = `https://office.local/field#code=${CODE}`
    expect(scannedEnrolment(scanned, 'https://office.local')).toEqual({ code: CODE })
    expect(scannedEnrolment(scanned, 'https://other.local')).toBe('other')
    expect(scannedEnrolment('https://', 'https://other.local')).toBeNull()
  })
  test('of a member’s card names the party', () => {
    const party = '0190b5a0-0000-7000-8000-000000000001'
    expect(partyOfCard(cardOf(party))).toBe(party)
    expect(partyOfCard('granary-member:x')).toBeNull()
    expect(partyOfCard(`https://x/${cardOf(party)}`)).toBeNull()
  })
})

test.each([
  ['12345', 'short'],
  ['12345a', 'not_digits'],
  ['111111', 'simple'],
  ['123456', 'simple'],
  ['987654', 'simple'],
  ['382915', null],
])('the PIN %s: %s', (pin, fault) => {
  expect(pinFault(pin)).toBe(fault)
})

test.each([
  [null, 1e12, false],
  [1000, 1000 + HIDDEN_MS - 1, false],
  [1000, 1000 + HIDDEN_MS, true],
  [1000, 999, true],
])('a page hidden at %s is overdue at %s: %s', (hiddenAt, nowMs, isLate) => {
  expect(isOverdue(hiddenAt, nowMs)).toBe(isLate)
})

test('photographs are in files that the office can read, in their order, and none is lost', () => {
  const photographs = [10, 15, 5, 60, 1].map((megabytes, i) => ({ i, bytes: megabytes * 1_000_000 }))
  const files = inFiles(photographs)
  expect(files.map((file) => file.map(({ i }) => i))).toEqual([[0, 1], [2], [3], [4]])
  expect(inFiles([])).toEqual([])
  const many = Array.from({ length: 200 }, () => ({ bytes: 700_001 }))
  for (const file of inFiles(many)) expect(file.length * 700_001 * (4 / 3)).toBeLessThan(40_000_000)
})

describe('what is sent next', () => {
  const entry = (id: string, more: Partial<Entry> = {}, says: object = {}): Entry => ({
    key: id,
    state: 'waiting',
    record: part({ id, type: 'delivery', ...says }),
    madeAt: Number(id.slice(1)),
    mayBeSent: false,
    ...more,
  })
  const ids = (entries: readonly Entry[]) => entries.map(({ record }) => record.id)
  test('is what waits, the oldest first, large outlines last', () => {
    const large = entry('a1', {}, { outline: 'x'.repeat(5000) })
    const all = [
      entry('a3'),
      large,
      entry('a2'),
      entry('a4', { state: 'draft' }),
      entry('a5', { state: 'rejected' }),
    ]
    expect(ids(nextBatch(all))).toEqual(['a2', 'a3', 'a1'])
  })
  test('names only records that the service has', () => {
    const all = [entry('a1'), entry('a2', {}, { supersedes: 'a1' }), entry('a3', {}, { delivery_id: 'gone' })]
    expect(ids(nextBatch(all))).toEqual(['a1', 'a3'])
    expect(ids(nextBatch([entry('a1', { state: 'accepted' }), ...all.slice(1)]))).toEqual(['a2', 'a3'])
  })
  test('is a hundred at most, and one at least', () => {
    const all = Array.from({ length: 250 }, (_, i) => entry(`a${i}`))
    expect(nextBatch(all)).toHaveLength(100)
    expect(nextBatch(all, 1)).toHaveLength(1)
    expect(nextBatch([entry('a1', {}, { outline: 'x'.repeat(400_000) })])).toHaveLength(1)
  })
  test('is less after a failure, and more after a success', () => {
    expect([nextMost(100, false), nextMost(1, false), nextMost(40, true), nextMost(80, true)]).toEqual([
      50, 1, 80, 100,
    ])
  })
  test('follows after a pause that grows, and that the service can ask for', () => {
    expect([1, 2, 3, 20].map((failures) => pauseMs(failures, 0.5))).toEqual([2000, 4000, 8000, 300_000])
    expect(pauseMs(1, 0.5, 60)).toBe(60_000)
    expect(pauseMs(1, 0)).toBeLessThan(pauseMs(1, 1))
  })
})

test('the office is told what waits and since when, without what people confirmed', () => {
  const one: Entry = {
    key: 'a',
    state: 'waiting',
    record: part({ id: 'a', type: 'x' }),
    madeAt: 5000,
    mayBeSent: false,
  }
  const all: Entry[] = [
    one,
    { ...one, madeAt: 2000 },
    { ...one, state: 'rejected', madeAt: 1000 },
    { ...one, madeAt: 0, by: { party: 'grace', device: 'd' } },
  ]
  const oldest_waiting_at = '1970-01-01T00:00:02.000Z'
  expect(reportOf(all, null, 'field A')).toEqual({
    waiting: 2,
    rejected: 1,
    oldest_waiting_at,
    client: 'field A',
  })
  expect(reportOf([], { usedBytes: 1, quotaBytes: 2 }, 'field A')).toEqual({
    ...{ waiting: 0, rejected: 0, storage_used_bytes: 1, storage_quota_bytes: 2, client: 'field A' },
  })
})

test('what is kept for a while is kept by the service’s clock, whatever year the phone has', () => {
  const serviceAt = Date.parse('2026-03-01T08:00:00Z')
  for (const year of ['1970', '2026', '2040']) {
    const phoneAt = Date.parse(`${year}-01-02T00:00:00Z`)
    const ahead = clockAheadMs('Sun, 01 Mar 2026 08:00:00 GMT', phoneAt, 0)
    // The header has whole seconds.
    expect(Math.abs(serviceMs(phoneAt, ahead) - serviceAt)).toBeLessThan(1000)
  }
  expect(serviceMs(serviceAt, null)).toBe(serviceAt)
})

test('the phone’s clock is compared with the reply’s', () => {
  const date = 'Sun, 01 Mar 2026 08:00:00 GMT'
  const ms = Date.parse(date)
  expect(clockAheadMs(date, ms + 600, 200)).toBe(0)
  expect(clockAheadMs(date, ms + 3_600_500, 0)).toBe(3_600_000)
  expect(clockAheadMs(null, 0, 0)).toBeNull()
  expect(clockAheadMs('never', 0, 0)).toBeNull()
  expect([isClockWrong(null), isClockWrong(60_000), isClockWrong(-200_000)]).toEqual([false, false, true])
})

describe('members', () => {
  const own = 'coop'
  const party = (id: string, of: string, name: string, more: object = {}) =>
    part({ id, type: 'party', party: of, kind: 'person', display_name: name, asserted_by: own, ...more })
  const none = { members: new Map<string, Member>(), others: new Map() }
  const keep = () => true
  const page = (changes: FedRecord[], closed: string[] = []) => ({ changes, closed })

  test('follow the feed: the newest name, corrections, entries of one person, and what is closed', () => {
    const first = follow(
      none,
      page([party('r1', 'p1', 'Grace', { member_no: 'M-1' }), party('r2', 'p2', 'Okello')]),
      keep,
      own,
    )
    expect([...first.members.values()].map(({ name }) => name)).toEqual(['Grace', 'Okello'])
    const changes = [
      party('r3', 'p1', 'Grace N', { supersedes: 'r1' }),
      party('r4', 'p2', 'Okello', { same_as: 'p1', supersedes: 'r2' }),
    ]
    const second = follow(first, page(changes), keep, own)
    expect([...second.members.values()].map(({ name }) => name)).toEqual(['Grace N'])
    expect(follow(second, page([], ['r3']), keep, own).members.size).toBe(0)
    const back = [part({ id: 'r5', type: 'retraction', target_id: 'r3' })]
    expect(follow(second, page(back), keep, own).members.size).toBe(0)
  })
  test('are those whom the cooperative names', () => {
    const stranger = party('r1', 'p1', 'Not Grace', { asserted_by: 'p9' })
    expect(follow(none, page([stranger]), keep, own).members.size).toBe(0)
  })
  test('are also those whom this phone wrote; of what the service has, the feed says better', () => {
    const fed = { party: 'p1', record: 'r1', kind: 'person', name: 'Grace' }
    const own = (id: string, of: string, name: string, state: Entry['state']): Entry => ({
      ...{ key: id, state, record: party(id, of, name), madeAt: 1, mayBeSent: false },
    })
    const stored = [own('r2', 'p1', 'Old', 'accepted'), own('r3', 'p2', 'Amos', 'accepted')]
    expect(withOwn([fed], stored).map(({ name }) => name)).toEqual(['Grace', 'Amos'])
    expect(withOwn([fed], [own('r4', 'p1', 'New', 'waiting')]).map(({ name }) => name)).toEqual(['New'])
  })
  test('an old record that arrives late changes no name', () => {
    const first = follow(none, page([party('r2', 'p1', 'New')]), keep, own)
    const late = party('r1', 'p1', 'Old', { derived: { standing: 'superseded' } })
    expect(follow(first, page([late]), keep, own).members.get('p1')?.name).toBe('New')
  })
  test('other records stay as far as the phone wants them, until they are superseded or closed', () => {
    const lots = [
      { id: 'l1', type: 'lot' },
      { id: 'l2', type: 'lot', supersedes: 'l1' },
      { id: 'h1', type: 'harvest' },
    ].map(part)
    const first = follow(none, page(lots), ({ type }) => type === 'lot', own)
    expect([...first.others.keys()]).toEqual(['l2'])
    expect(follow(first, page([], ['l2']), keep, own).others.size).toBe(0)
  })
  test('are found by number, by beginnings of names without accents, and by place', () => {
    const all: Member[] = [
      { party: 'p1', record: 'r', kind: 'person', name: 'Amélie Ng’ang’a', number: 'M-0012', region: 'UG-1' },
      { party: 'p2', record: 'r', kind: 'person', name: 'Okello Amos', number: 'M-0120' },
      { party: 'p3', record: 'r', kind: 'person', name: 'Tamara' },
    ]
    const index = new MemberIndex(all, () => 'Mbale')
    const found = (text: string) => index.find(text).map((one) => one.party)
    expect(found('m 12')).toEqual(['p1', 'p2'])
    expect(found('12')).toEqual(['p1', 'p2'])
    expect(found('M-0120')).toEqual(['p2'])
    expect(found('am')).toEqual(['p1', 'p2', 'p3'])
    expect(found('amelie nganga')).toEqual(['p1'])
    expect(found('mbale')).toEqual(['p1'])
    expect(found('nobody')).toEqual([])
    expect(found('')).toHaveLength(3)
    expect(index.of('p3')?.name).toBe('Tamara')
  })

  test('by a number offer that number first, however it is written, then those that begin with it', () => {
    const numbers = ['1200', '120', 'KB/2026/0012', 'M-12', '12', '121', '12/A']
    const all = numbers.map((number, i) => ({
      party: number,
      record: 'r',
      kind: 'person',
      name: `A${9 - i}`,
      number,
    }))
    const index = new MemberIndex([
      ...all,
      { party: 'n', record: 'r', kind: 'person', name: '12 Street Shop' },
    ])
    expect(index.find('12').map(({ party }) => party)).toEqual([
      ...['12', 'M-12', '12/A', 'KB/2026/0012', '120', '121', '1200', 'n'],
    ])
    expect(index.find('KB/2026/0012')[0]?.party).toBe('KB/2026/0012')
    expect(index.find('0012')[0]?.party).toBe('12')
  })
})

describe('kilograms', () => {
  const row = (id: string, more: Partial<Factor> = {}): Factor => ({
    ...{ id, kind: 'measured', unit: 'debe', crop: 'coffee', factor: 12, weighings_count: 20 },
    ...more,
  })
  test('come from the strongest factor that is valid for the crop', () => {
    const rows = [
      row('assumed', { kind: 'assumed_default' }),
      row('thin', { weighings_count: 3 }),
      row('good'),
      row('old', { weighings_count: 99, valid_to: '2020-01-01T00:00:00.000Z' }),
      row('other', { weighings_count: 99, crop: 'tea' }),
      row('form', { weighings_count: 99, to_crop: 'green' }),
    ]
    expect(factorFor(rows, 'debe', 'coffee', Date.UTC(2026, 0, 1))?.id).toBe('good')
    expect(factorFor(rows, 'bag', 'coffee', 0)).toBeNull()
    expect(
      factorFor([...rows, row('new', { supersedes: 'good' })], 'debe', 'coffee', Date.UTC(2026, 0, 1))?.id,
    ).toBe('new')
  })
  test('are exact for kg, g and t, and stated with the factor for others', () => {
    expect(massOf(2, 't', null)).toEqual({ kg: 2000, members: {} })
    expect(massOf(3, 'debe', row('f', { factor: 12.1 }))).toEqual({
      kg: 36.3,
      members: { normalized_kg: 36.3, conversion_id: 'f' },
    })
    expect(massOf(3, 'debe', null)).toBeNull()
  })
  test('with two readings have both, by the signs of the language', () => {
    const twoWays = (text: string, ...ways: readonly string[]) => ({ fault: { is: 'twoWays', text, ways } })
    expect(TYPED.quantity('1,250', ENGLISH)).toEqual(twoWays('1,250', '1250', '1.250'))
    // Spaces stand between thousands alone: elsewhere a digit may be missing.
    for (const text of ['1 ,250', '12 50', '1 25'])
      expect(TYPED.quantity(text, ENGLISH)).toEqual({ fault: { is: 'none' } })
    for (const text of ['1,250', '1.250'])
      expect(TYPED.quantity(text, FRENCH)).toEqual(twoWays(text, '1250', '1,2500'))
    expect(TYPED.quantity('1,2500', FRENCH)).toEqual({ value: 1.25 })
  })
})

describe('texts', () => {
  const values = {
    minutes: 5,
    text: '1,250',
    one: '1250',
    other: '1.250',
    waiting: 1,
    rejected: 0,
    photographs: 2,
    left: 3,
    count: 21,
    at: 'now',
    state: 'draft',
    type: 'party',
    ...{ step: '1', of: '4', number: '2', percent: '40', metres: '4', most: '15', ha: '1.2' },
    ...{ crops: '3', units: '4', used: '5', id: 'x', what: 'a', who: 'b', facts: 'c', digest: 'd' },
    ...{ way: 'walk', why: 'denied', is: 'on', direction: 'in', purpose: 'loan', method: 'bank' },
    ...{ filter: 'waiting', reason: 'duplicate', name: 'Grace' },
    ...{ by: 'phone', party: 'Grace', figure: '84 kg', onto: 'newest', many: 'yes' },
    ...{ last: '62.5', kg: '625', field: 'crop' },
    ...{ time: '637 days', shown: '1 Jan 1970', seen: '28 Jun 2026', day: '28 Jun 2026' },
  }
  test.each(['en', 'sw', 'fr'])('of %s are filled as the catalogue’s own formatter fills them', (code) => {
    const { messages, locale } = catalogues[code]?.() ?? { messages: {}, locale: code }
    const plurals = new Intl.PluralRules(locale)
    const forms = { plural: (n: number) => plurals.select(n), figure: (n: number) => String(n) }
    const own = Object.entries(messages).filter(([key]) => /^(field|span)\./.test(key))
    expect(own.length).toBeGreaterThan(80)
    for (const [key, text] of own)
      expect(filled(compiled(text), values, forms), key).toBe(
        String(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(values)),
      )
  })
  test('of other people hide nothing', () => {
    expect(safeText('Grace\u202egnp\nx')).toBe('Grace[U+202E]gnp x')
    expect(safeText('Ng’ang’a नेपाल क्\u200dष')).toBe('Ng’ang’a नेपाल क्\u200dष')
  })
})
