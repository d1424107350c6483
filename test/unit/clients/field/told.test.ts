/// <reference path="../../../../src/clients/field/page/field-words.d.ts" />
import { describe, expect, test } from 'vitest'
import type { Engine, Says } from '../../../../src/clients/field/engine/engine.ts'
import { apart, nameOf, told } from '../../../../src/clients/field/page/told.ts'
import type { Words } from '../../../../src/clients/field/page/words.ts'
import { part } from '../../../support/field/part.ts'

/** A record in words: nothing that a member confirms stays unsaid, and what tells versions apart is seen. */

const NAMES: Record<string, object> = {
  grace: { party: 'grace', name: 'Grace Nakato', number: 'M-1' },
  false: { party: 'false', name: 'Grace Nakato · M-1', number: 'M-2' },
  bullet: { party: 'bullet', name: 'Grace Nakato • M-1' },
}
const RECORDS: Record<string, Says> = {
  'lot-1': part({ type: 'lot', crop: 'coffee', quantity: { value: 40, unit: 'kg' } }),
  'delivery-1': part({ type: 'delivery', quantity: { value: 7, unit: 'kg' } }),
}
const engine = {
  party: 'coop',
  members: { of: (party: string) => NAMES[party] },
  registry: { units: [], crops: [], regions: { 'UG-1': 'Mbale' } },
  ofId: (id: string) => RECORDS[id],
  plotNames: new Map([['plot-1', 'Upper field']]),
} as unknown as Engine
const words = {
  say: (key: string, values?: object) =>
    values === undefined ? key : `${key} ${Object.values(values).join(' ')}`,
  amount: String,
  kg: String,
  time: (ms: number) => new Date(ms).toISOString(),
  day: (ms: number) => new Date(ms).toISOString().slice(0, 10),
} as unknown as Words

const delivery = (more: object = {}): Says =>
  part({
    ...{ type: 'delivery', from_party: 'grace', to_party: 'coop', occurred_at: '2026-03-01T08:00:00.000Z' },
    ...{ quantity: { value: 56.5, unit: 'kg' } },
    ...more,
  })
const linesOf = (record: Says, reader?: 'other') =>
  Object.fromEntries(told(record, engine, words, reader).lines)

describe('a record in words', () => {
  test('says the price, the lot, the plots and the obligation of a delivery', () => {
    const more = {
      agreed_price: { amount_minor: 12_550, currency: 'KES' },
      ...{ lot_id: 'lot-1', plot_ids: ['plot-1', 'plot-unknown'], obligation_id: 'obligation-12345678' },
    }
    expect(linesOf(delivery(more))).toMatchObject({
      'field.told.price': '125.5 KES',
      'field.label.lot': 'coffee · 40 kg',
      'field.told.plots': 'Upper field, -unknown',
      'field.told.obligation': '12345678',
    })
    expect(linesOf(delivery({ lot_id: 'lot-of-others' }))['field.label.lot']).toBe('f-others')
  })

  test('says what a payment pays for, and its direction to the phone’s party alone', () => {
    const payment = part({
      ...{ type: 'payment', payer: 'coop', payee: 'grace', amount: { amount_minor: 900, currency: 'UGX' } },
      settles: [{ record_id: 'delivery-1', amount_minor: 900 }],
    })
    expect(linesOf(payment)).toEqual({
      'field.label.direction': 'field.direction out',
      'field.told.settles': '7 kg: 900 UGX',
    })
    expect(linesOf(payment, 'other')).toEqual({ 'field.told.settles': '7 kg: 900 UGX' })
  })

  test('says where a member lives and where a plot is', () => {
    expect(linesOf(part({ type: 'party', display_name: 'Okello', region: 'UG-1' }))).toEqual({
      'field.label.region': 'Mbale',
    })
    expect(linesOf(part({ type: 'plot', holder: 'grace', country: 'UG' }))).toEqual({
      'field.label.country': 'UG',
    })
  })

  test('no name looks as if it had another number', () => {
    expect(['grace', 'false', 'bullet'].map((party) => nameOf(engine, party))).toEqual([
      'Grace Nakato · M-1',
      'Grace Nakato - M-1 · M-2',
      'Grace Nakato - M-1',
    ])
  })
})

describe('what tells versions apart', () => {
  const between = (...more: object[]) => apart(more.map(delivery), engine, words)

  test('the figure alone', () => {
    expect(between({}, { quantity: { value: 50, unit: 'kg' } })).toEqual({
      differ: 'shown',
      isFigureSame: false,
      versions: [
        { figure: '56.5 kg', lines: [] },
        { figure: '50 kg', lines: [] },
      ],
    })
  })

  test('the member in one, and the day in the other', () => {
    const { differ, versions, isFigureSame } = between(
      { from_party: 'false' },
      { occurred_at: '2026-02-11T08:00:00.000Z', note: 'Late' },
    )
    expect([differ, isFigureSame]).toEqual(['shown', true])
    expect(versions.map(({ lines }) => lines)).toEqual([
      [
        ['field.label.member', 'Grace Nakato - M-1 · M-2'],
        ['field.label.when', '2026-03-01T08:00:00.000Z'],
        ['field.label.note', '–'],
      ],
      [
        ['field.label.member', 'Grace Nakato · M-1'],
        ['field.label.when', '2026-02-11T08:00:00.000Z'],
        ['field.label.note', 'Late'],
      ],
    ])
  })

  test('nothing, or something that is not shown', () => {
    const service = { id: 'b', supersedes: 'a', recorded_at: '2026-03-02', derived: { standing: 'tip' } }
    expect(between({}, service).differ).toBe('same')
    expect(between({}, { measurement_method: 'estimated' }).differ).toBe('other')
    expect(between({ label: { a: 1, b: 2 } }, { label: { b: 2, a: 1 } }).differ).toBe('same')
  })

  test('a telephone number of a member', () => {
    const member = (phone: string) => part({ type: 'party', display_name: 'Sarah Apio', phone })
    expect(apart([member('+256700'), member('+256701')], engine, words).versions[1]).toEqual({
      figure: '',
      lines: [['field.told.phone', '+256701']],
    })
  })
})
