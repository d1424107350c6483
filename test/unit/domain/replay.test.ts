import { expect, it } from 'vitest'
import { isSameContent } from '../../../src/domain/replay.ts'
import { ANNA, BEN, COOP, Story, uuid } from '../../support/world.ts'

/** Whether a record that comes again is the one that is stored (contract §4). */

const story = new Story()
const device_id = uuid(7)
const stored = story.body(story.delivery(ANNA, COOP, { device_id }))
const { record_class: _, received_at: __, asserted_by: ___, ...sent } = stored
type Again = Parameters<typeof isSameContent>[2]
const again = (more: object) => ({ ...sent, ...more }) as unknown as Again

it.each<[string, object, string, boolean, boolean]>([
  ['as it was sent', {}, ANNA, true, true],
  ['by another party', {}, BEN, true, false],
  ['in another name', { asserted_by: BEN }, ANNA, true, false],
  ['in its own name', { asserted_by: ANNA }, ANNA, true, true],
  ['with another weight', { quantity: { value: 11, unit: 'kg' } }, ANNA, true, false],
  ['without its ground, which was taken from elsewhere', { lawful_basis: undefined }, ANNA, true, true],
  ['with another ground', { lawful_basis: 'consent' }, ANNA, true, false],
  ['without when it was recorded', { recorded_at: undefined }, ANNA, true, true],
  ['recorded at another time', { recorded_at: '2026-01-01T00:00:00.000Z' }, ANNA, true, false],
  ['the same, where none was stated', { recorded_at: '2026-01-01T00:00:00.000Z' }, ANNA, false, true],
  ['without its device', { device_id: undefined }, ANNA, true, true],
  ['from another device', { device_id: uuid(8) }, ANNA, true, false],
  ['with what the service sets', { received_at: 'x', derived: {} }, ANNA, true, true],
])('%s', (_, more, partyId, saidRecordedAt, expected) => {
  const caller = { partyId, isDevice: false }
  expect(isSameContent(stored, saidRecordedAt, again(more), caller)).toBe(expected)
})

it('a device states its own id by being it', () => {
  const caller = { partyId: ANNA, isDevice: true }
  expect(isSameContent(stored, true, again({ device_id: undefined }), caller)).toBe(true)
})
