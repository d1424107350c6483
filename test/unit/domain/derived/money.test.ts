import { describe, expect, it } from 'vitest'
import {
  exceedsItsAmount,
  isOverpaid,
  missesOf,
  paidOf,
  unallocatedOf,
} from '../../../../src/domain/derived/money.ts'
import type { VersionOf } from '../../../../src/domain/derived/world.ts'
import { RECORD_TYPES } from '../../../../src/domain/types/index.ts'
import {
  ANNA,
  BEN,
  COOP,
  firstOf,
  hour,
  MemoryWorld,
  STRANGER,
  Story,
  type Told,
  TRADER,
} from '../../../support/world.ts'

/** What was paid of a debt, and whose word it is (contract §23). Anna owes the cooperative 100, unless told otherwise. */

const UGX = (amount_minor: number, currency = 'UGX') => ({ amount_minor, currency })
type Tell = (s: Story, debt: string) => unknown

const debtOf = (s: Story, members: object = {}, told: Told = {}) =>
  s.obligation(
    ANNA,
    COOP,
    { kind: 'repay_loan', crop: undefined, quantity: undefined, amount: UGX(100), ...members },
    told,
  )

const paying = (s: Story, debt: string, members: object = {}, told: Told = {}) =>
  s.record(
    'payment',
    COOP,
    {
      ...{ payer: ANNA, payee: COOP, amount: UGX(30), method: 'cash', purpose: 'repayment' },
      ...{ ...settling([debt, 30]), ...members },
    },
    told,
  )
const settling = (...parts: readonly (readonly [id: string, amount: number])[]) => ({
  settles: parts.map(([record_id, amount_minor]) => ({ record_id, amount_minor })),
})
const confirming = (s: Story, payment: string, by: string, members: object = {}, told: Told = {}) =>
  s.record('payment_confirmation', by, { payment_id: payment, channel: 'in_person', ...members }, told)
const agreeing = (s: Story, debt: string, by: string, members: object = {}, told: Told = {}) =>
  s.record('obligation_confirmation', by, { obligation_id: debt, channel: 'in_person', ...members }, told)

/** The world that a story tells, in which mandates end at the fiftieth hour. */
const worldOf = (s: Story) =>
  new MemoryWorld(s.bodies, { mandate: RECORD_TYPES }, COOP, { mandate: Date.parse(hour(50)) })
const DISMISSED = { at: 60 }

function paid(tell: Tell, members: object = {}, told: Told = {}) {
  const s = new Story()
  const debt = debtOf(s, members, told)
  tell(s, debt)
  const world = worldOf(s)
  return paidOf(world, world.version(debt))
}

