import { describe, expect, it } from 'vitest'
import { Problem } from '../../../../src/base/problem.ts'
import type { Author } from '../../../../src/records/intake/author.ts'
import {
  basisFromTarget,
  checkCrossFields,
  checkLawfulBasis,
  delegatedAct,
} from '../../../../src/records/intake/checks.ts'
import { ANNA, BEN, COOP, Story, uuid } from '../../../support/world.ts'

/** What a record must state beside its shape (contract §2, §3). */

type Draft = Parameters<typeof checkCrossFields>[1]
type Target = Parameters<typeof basisFromTarget>[1]

const author: Author = { party: 1, partyId: ANNA, credential: 1 }
const phone: Author = { ...author, deviceId: uuid(7) }

const draft = (make: (s: Story) => string): Draft => {
  const story = new Story()
  return story.body(make(story)) as unknown as Draft
}
const delivery = (members: object = {}): Draft => draft((s) => s.delivery(ANNA, COOP, { ...members }))
const payment = (members: object = {}): Draft =>
  draft((s) =>
    s.record('payment', ANNA, {
      ...{ payer: ANNA, payee: COOP, amount: { amount_minor: 1, currency: 'UGX' }, method: 'cash' },
      ...{ purpose: 'repayment', ...members },
    }),
  )

/** Returns the code of the refusal and where it points; null if there is none. */
function refusal(work: () => unknown): readonly unknown[] | null {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [error.code, ...(error.extra.errors ?? []).map(({ pointer }) => pointer)]
  }
}

describe('a record', () => {
  it.each<[string, Author, Draft, string | null]>([
    ['that states no more than it must', author, delivery(), null],
    ['in the credential’s own name', author, delivery({ asserted_by: ANNA }), null],
    ['in another’s name', author, delivery({ asserted_by: BEN }), '/asserted_by'],
    ['of the device itself', phone, delivery({ device_id: uuid(7) }), null],
    ['of another device', phone, delivery({ device_id: uuid(8) }), '/device_id'],
    ['of a device, sent by its party', author, delivery({ device_id: uuid(8) }), null],
    ['for another, without a mandate', author, delivery({ on_behalf_of: BEN }), '/delegation_id'],
    ['under a mandate, for nobody', author, delivery({ delegation_id: uuid(9) }), '/on_behalf_of'],
    ['for another, under a mandate', author, delivery({ on_behalf_of: BEN, delegation_id: uuid(9) }), null],
    ['with kilograms of its own and no factor', author, delivery({ normalized_kg: 3 }), '/conversion_id'],
    ['with kilograms and their factor', author, delivery({ normalized_kg: 3, conversion_id: 'bag' }), null],
    ['that corrects itself', author, delivery({ supersedes: uuid(1) }), '/supersedes'],
    ['of a payment to another', author, payment(), null],
    ['of a payment to oneself', author, payment({ payee: ANNA }), '/payee'],
  ])('%s', (_, by, sent, pointer) => {
    const found = refusal(() => checkCrossFields(by, sent))
    expect(found?.at(-1) ?? null).toBe(pointer)
  })

  it.each<[string, Draft, boolean]>([
    ['a payment', payment(), true],
    ['a delivery with a price', delivery({ agreed_price: { amount_minor: 1, currency: 'UGX' } }), true],
    ['a delivery without one', delivery(), false],
  ])('that shows money is held on special consent alone: %s', (_, sent, isFinancial) => {
    const on = (lawful_basis: string) => refusal(() => checkLawfulBasis({ ...sent, lawful_basis } as Draft))
    expect(on('special_data_consent')).toBeNull()
    const refused = isFinancial ? ['lawful_basis_insufficient', '/lawful_basis'] : null
    for (const basis of ['consent', 'contract_performance', 'legal_obligation'])
      expect(on(basis)).toEqual(refused)
  })

  it('that confirms another rests on its ground', () => {
    const target = { body: { lawful_basis: 'public_duty' } } as unknown as Target
    const on = (lawful_basis?: string) =>
      refusal(() => expect(basisFromTarget({ lawful_basis } as Draft, target)).toBe('public_duty'))
    expect([on(), on('public_duty')]).toEqual([null, null])
    expect(on('consent')).toEqual(['lawful_basis_insufficient', '/lawful_basis'])
  })

  it('is an assertion, a correction or a confirmation to a mandate', () => {
    expect(delegatedAct(delivery())).toBe('assert')
    expect(delegatedAct(delivery({ supersedes: uuid(3) }))).toBe('correct')
    expect(delegatedAct(draft((s) => s.retract(s.delivery(ANNA, COOP))))).toBe('correct')
    expect(delegatedAct(draft((s) => s.confirm(uuid(3), COOP)))).toBe('confirm')
  })
})
