import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAPERS, type Paper, type Receipt, receiptText } from '../../../src/records/receipt/receipt.ts'
import { Calendar } from '../../../src/text/phrases.ts'
import { widthOf } from '../../../src/text/wrap.ts'

/** A receipt on any paper says what was written, and whether it still counts. */

const calendar = new Calendar('Africa/Kampala')
const receipt = (some: Partial<Receipt> = {}): Receipt => ({
  record: '019ea675-d280-715c-8e43-14c89e141f61',
  digest: '0123456789abcdef'.repeat(4),
  isCopy: false,
  cooperative: { name: 'Bukonzo Cooperative', phone: '+256772123456' },
  from: { name: 'Grace Nakato', member_no: '71' },
  to: { name: 'Bukonzo Cooperative', member_no: null },
  occurred_at: '2026-06-28T09:00:00.000Z',
  occurred_at_precision: 'day',
  received_at: '2026-06-28T07:43:00.000Z',
  crop: 'Maize, grain',
  quantity: { value: 3, unit: 'Debe (20-litre tin)' },
  kg: 54,
  way: 'assumed default',
  factor: 18,
  standing: 'tip',
  ...some,
})

test('on A5', () => {
  expect(receiptText(receipt({ measurement_method: 'coop_weighed' }), calendar, 'a5')).toBe(
    `
                      Bukonzo Cooperative
                         +256772123456
----------------------------------------------------------------
                            RECEIPT
----------------------------------------------------------------
Date        28 Jun 2026
From        Grace Nakato, no. 71
To          Bukonzo Cooperative
What        Maize, grain
Quantity    3 Debe (20-litre tin)
Kilograms   54.00 (assumed default, 18 kg per Debe (20-litre
            tin))
Measured    Weighed by the cooperative
Entered     28 Jun 2026, 10:43 +03:00
----------------------------------------------------------------
If anything here is wrong, say so at the counter. A correction
is written beside it; nothing is erased.
Record 019ea675-d280-715c-8e43-14c89e141f61
0123456789abcdef0123456789abcdef
0123456789abcdef0123456789abcdef`.slice(1),
  )
})

test('a second print is a copy, and says so', () => {
  expect(receiptText(receipt(), calendar, '58')).not.toMatch(/copy/i)
  expect(receiptText(receipt({ isCopy: true }), calendar, '58')).toMatch(/\*\*\* COPY \*\*\*/)
})

test.each([
  ['superseded', /WAS CORRECTED/],
  ['retracted', /WAS TAKEN BACK/],
  ['forked', /CONTRADICT/],
])('of a record that is %s it says so', (standing, words) => {
  expect(receiptText(receipt({ standing }), calendar, '80')).toMatch(words)
})

test('without kilograms it says why', () => {
  expect(receiptText(receipt({ kg: null, way: null, factor: null }), calendar, '80')).toMatch(
    /^Kilograms +none: there/m,
  )
})

test('nothing is wider than the paper, whatever people wrote', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(words, words, fc.constantFrom<Paper>('58', '80', 'a5'), (name, place, paper) => {
      const party = { name, member_no: place }
      const text = receiptText(
        receipt({ from: party, location: place, grade: name, cooperative: { name, phone: null } }),
        calendar,
        paper,
      )
      for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(PAPERS[paper])
    }),
  )
})
