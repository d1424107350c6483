import { describe, expect, test } from 'vitest'
import { BadPage, consentOf, idsOf, jsonIn, openUntil, rowOf } from '../../../../src/clients/union/rows.ts'

/** What a page holds, as rows. */

const id = (n: number) => `019f0d75-0280-7eff-81e7-${String(n).padStart(12, '0')}`
const delivery = {
  id: id(1),
  type: 'delivery',
  occurred_at: '2026-06-28T07:15:00.000Z',
  received_at: '2026-06-28T08:00:00.000Z',
  asserted_by: id(3),
  from_party: id(4),
  to_party: id(3),
  crop: 'coffee_arabica_fresh_cherry',
  quantity: { value: 2, unit: 'bag' },
  agreed_price: { amount_minor: 5_000_000, currency: 'UGX' },
  derived: { standing: 'tip', kg: 120, flags: [], keep_until: '2026-12-31T21:00:00Z' },
}
const changed = (more: object) => ({ ...delivery, ...more })

describe('a record', () => {
  test('becomes a row with what reports need', () => {
    expect(rowOf(delivery)).toEqual({
      id: id(1),
      type: 'delivery',
      occurred_at: '2026-06-28T07:15:00.000Z',
      received_at: '2026-06-28T08:00:00.000Z',
      crop: 'coffee_arabica_fresh_cherry',
      kg: 120,
      currency: 'UGX',
      amount_minor: 5_000_000,
      subjects: [id(3), id(4)],
      subjectsOf: null,
      asserters: [id(3)],
      standing: 'tip',
      keep_until: '2026-12-31T21:00:00.000Z',
      body: JSON.stringify(delivery),
    })
  })
  test('has the money of its type: paid, owed, or none', () => {
    const money = { amount_minor: 7, currency: 'KES' }
    const of = (record: object) => {
      const { currency, amount_minor } = rowOf(record)
      return [currency, amount_minor]
    }
    expect(of(changed({ type: 'payment', payer: id(3), payee: id(4), amount: money }))).toEqual(['KES', 7])
    expect(of(changed({ type: 'obligation', obligor: id(3), obligee: id(4), amount: money }))).toEqual([
      'KES',
      7,
    ])
    expect(of(changed({ type: 'harvest', producer: id(4), amount: money }))).toEqual([null, null])
    for (const wrong of [
      { amount_minor: 1.5, currency: 'KES' },
      { amount_minor: 1, currency: 'shilling' },
      7,
    ])
      expect(of(changed({ agreed_price: wrong }))).toEqual([null, null])
  })
  test('names the record whose subjects it has', () => {
    const confirmation = changed({ type: 'delivery_confirmation', delivery_id: id(1) })
    expect(rowOf(confirmation)).toMatchObject({ subjects: [], subjectsOf: id(1) })
    expect(rowOf(changed({ type: 'loss', lot_id: id(9) }))).toMatchObject({ subjectsOf: id(9) })
  })
  test('of a type or with members that nobody knows yet is stored as it came', () => {
    const later = changed({ type: 'moisture_test', moisture: { percent: 11.5 } })
    expect(rowOf(later)).toMatchObject({ type: 'moisture_test', subjects: [], currency: null })
    expect(JSON.parse(rowOf(later).body)).toEqual(later)
  })
  test('with text that no database stores keeps the rest of it', () => {
    const { body } = rowOf(changed({ note: 'a\u0000b \\u0000 \ud800 \\\\ \u00e9 "' }))
    expect(JSON.parse(body).note).toBe('a\ufffdb \\u0000 \ufffd \\\\ \u00e9 "')
    expect(body).not.toMatch(/[^\\]\\u(0000|d800)/)
  })
  test('has kilograms only where they are a number that a harvest may have', () => {
    const of = (kg: unknown) => rowOf(changed({ derived: { standing: 'tip', kg } })).kg
    expect([0, 0.5, 1e15].map(of)).toEqual([0, 0.5, 1e15])
    expect([-1, -0.001, 1e16, Infinity, -Infinity, NaN, '7', null].map(of)).toEqual(Array(8).fill(null))
  })
  test('without the shape of the contract is refused', () => {
    for (const wrong of [
      null,
      [],
      'text',
      changed({ id: 'x' }),
      changed({ type: 'A; DROP TABLE record' }),
      changed({ occurred_at: 'yesterday' }),
      changed({ received_at: null }),
      changed({ derived: null }),
      changed({ derived: { standing: 'tip', keep_until: 'soon' } }),
    ])
      expect(() => rowOf(wrong)).toThrow(BadPage)
  })
  test('whose parties are none has no subjects', () => {
    expect(rowOf(changed({ from_party: 7, to_party: null })).subjects).toEqual([])
    expect(rowOf({ ...changed({ type: 'loss' }), lot_id: {} }).subjectsOf).toBeNull()
  })
})

test('JSON that is deeper than any record is refused before a database reads it', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(() => jsonIn(deep(35))).not.toThrow()
  for (const levels of [100, 1_001, 1_000_000]) expect(() => jsonIn(deep(levels))).toThrow(BadPage)
})

