import { expect, test } from 'vitest'
import type { Delivery } from '../../../src/lender/data.ts'
import { confirmedBy, reasonLeftOut } from '../../../src/lender/sums.ts'

/** What is in a sum of deliveries, and in which column of it. */

interface Some extends Partial<Pick<Delivery, 'from_party' | 'to_party' | 'asserted_by' | 'on_behalf_of'>> {
  readonly kg?: number | null
  readonly form?: string | null
  readonly confirmation?: object | null
}

const delivery = ({ kg = 60, form = 'cherry', confirmation = null, ...more }: Some = {}): Delivery =>
  ({
    ...{ from_party: 'grace', to_party: 'mill', asserted_by: 'grace', ...more },
    form,
    derived: { kg, confirmation },
  }) as unknown as Delivery

const lexicon = { formOf: (record: object) => (record as { form: string | null }).form }

test('what a party delivered to itself, what an outsider asserts and what has no kilograms of its crop is in no sum', () => {
  const others = { asserted_by: 'agent', on_behalf_of: 'neighbour' }
  const reasons: readonly [Some, ReturnType<typeof reasonLeftOut>][] = [
    [{}, null],
    [{ asserted_by: 'mill' }, null],
    [{ asserted_by: 'agent', on_behalf_of: 'grace' }, null],
    [{ to_party: 'grace' }, 'to_itself'],
    [{ asserted_by: 'agent' }, 'by_outsider'],
    [others, 'by_outsider'],
    [{ kg: null }, 'without_kg'],
    [{ form: null }, 'of_another_crop'],
  ]
  for (const [some, reason] of reasons)
    expect([some, reasonLeftOut(delivery(some), lexicon)]).toEqual([some, reason])
})

test('a signature on paper is neither a confirmation by the party nor one by its delegate', () => {
  const by = (confirmation: object | null) => confirmedBy(delivery({ confirmation }))
  expect(by(null)).toBe('not_confirmed')
  expect(by({ independent: true })).toBe('confirmed')
  expect(by({ independent: false })).toBe('by_delegate')
  expect([by({ independent: false, on_paper: true }), by({ independent: true, on_paper: true })]).toEqual([
    'on_paper',
    'on_paper',
  ])
})
