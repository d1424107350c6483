import { expect, test } from 'vitest'
import { calledAt } from '../../../src/domain/device-called.ts'

const sent = [
  { seq: 10, name: 'Android 14' },
  { seq: 50, name: 'Android 15' },
]
const okello = { seq: 20, name: 'Phone 3', used_by: { name: 'Okello' } }
const namings = [okello, { seq: 40, name: null, used_by: { name: 'Auma' } }]

test.each([
  ['before the office named it, it has the name that it sent', 15, { name: 'Android 14' }],
  ['from then on, the office’s', 20, { name: 'Phone 3', used_by: { name: 'Okello' } }],
  ['a record keeps the names of its time', 39, { name: 'Phone 3', used_by: { name: 'Okello' } }],
  ['the newest says who carries it', 45, { name: 'Android 14', used_by: { name: 'Auma' } }],
  ['without a name by the office, its newest own', 60, { name: 'Android 15', used_by: { name: 'Auma' } }],
  ['a record from before its first token has its first name', 5, { name: 'Android 14' }],
])('%s', (_, seq, called) => {
  expect(calledAt(sent, namings, seq)).toEqual(called)
})

test('a device without any name has none', () => {
  expect(calledAt([], [], 7)).toBeNull()
  expect(calledAt([], [{ seq: 1, name: null, used_by: { name: 'Okello' } }], 7)).toBeNull()
})
