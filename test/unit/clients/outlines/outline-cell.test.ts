import { expect, test } from 'vitest'
import { decimalsOf } from '../../../../src/clients/outlines/outline-cell.ts'

test.each([
  ['-1.50 34.1 1204.1234567 4.999;-1.5 34.25 1204.1 5', 2],
  ['-1.543210 34.1', 6],
  ['POLYGON Z ((34.1 -1.5 1204.123456, 34.2 -1.55 1204, 34.1 -1.5 1204.123456))', 2],
  ['POINT(34.123456 -1.5)', 6],
  ['{"type":"Point","coordinates":[34.1,-1.50,1204.123456]}', 2],
  ['{"type":"Polygon","coordinates":[[[34.1,-1.5,1204.12345678],[34.123,1e-7,0]]]}', 7],
  ['{"type":"Point"}', 0],
])('the degrees of %s have %i decimals', (cell, decimals) => {
  expect(decimalsOf(cell)).toBe(decimals)
})
