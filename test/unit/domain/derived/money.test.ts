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
      ...{ settles: [{ record_id: debt, amount_minor: 30 }], ...members },
    },
    told,
  )
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

  it.each<[string, Tell, object]>([
    ['nothing at first', () => 0, {}],
    ['stated by the creditor', (s, debt) => paying(s, debt), ACKNOWLEDGED],
    ['stated by the debtor alone', (s, debt) => paying(s, debt, {}, { by: ANNA }), CLAIMED],
    [
      'stated by the debtor, confirmed',
      (s, debt) => confirming(s, paying(s, debt, {}, { by: ANNA }), COOP),
      ACKNOWLEDGED,
    ],
    [
      'stated by the debtor, signed for on paper',
      (s, debt) =>
        confirming(s, paying(s, debt, {}, { by: ANNA }), COOP, { signed_by: COOP }, { by: TRADER }),
      SIGNED,
    ],
    [
      'signed for, and then confirmed',
      (s, debt) => {
        const payment = paying(s, debt, {}, { by: ANNA })
        confirming(s, payment, COOP, { signed_by: COOP }, { by: TRADER })
        confirming(s, payment, COOP)
      },
      ACKNOWLEDGED,
    ],
    [
      'confirmed, and the confirmation retracted',
      (s, debt) => s.retract(confirming(s, paying(s, debt, {}, { by: ANNA }), COOP)),
      CLAIMED,
    ],
    [
      'confirmed, and corrected afterwards',
      (s, debt) => {
        const payment = paying(s, debt, {}, { by: ANNA })
        confirming(s, payment, COOP)
        s.correct(payment, { note: 'twice' })
      },
      CLAIMED,
    ],
    [
      'stated by the creditor’s delegate',
      (s, debt) => paying(s, debt, {}, { by: TRADER, for: COOP }),
      BY_DELEGATE,
    ],
    [
      'stated by a dismissed delegate',
      (s, debt) => paying(s, debt, {}, { by: TRADER, for: COOP, ...DISMISSED }),
      CLAIMED,
    ],
    ['stated by a stranger', (s, debt) => paying(s, debt, {}, { by: STRANGER }), {}],
    [
      'stated by a stranger, and confirmed',
      (s, debt) => confirming(s, paying(s, debt, {}, { by: STRANGER }), COOP),
      {},
    ],
    ['from the creditor to the debtor', (s, debt) => paying(s, debt, { payer: COOP, payee: ANNA }), LEFT_OUT],
    ['to another party', (s, debt) => paying(s, debt, { payee: BEN }), LEFT_OUT],
    ['in another currency', (s, debt) => paying(s, debt, { amount: UGX(30, 'KES') }), LEFT_OUT],
    ['retracted', (s, debt) => s.retract(paying(s, debt)), {}],
    [
      'corrected in two ways',
      (s, debt) => {
        const payment = paying(s, debt)
        s.correct(payment, { note: 'one' })
        s.correct(payment, { note: 'other' })
      },
      { forked: 1, incomplete: true },
    ],
    [
      'in two parts',
      (s, debt) =>
        paying(s, debt, {
          settles: [
            { record_id: debt, amount_minor: 10 },
            { record_id: debt, amount_minor: 20 },
          ],
        }),
      ACKNOWLEDGED,
    ],
    [
      'naming an older version',
      (s, debt) => paying(s, firstOf(debt, s.correct(debt, { note: 'again' }))),
      ACKNOWLEDGED,
    ],
  ])('%s', (_, tell, expected) => {
    expect(paid(tell)).toMatchObject({
      ...nothing,
      forked: 0,
      incomplete: false,
      isByDelegate: false,
      ...expected,
    })
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
    const of = (amount_minor: number) =>
      paid((s, debt) => paying(s, debt, { settles: [{ record_id: debt, amount_minor }] }))
    const over = [99, 100, 101].map((amount) => isOverpaid(of(amount) as NonNullable<ReturnType<typeof of>>))
    expect(over).toEqual([false, false, true])
    expect(of(101)).toMatchObject({ remaining_minor: -1 })
  })

  it('is unknown where no number holds it', () => {
    const much = { settles: [1, 2].map(() => ({ record_id: '', amount_minor: Number.MAX_SAFE_INTEGER })) }
    const found = paid((s, debt) =>
      paying(s, debt, { settles: much.settles.map((part) => ({ ...part, record_id: debt })) }),
    )
    expect(found).toMatchObject({ acknowledged_minor: null, remaining_minor: null, incomplete: true })
  })
})

