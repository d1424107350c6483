import { expect, test } from 'vitest'
import { withoutPassword } from '../../../../src/clients/union/engine.ts'

test.each([
  ['postgres://union:se%40cret@db.example:5432/union', 'postgres://union:PASSWORD@db.example:5432/union'],
  ['postgres://db.example/union?password=secret', 'postgres://db.example/union?password=PASSWORD'],
  ['postgresql:///union?host=/run/postgresql', 'postgresql:///union?host=/run/postgresql'],
  ['postgres://db.example:5432?options=a@b', 'postgres://db.example:5432?options=a@b'],
  ['file:union@home.db', 'file:union@home.db'],
])('the address %s is printed without a password', (address, printed) => {
  expect(withoutPassword(address)).toBe(printed)
})
