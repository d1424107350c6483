import { expect, test } from 'vitest'
import type { Precision } from '../../../src/domain/shapes.ts'
import { paidParts } from '../../../src/lender/debt-parts.ts'
import { englishWords } from '../../../src/words/words.ts'

const paidIn = (precision?: Precision) => ({
  ...{ currency: 'UGX', agreed: true, owed_minor: 90, payments: 1, forked: 0, incomplete: false },
  ...{ acknowledged_minor: 20, on_paper_minor: 0, claimed_minor: 0, remaining_minor: 70 },
  last_paid_at: '2026-06-17T09:00:00.000Z',
  ...(precision === undefined ? {} : { last_paid_at_precision: precision }),
})

test.each<[Precision | undefined, string]>([
  [undefined, 'Last payment on 17 Jun 2026.'],
  ['day', 'Last payment on 17 Jun 2026.'],
  ['week', 'Last payment: week of 15 Jun 2026.'],
  ['month', 'Last payment: Jun 2026.'],
  ['season', 'Last payment: season of Jun 2026.'],
])('the newest payment (%s) is printed no more exactly than it states', (precision, expected) => {
  const parts = paidParts(paidIn(precision), false, englishWords('UTC'), '')
  expect(JSON.stringify(parts).replaceAll('\u00a0', ' ')).toContain(expected)
})
