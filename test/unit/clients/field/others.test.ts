import { expect, test } from 'vitest'
import {
  isDue,
  isOwnLot,
  NONE_OF_OTHERS,
  type OthersWord,
  tellsOfOthers,
} from '../../../../src/clients/field/rules/others.ts'
import { part } from '../../../support/field/part.ts'

/** What others state about the phone's party: a number and the newest, fetched again when there is a reason. */

const MINUTE_MS = 60_000
const fetched = (more: Partial<OthersWord> = {}): OthersWord => ({
  count: 3,
  countFetched: 3,
  fetchedAt: 100 * MINUTE_MS,
  records: [part({ id: 'd1', type: 'delivery' })],
  ...more,
})
const nothing = { changes: [] }

test('the newest are fetched at first, when their number changes, after a confirmation and after a while', () => {
  const now = 101 * MINUTE_MS
  expect(isDue(NONE_OF_OTHERS, now)).toBe(true)
  expect(isDue(fetched(), now)).toBe(false)
  expect(isDue(tellsOfOthers(fetched(), { ...nothing, others: 4 }), now)).toBe(true)
  expect(isDue(tellsOfOthers(fetched(), { ...nothing, others: 3 }), now)).toBe(false)
  const confirmed = { changes: [part({ id: 'c1', type: 'delivery_confirmation' })] }
  expect(isDue(tellsOfOthers(fetched(), confirmed), now)).toBe(true)
  expect(isDue(fetched(), 116 * MINUTE_MS)).toBe(true)
  // The phone's clock was set back.
  expect(isDue(fetched(), 99 * MINUTE_MS)).toBe(true)
})

test('a page that shows nothing of others changes nothing; a number that is left out is as it was', () => {
  const have = fetched()
  expect(tellsOfOthers(have, nothing)).toBe(have)
  expect(tellsOfOthers(have, { changes: [part({ id: 'l1', type: 'lot' })], others: 3 })).toBe(have)
  expect(tellsOfOthers(have, { ...nothing, others: 5 })).toEqual(fetched({ count: 5 }))
})

test('lots of the party are those that it or its delegate stated', () => {
  const lot = (more: object) => part({ id: 'l1', type: 'lot', ...more })
  expect(isOwnLot(lot({ asserted_by: 'us' }), 'us')).toBe(true)
  expect(isOwnLot(lot({ asserted_by: 'them', on_behalf_of: 'us' }), 'us')).toBe(true)
  expect(isOwnLot(lot({ asserted_by: 'them' }), 'us')).toBe(false)
  expect(isOwnLot(part({ id: 'd1', type: 'delivery', asserted_by: 'us' }), 'us')).toBe(false)
})
