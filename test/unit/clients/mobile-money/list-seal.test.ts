import { expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import type { CopiedLine } from '../../../../src/clients/mobile-money/list-file.ts'
import { ListSeals } from '../../../../src/clients/mobile-money/list-seal.ts'

/** What somebody changed in a list of payments is found, and named. */

const seals = new ListSeals(Buffer.alloc(32, 7))
const line = (n: number): CopiedLine => ({
  reference: `R${n}`,
  member_no: String(n),
  name: `Member ${n}`,
  phone: `+25677200000${n}`,
  payee: `payee-${n}`,
  currency: 'UGX',
  amount_minor: 1_000 * n,
  purpose: 'produce',
  settles: [{ record_id: `debt-${n}`, amount_minor: 1_000 * n }],
})
const made = seals.sealed('mill', [line(1), line(2)])
const [one, two] = [must(made.lines[0]), must(made.lines[1])]

const changedIn = (lines: readonly CopiedLine[]) => {
  const read = seals.read({ payment_list: 1, ...made, lines: [...lines] })
  return [read.isChanged, ...read.lines.map(({ changed = [] }) => changed.join())]
}

test.each<[cell: string, change: Partial<CopiedLine>]>([
  ['member', { name: 'Member 3' }],
  ['member', { member_no: '40' }],
  ['telephone', { phone: '+256772000009' }],
  ['amount', { amount_minor: 9_000 }],
  ['amount', { currency: 'KES' }],
  ['debts', { settles: [{ record_id: 'debt-9', amount_minor: 1_000 }] }],
  ['debts', { purpose: 'other' }],
  ['reference', { reference: 'P0123456789A' }],
  ['reference', { seal: '' }],
  ['reference', { seal: 'x'.repeat(64) }],
])('a change of the %s: %j', (cell, change) => {
  expect(changedIn([one, two])).toEqual([false, '', ''])
  expect(changedIn([{ ...one, ...change }, two])).toEqual([true, cell, ''])
})

test('a cell that was moved to another line with its seal', () => {
  const sealOfPhone = (of: { readonly seal: string }) => of.seal.slice(16, 32)
  const moved = (to: typeof one, from: typeof one) => ({
    ...to,
    phone: from.phone,
    seal: to.seal.replace(sealOfPhone(to), sealOfPhone(from)),
  })
  expect(changedIn([moved(one, two), moved(two, one)])).toEqual([true, 'telephone', 'telephone'])
})

test('a line that was removed, lines in another order, and the seal of the list', () => {
  expect(changedIn([one])).toEqual([true, ''])
  expect(changedIn([two, one])).toEqual([false, '', ''])
  expect(seals.read({ payment_list: 1, ...made, seal: '0'.repeat(64) }).isChanged).toBe(true)
})