describe('what a payment counts as', () => {
  const nothing = {
    acknowledged_minor: 0,
    on_paper_minor: 0,
    claimed_minor: 0,
    remaining_minor: 100,
    payments: 0,
  }
  const ACKNOWLEDGED = { acknowledged_minor: 30, remaining_minor: 70, payments: 1 }
  const CLAIMED = { claimed_minor: 30, payments: 1 }
  const SIGNED = { on_paper_minor: 30, remaining_minor: 70, payments: 1 }
  const BY_DELEGATE = { ...ACKNOWLEDGED, isByDelegate: true }
  const LEFT_OUT = { incomplete: true }

  const stated =
    (told: Told, then: (s: Story, payment: string) => unknown = () => 0): Tell =>
    (s, debt) =>
      then(s, paying(s, debt, {}, told))
  const changed = (members: object) => (s: Story, debt: string) => paying(s, debt, members)
  const confirmed = (s: Story, payment: string) => confirming(s, payment, COOP)
  const signed = (s: Story, payment: string) =>
    confirming(s, payment, COOP, { signed_by: COOP }, { by: TRADER })
  const byAnna = { by: ANNA }

  it.each<[string, Tell, object]>([
    ['nothing at first', () => 0, {}],
    ['stated by the creditor', stated({}), ACKNOWLEDGED],
    ['stated by the debtor alone', stated(byAnna), CLAIMED],
    ['stated by the debtor, confirmed', stated(byAnna, confirmed), ACKNOWLEDGED],
    ['stated by the debtor, signed for on paper', stated(byAnna, signed), SIGNED],
    ['signed for and confirmed', stated(byAnna, (s, id) => [signed(s, id), confirmed(s, id)]), ACKNOWLEDGED],
    ['confirmed, and that retracted', stated(byAnna, (s, id) => s.retract(confirmed(s, id))), CLAIMED],
    ['confirmed, and then corrected', stated(byAnna, (s, id) => [confirmed(s, id), s.correct(id)]), CLAIMED],
    ['stated by the creditor’s delegate', stated({ by: TRADER, for: COOP }), BY_DELEGATE],
    ['stated by a dismissed delegate', stated({ by: TRADER, for: COOP, ...DISMISSED }), CLAIMED],
    ['stated by a stranger', stated({ by: STRANGER }), {}],
    ['stated by a stranger, and confirmed', stated({ by: STRANGER }, confirmed), {}],
    ['from the creditor to the debtor', changed({ payer: COOP, payee: ANNA }), LEFT_OUT],
    ['to another party', changed({ payee: BEN }), LEFT_OUT],
    ['in another currency', changed({ amount: UGX(30, 'KES') }), LEFT_OUT],
    ['retracted', stated({}, (s, id) => s.retract(id)), {}],
    ['forked', stated({}, (s, id) => [s.correct(id), s.correct(id)]), { forked: 1, incomplete: true }],
    ['in two parts', (s, debt) => paying(s, debt, settling([debt, 10], [debt, 20])), ACKNOWLEDGED],
    ['naming an older version', (s, debt) => paying(s, firstOf(debt, s.correct(debt))), ACKNOWLEDGED],
  ])('%s', (_, tell, expected) => {
    const whole = { forked: 0, incomplete: false, isByDelegate: false }
    expect(paid(tell)).toMatchObject({ ...nothing, ...whole, ...expected })
  })

  it('shows when the newest was made, how exactly that is known, and which it is', () => {
    const found = paid((s, debt) => {
      paying(s, debt, { occurred_at_precision: 'month' }, { at: 9 })
      paying(s, debt, {}, { at: 7, by: ANNA })
    })
    expect(found).toMatchObject({
      last_paid_at: hour(9),
      last_paid_at_precision: 'month',
      payments: 2,
      acknowledged_minor: 30,
      claimed_minor: 30,
    })
  })

  it('is too much only beyond what was owed', () => {
    const of = (amount: number) => paid((s, debt) => paying(s, debt, settling([debt, amount])))
    const over = [99, 100, 101].map((amount) => isOverpaid(of(amount) as NonNullable<ReturnType<typeof of>>))
    expect(over).toEqual([false, false, true])
    expect(of(101)).toMatchObject({ remaining_minor: -1 })
  })

  it('is unknown where no number holds it', () => {
    const most = Number.MAX_SAFE_INTEGER
    const found = paid((s, debt) => paying(s, debt, settling([debt, most], [debt, most])))
    expect(found).toMatchObject({ acknowledged_minor: null, remaining_minor: null, incomplete: true })
  })
})

describe('whose word a debt is', () => {
  it.each<[string, Told, Tell, boolean | null]>([
    ['the debtor’s', {}, () => 0, true],
    ['the creditor’s alone', { by: COOP }, () => 0, false],
    ['the creditor’s, confirmed by the debtor', { by: COOP }, (s, debt) => agreeing(s, debt, ANNA), true],
    ['that, signed for', { by: COOP }, (s, debt) => agreeing(s, debt, COOP, { signed_by: ANNA }), true],
    ['that, confirmed by a stranger', { by: COOP }, (s, debt) => agreeing(s, debt, STRANGER), false],
    ['that, confirmed and taken back', { by: COOP }, (s, debt) => s.retract(agreeing(s, debt, ANNA)), false],
    ['a delegate’s of the debtor', { by: TRADER, for: ANNA }, () => 0, true],
    ['a dismissed delegate’s of the debtor', { by: TRADER, for: ANNA, ...DISMISSED }, () => 0, null],
    ['a dismissed delegate’s of the creditor', { by: TRADER, for: COOP, ...DISMISSED }, () => 0, null],
    [
      'the same, confirmed by the creditor',
      { by: TRADER, for: COOP, ...DISMISSED },
      (s, debt) => agreeing(s, debt, COOP, {}, { at: 61 }),
      false,
    ],
    ['a stranger’s', { by: STRANGER }, () => 0, null],
  ])('%s', (_, told, tell, agreed) => {
    expect(paid(tell, {}, told)?.agreed ?? null).toBe(agreed)
  })

  it('is none without an amount', () => {
    expect(paid(() => 0, { amount: undefined })).toBeNull()
  })

  it('of a delivery with a price, the buyer owes', () => {
    const s = new Story()
    const priced = s.delivery(ANNA, COOP, { agreed_price: UGX(50) }, { by: COOP })
    paying(s, priced, { payer: COOP, payee: ANNA }, { by: ANNA })
    const world = worldOf(s)
    expect(paidOf(world, world.version(priced))).toMatchObject({ agreed: true, acknowledged_minor: 30 })
  })
})