describe('a consent', () => {
  const grant = {
    id: id(20),
    subject: id(4),
    grantee: id(8),
    purpose: 'reporting',
    record_types: ['delivery'],
    valid_from: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-12-31T21:00:00.000Z',
    revoked_at: null,
  }
  const NOW = '2026-02-01T00:00:00.000Z'
  const consent = (more: object = {}) => consentOf({ ...grant, ...more })
  test('ends when it expires, or when it was revoked before', () => {
    expect(consent().ends_at).toBe('2026-12-31T21:00:00.000Z')
    expect(consent({ revoked_at: '2026-03-01T00:00:00Z' }).ends_at).toBe('2026-03-01T00:00:00.000Z')
    expect(consent({ revoked_at: '2027-03-01T00:00:00Z' }).ends_at).toBe('2026-12-31T21:00:00.000Z')
  })
  test('without the shape of the contract is refused', () => {
    for (const wrong of [{ subject: 'x' }, { record_types: 'delivery' }, { expires_at: null }])
      expect(() => consent(wrong)).toThrow(BadPage)
    expect(() => idsOf([id(1), 'x'])).toThrow(BadPage)
    expect(idsOf([id(1)])).toEqual([id(1)])
  })
  test('opens records of its subject, type and window until it ends; the last one counts', () => {
    const row = rowOf(delivery)
    const until = (...some: ReturnType<typeof consent>[]) => openUntil(row, some, NOW)
    expect(until()).toBeNull()
    expect(until(consent({ subject: id(5) }))).toBeNull()
    expect(until(consent({ record_types: ['harvest'] }))).toBeNull()
    expect(until(consent({ occurred_from: '2026-06-29T00:00:00Z' }))).toBeNull()
    expect(until(consent({ occurred_to: '2026-06-28T07:15:00Z' }))).toBeNull()
    expect(until(consent({ occurred_from: '2026-06-28T07:15:00Z' }))).toBe('2026-12-31T21:00:00.000Z')
    const revoked = consent({ revoked_at: '2026-03-01T00:00:00Z' })
    expect(until(revoked)).toBe('2026-03-01T00:00:00.000Z')
    expect(until(revoked, consent({ id: id(21) }))).toBe('2026-12-31T21:00:00.000Z')
  })
  test('opens what several people are subjects of until the first of them ends', () => {
    const row = { ...rowOf(delivery), subjects: [id(4), id(5), id(6)] }
    const short = consent({ id: id(21), subject: id(5), revoked_at: '2026-03-01T00:00:00Z' })
    const longer = consent({ id: id(22), subject: id(5), expires_at: '2026-05-01T00:00:00Z' })
    expect(openUntil(row, [consent(), short], NOW)).toBe('2026-03-01T00:00:00.000Z')
    expect(openUntil(row, [consent(), longer, short], NOW)).toBe('2026-05-01T00:00:00.000Z')
    // Whose it is, is not known: the consent of anybody may open it.
    expect(openUntil({ ...row, subjects: [] }, [consent(), short], NOW)).toBe('2026-12-31T21:00:00.000Z')
  })
  test('is renewed without a gap, or its records close at the gap, until that has passed', () => {
    const row = rowOf(delivery)
    const january = consent({ revoked_at: '2026-02-10T00:00:00Z' })
    const from = (day: string) => consent({ id: id(21), valid_from: day, expires_at: '2026-06-01T00:00:00Z' })
    const later = from('2026-03-01T00:00:00Z')
    const until = (some: ReturnType<typeof consent>[], now = NOW) => openUntil(row, some, now)
    expect(until([later, january])).toBe('2026-02-10T00:00:00.000Z')
    expect(until([later, january], '2026-02-20T00:00:00.000Z')).toBe('2026-02-10T00:00:00.000Z')
    expect(until([later, january], '2026-03-01T00:00:00.000Z')).toBe('2026-06-01T00:00:00.000Z')
    expect(until([from('2026-02-10T00:00:00Z'), january])).toBe('2026-06-01T00:00:00.000Z')
    // By a clock that is behind, the first seems to begin later.
    expect(until([later])).toBe('2026-06-01T00:00:00.000Z')
  })
  test('closes nothing that is the reader’s own, and any of them may open what has unknown subjects', () => {
    const consents = [consent()]
    expect(openUntil({ ...rowOf(delivery), asserters: [id(8)] }, consents, NOW)).toBeNull()
    expect(openUntil({ ...rowOf(delivery), subjects: [id(8)] }, consents, NOW)).toBeNull()
    expect(openUntil({ ...rowOf(delivery), subjects: [] }, consents, NOW)).toBe('2026-12-31T21:00:00.000Z')
  })
  test('has no window for who somebody is and where they farm', () => {
    const windowed = consent({ record_types: ['plot'], occurred_from: '2027-01-01T00:00:00Z' })
    const plot = rowOf({ ...delivery, type: 'plot', holder: id(4), from_party: id(4) })
    expect(openUntil({ ...plot, subjects: [id(4)] }, [windowed], NOW)).toBe('2026-12-31T21:00:00.000Z')
  })
})
