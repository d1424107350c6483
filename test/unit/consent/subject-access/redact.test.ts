import { expect, test } from 'vitest'
import { redacted } from '../../../../src/consent/subject-access/redact.ts'

const isOther = (party: string) => party.startsWith('person')

test('what names another person is taken out and named; organisations and the rest stay', () => {
  const told = { id: 'r', from_party: 'me', to_party: 'person 1', asserted_by: 'coop', note: 'person 1 came' }
  expect(redacted(told, isOther)).toEqual({
    told: { id: 'r', from_party: 'me', asserted_by: 'coop', note: 'person 1 came' },
    pointers: ['/to_party'],
  })
  expect(told.to_party, 'what was given stays as it was').toBe('person 1')
})

test('nothing to take out gives the same object', () => {
  const told = { asserted_by: 'coop', holder: 'me', delegation_id: 'd', device_id: 'v' }
  const { told: same, pointers } = redacted(told, isOther)
  expect(same).toBe(told)
  expect(pointers).toEqual([])
})

test('a mandate and a device go with the person that they would lead to', () => {
  const byAnother = { asserted_by: 'person 1', on_behalf_of: 'me', delegation_id: 'd', device_id: 'v' }
  expect(redacted(byAnother, isOther)).toEqual({
    told: { on_behalf_of: 'me' },
    pointers: ['/asserted_by', '/device_id', '/delegation_id'],
  })
  const forAnother = { asserted_by: 'coop', on_behalf_of: 'person 1', delegation_id: 'd', device_id: 'v' }
  expect(redacted(forAnother, isOther).told).toEqual({ asserted_by: 'coop', device_id: 'v' })
})

test('it reaches into what is derived', () => {
  const told = { derived: { custody: { custodian: 'person 1', transfers: 2 }, kg: 3 } }
  expect(redacted(told, isOther)).toEqual({
    told: { derived: { custody: { transfers: 2 }, kg: 3 } },
    pointers: ['/derived/custody/custodian'],
  })
})

test('who carried the phone is left out unless they ask, or it is whose phone it is', () => {
  const on = (used_by: object | undefined, asserted_by = 'coop') => ({
    ...{ asserted_by, device_id: 'v' },
    derived: { kg: 3, device: { name: 'Phone 2', ...(used_by && { used_by }) } },
  })
  const name = 'Okello'
  const nobody = { derived: { kg: 3, device: { name: 'Phone 2' } } }
  for (const used_by of [{ name }, { name, party: 'person 1' }]) {
    const { told, pointers } = redacted(on(used_by), isOther)
    expect([told, pointers]).toEqual([
      { asserted_by: 'coop', device_id: 'v', ...nobody },
      ['/derived/device/used_by'],
    ])
  }
  for (const mine of [on({ name, party: 'me' }), on(undefined)])
    expect(redacted(mine, isOther).told).toBe(mine)
  expect(redacted(on({ name, party: 'person 1' }, 'person 1'), isOther)).toEqual({
    told: { derived: { kg: 3 } },
    pointers: ['/asserted_by', '/device_id'],
  })
})