describe('an offset', () => {
  /** Anna owes 100, and the cooperative owes her 50; the one is set off against the other. */
  function offset(parts: readonly [number, number], members: object = {}) {
    const s = new Story()
    const owed = debtOf(s)
    const owing = s.delivery(ANNA, COOP, { agreed_price: UGX(50) }, { by: COOP })
    const both = [[owed, parts[0]] as const, [owing, parts[1]] as const].filter(([, amount]) => amount > 0)
    const id = paying(s, owed, { method: 'offset', ...settling(...both), ...members })
    const world = worldOf(s)
    const payment = world.version(id) as VersionOf<'payment'>
    const of = (debt: string) => paidOf(world, world.version(debt))
    return {
      of: [of(owed), of(owing)],
      rest: unallocatedOf(world, payment),
      isTooMuch: exceedsItsAmount(world, payment),
    }
  }

  it('counts for both sides if they are the same', () => {
    const { of, rest } = offset([30, 30])
    expect(of).toMatchObject([{ acknowledged_minor: 30 }, { claimed_minor: 30 }])
    expect(rest).toBe(0)
  })

  it.each<[string, readonly [number, number]]>([
    ['differ', [30, 20]],
    ['are one alone', [30, 0]],
  ])('counts for neither if they %s', (_, parts) => {
    const { of } = offset(parts)
    for (const one of of) expect(one).toMatchObject({ acknowledged_minor: 0, claimed_minor: 0 })
  })

  it('leaves its amount less the larger side', () => {
    expect(offset([30, 20], { amount: UGX(40) })).toMatchObject({ rest: 10, isTooMuch: false })
    expect(offset([20, 50], { amount: UGX(40) })).toMatchObject({ rest: -10, isTooMuch: true })
  })
})

describe('the parts of a payment', () => {
  it.each([29, 30, 31])('of %s exceed an amount of 30, or do not', (amount_minor) => {
    const s = new Story()
    const id = paying(s, debtOf(s), settling(['debt', amount_minor]))
    const world = worldOf(s)
    const payment = world.version(id) as VersionOf<'payment'>
    expect(exceedsItsAmount(world, payment)).toBe(amount_minor === 31)
    expect(unallocatedOf(world, payment)).toBe(30 - amount_minor)
  })

  const [back, inShillings] = [{ payer: COOP, payee: ANNA }, { amount: UGX(30, 'KES') }]
  it.each<[string, object, Told, boolean, boolean]>([
    ['count', {}, {}, false, false],
    ['are in another currency', inShillings, {}, true, true],
    ['go the wrong way', back, {}, true, false],
    ['go the wrong way in another currency', { ...back, ...inShillings }, {}, true, false],
    ['of a stranger count for nothing', {}, { by: STRANGER }, true, false],
  ])('%s', (_, members, told, not_counted, currency_differs) => {
    const s = new Story()
    const debt = debtOf(s)
    const id = paying(s, debt, members, told)
    const world = worldOf(s)
    const payment = world.version(id) as VersionOf<'payment'>
    const named = [{ target: world.version(debt) }]
    expect(missesOf(world, payment, named)).toEqual({ not_counted, currency_differs })
  })
})
