import { expect, test } from 'vitest'
import { releaseOf } from '../../../src/domain/payment.ts'
import { paymentRows, type ReportedPayment } from '../../../src/records/report/payment-report.ts'

/** Totals of payments: nothing is added twice, mixed, or left out in silence. */

const COOP = 'coop'
const payment = (some: Partial<ReportedPayment> & { minor?: number } = {}): ReportedPayment => {
  const { minor = 100, ...rest } = some
  const parties = { payer: COOP, payee: 'grace', ...rest }
  const stated = {
    ...{ amount: { amount_minor: minor, currency: 'UGX' }, method: 'cash' as const, purpose: 'produce' },
    ...{ day: '2026-06-28', season: '2026-01-01', knownBy: null, isForked: false },
    ...{
      asserted_by: COOP,
      derived: { confirmation: null, flags: [] },
      from: parties.payer,
      to: parties.payee,
    },
    ...parties,
  }
  return { released: releaseOf(stated), ...stated }
}
const CONFIRMED = { derived: { confirmation: { independent: true }, flags: [] } }

test('what the payee recorded or confirmed is acknowledged, the rest is claimed', () => {
  const three = [{ minor: 1 }, { minor: 10, ...CONFIRMED }, { minor: 100, asserted_by: 'grace' }]
  expect(paymentRows(three.map(payment), 'purpose', COOP)).toEqual([
    {
      ...{ way: 'out', key: 'produce', currency: 'UGX', payments: 3, forked: 0 },
      ...{ acknowledged_minor: 110, on_paper_minor: 0, claimed_minor: 1 },
    },
  ])
})

test('what was signed on paper is in a sum of its own, and what a past delegate states is only claimed', () => {
  const onPaper = { derived: { confirmation: { independent: false, on_paper: true }, flags: [] } }
  const late = { asserted_by: 'agent', on_behalf_of: 'grace' }
  const flags = ['delegation_revoked_before_receipt']
  expect(
    paymentRows(
      [
        payment({ minor: 1, ...onPaper }),
        payment({ minor: 10, ...late, derived: { flags } }),
        // Either side may have confirmed it.
        payment({ minor: 100, ...late, derived: { ...CONFIRMED.derived, flags } }),
        payment({ minor: 1_000, ...late }),
        payment({ minor: 10_000, method: 'offset', ...onPaper }),
        // Once the payee recorded it, a paper adds nothing.
        payment({ minor: 100_000, asserted_by: 'grace', ...onPaper }),
      ],
      'day',
      COOP,
    ),
  ).toMatchObject([
    { way: 'out', acknowledged_minor: 101_000, on_paper_minor: 1, claimed_minor: 110 },
    { way: 'set off', acknowledged_minor: 0, on_paper_minor: 10_000, claimed_minor: 0 },
  ])
})

test('ways, currencies and keys are never added together', () => {
  const back = { payer: 'grace', payee: COOP }
  const rows = paymentRows(
    [
      payment(),
      payment(back),
      payment({ ...back, method: 'offset' }),
      payment({ amount: { amount_minor: 5, currency: 'KES' } }),
      payment({ payer: 'moses', asserted_by: 'moses', method: 'offset' }),
      payment({ payer: 'moses', payee: 'moses', asserted_by: 'moses' }),
    ],
    'member',
    COOP,
  )
  expect(rows.map(({ way, key, currency }) => [way, key, currency])).toEqual([
    ['in', 'grace', 'UGX'],
    ['out', 'grace', 'KES'],
    ['out', 'grace', 'UGX'],
    ['set off', 'grace', 'UGX'],
    ['between others', 'moses', 'UGX'],
  ])
})

test('a stranger counts for nothing, whoever confirms it; contradictions are counted, not summed', () => {
  expect(paymentRows([payment({ asserted_by: 'stranger', ...CONFIRMED })], 'day', COOP)).toEqual([])
  expect(paymentRows([payment(), payment({ isForked: true, minor: 77 })], 'day', COOP)).toMatchObject([
    { key: '2026-06-28', payments: 1, claimed_minor: 100, forked: 1 },
  ])
})

test('a date that is not known to the day is in a line of its own', () => {
  expect(paymentRows([payment({ knownBy: 'month' }), payment()], 'day', COOP)).toMatchObject([
    { key: '2026-06', known_by: 'month' },
    { key: '2026-06-28' },
  ])
})

test('a sum beyond what a number holds exactly is null', () => {
  const huge = payment({ minor: Number.MAX_SAFE_INTEGER })
  expect(paymentRows([huge, huge], 'method', COOP)).toMatchObject([
    { acknowledged_minor: 0, claimed_minor: null, payments: 2 },
  ])
})
