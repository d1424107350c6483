import { expect, test } from 'vitest'
import { seenBy } from '../../../src/consent/objection-seen.ts'
import type { StoredObjection } from '../../../src/consent/objection-shapes.ts'
import type { Delegation } from '../../../src/domain/delegation.ts'
import { typeMask } from '../../../src/domain/types/index.ts'

/** What Ben, who lodged Anna's objection for her, sees of it, and what she sees. */

const WITHDRAWN_MS = Date.UTC(2026, 5, 28)
const counted = (record_type: 'harvest' | 'delivery') =>
  ({ record_type, lawful_basis: 'consent', count: 1 }) as const
const stored: StoredObjection = {
  ...{ id: 'objection', subject: 'anna', lodged_by: 'ben', on_behalf_of: 'anna', delegation_id: 'mandate' },
  ...{ purposes: null, record_types: null, channel: 'app', effect: 'stopped_some' },
  stopped: [counted('harvest'), counted('delivery')],
  continuing: [
    { ...counted('delivery'), why: 'exempt' },
    { ...counted('harvest'), why: 'consent_only' },
  ],
  withdrawable_grants: [
    { id: 'grant', grantee: 'bank', purpose: 'credit', record_types: ['harvest'], expires_at: 'later' },
  ],
  more_withdrawable_grants: 2,
  ...{ received_at: 'then', counted_through: 9 },
}
const mandate: Delegation = {
  ...{ principal: 1, delegate: 2, types: typeMask(['harvest']), acts: 'object' },
  ...{ validFrom: 0, validUntil: 1, endedAt: null },
}

test('a delegate sees the types that its mandate covers, no grants, and not that it was withdrawn', () => {
  const told = {
    stopped: [counted('harvest')],
    continuing: [{ ...counted('harvest'), why: 'consent_only' }],
    withdrawable_grants: [],
    more_withdrawable_grants: 0,
    withdrawn_at: null,
  }
  const { counted_through: _, ...whole } = stored
  expect(seenBy('ben', stored, WITHDRAWN_MS, mandate)).toEqual({ ...whole, ...told })
  expect(seenBy('ben', stored, null, undefined)).toMatchObject({ stopped: [], continuing: [] })
})

test.each(['anna', null])('the person and the operator see all of it: %s', (viewer) => {
  const { counted_through: _, ...whole } = stored
  expect(seenBy(viewer, stored, null, mandate)).toEqual({ ...whole, withdrawn_at: null })
  expect(seenBy(viewer, stored, WITHDRAWN_MS, mandate)).toEqual({
    ...whole,
    withdrawn_at: '2026-06-28T00:00:00.000Z',
  })
})