describe('whose word a debt is', () => {
  it.each<[string, Told, Tell, boolean | null]>([
    ['the debtor’s', {}, () => 0, true],
    ['the creditor’s alone', { by: COOP }, () => 0, false],
    ['the creditor’s, confirmed by the debtor', { by: COOP }, (s, debt) => agreeing(s, debt, ANNA), true],
    [
      'the creditor’s, signed by the debtor',
      { by: COOP },
      (s, debt) => agreeing(s, debt, COOP, { signed_by: ANNA }),
      true,
    ],
    [
      'the creditor’s, confirmed by a stranger',
      { by: COOP },
      (s, debt) => agreeing(s, debt, STRANGER),
      false,
    ],
    [
      'the creditor’s, the confirmation retracted',
      { by: COOP },
      (s, debt) => s.retract(agreeing(s, debt, ANNA)),
      false,
    ],
    ['a delegate’s of the debtor', { by: TRADER, for: ANNA }, () => 0, true],
    ['a dismissed delegate’s of the debtor', { by: TRADER, for: ANNA, ...DISMISSED }, () => 0, null],
    ['a dismissed delegate’s of the creditor', { by: TRADER, for: COOP, ...DISMISSED }, () => 0, null],
    [
      'that, confirmed by the creditor',
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
  function offset(parts: readonly [number, number], members: object = {}, told: Told = {}) {
    const s = new Story()
    const owed = debtOf(s)
    const owing = s.delivery(ANNA, COOP, { agreed_price: UGX(50) }, { by: COOP })
    const settles = [
      { record_id: owed, amount_minor: parts[0] },
      { record_id: owing, amount_minor: parts[1] },
    ].filter(({ amount_minor }) => amount_minor > 0)
    const id = paying(s, owed, { method: 'offset', settles, ...members }, told)
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
  function flagged(members: object, told: Told = {}) {
    const s = new Story()
    const debt = debtOf(s)
    const id = paying(s, debt, members, told)
    const world = worldOf(s)
    const payment = world.version(id) as VersionOf<'payment'>
    return { payment, world, named: [{ target: world.version(debt) }] }
  }

  it.each([
    [29, false],
    [30, false],
    [31, true],
  ])('of %s exceed an amount of 30: %s', (amount_minor, expected) => {
    const s = new Story()
    const id = paying(s, debtOf(s), { settles: [{ record_id: 'debt', amount_minor }] })
    const world = worldOf(s)
    const payment = world.version(id) as VersionOf<'payment'>
    expect(exceedsItsAmount(world, payment)).toBe(expected)
    expect(unallocatedOf(world, payment)).toBe(30 - amount_minor)
  })

  it.each<[string, object, object]>([
    ['count', {}, { not_counted: false, currency_differs: false }],
    ['are in another currency', { amount: UGX(30, 'KES') }, { not_counted: true, currency_differs: true }],
    ['go the wrong way', { payer: COOP, payee: ANNA }, { not_counted: true, currency_differs: false }],
    [
      'go the wrong way in another currency',
      { payer: COOP, payee: ANNA, amount: UGX(30, 'KES') },
      { not_counted: true, currency_differs: false },
    ],
  ])('%s', (_, members, expected) => {
    const { world, payment, named } = flagged(members)
    expect(missesOf(world, payment, named)).toEqual(expected)
  })

  it('of a stranger count for nothing', () => {
    const { world, payment, named } = flagged({}, { by: STRANGER })
    expect(missesOf(world, payment, named)).toEqual({ not_counted: true, currency_differs: false })
  })
})
