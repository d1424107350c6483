import { expect, test } from 'vitest'
import { isOwnId } from '../../../../src/store/log/id-owner.ts'
import type { Store } from '../../../../src/store/store.ts'

/** A store that has one act under every id. */
const storeWith = (kind: string, said: object) =>
  ({
    records: { byId: () => undefined },
    inferences: { byId: () => undefined },
    acts: { byId: () => ({ kind, json: JSON.stringify({ act: kind, ...said }) }) },
  }) as unknown as Store

test.each([
  ['grant', { subject: 'anna', grantee: 'bank' }],
  ['delegation', { principal: 'anna', delegate: 'ben' }],
  ['objection', { lodged_by: 'anna', subject: 'ben' }],
  ['access_request', { grantee: 'anna', subject: 'ben' }],
  ['device', { party: 'anna' }],
  ['subject_access_request', { party: 'anna' }],
])('the id of a %s is that of the party that sent it: %j', (kind, said) => {
  const store = storeWith(kind, said)
  expect(['anna', 'ben', 'bank'].map((party) => isOwnId(store, 'id', party))).toEqual([true, false, false])
})

test('the id of any other act is nobody’s', () => {
  expect(isOwnId(storeWith('credential', { party: 'anna' }), 'id', 'anna')).toBe(false)
})
