import { expect, test } from 'vitest'
import { ABILITIES, isBeforeSince, isOutOfReach } from '../../../src/domain/credential.ts'

interface Holder {
  readonly partyId: string
  readonly deviceId?: string
  readonly sinceMs?: number
}
const phone: Holder = { partyId: 'anna', deviceId: 'phone', sinceMs: 100 }
const office: Holder = { partyId: 'anna' }

test.each([
  ['the instant before its first day', phone, 99, true],
  ['its first day', phone, 100, false],
  ['any time, without a first day', office, 0, false],
])('%s is before it: a device does not read it', (_when, holder, occurredAtMs, is) => {
  expect(isBeforeSince(holder, { occurredAtMs })).toBe(is)
})

test.each<[string, boolean, Holder, number, number, string, string?]>([
  ['what it may not read', true, phone, 99, 150, 'anna', 'other'],
  ['what another party wrote and says to be of this device', true, phone, 99, 150, 'ben', 'phone'],
  ['what the party wrote without a device', true, phone, 99, 150, 'anna'],
  ['what it sent before its first day', true, phone, 99, 99, 'anna', 'phone'],
  ['what it sent on its first day', false, phone, 99, 100, 'anna', 'phone'],
  ['what it may read', false, phone, 100, 100, 'ben'],
  ['anything, for the party itself', false, office, 0, 0, 'ben'],
])('%s is out of reach: %s', (_what, is, holder, occurredAtMs, receivedAtMs, asserted_by, device_id) => {
  const body = device_id === undefined ? { asserted_by } : { asserted_by, device_id }
  expect(isOutOfReach(holder, { occurredAtMs, receivedAtMs, body })).toBe(is)
})

test('each kind of credential may do what it may, and no more', () => {
  const table = Object.fromEntries(Object.entries(ABILITIES).map(([kind, may]) => [kind, [...may].sort()]))
  expect(table).toEqual({
    party: ['ask', 'consent', 'enrol', 'infer', 'read', 'see_consent', 'write'],
    device: ['read', 'write'],
    reader: ['ask', 'read', 'see_consent'],
    metrics: ['scrape'],
  })
})
