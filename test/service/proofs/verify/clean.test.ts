import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Appliance } from '../../../support/appliance.ts'
import {
  look,
  objectsIn,
  putToRest,
  type Rest,
  told,
  wholeHouse,
} from '../../../support/proofs/verify/scene.ts'

let a: Appliance
let rest: Rest
beforeAll(async () => {
  a = await wholeHouse()
  rest = putToRest(a)
})
afterAll(async () => {
  rest.end()
  await a.close()
})

test('a house with a row in every table is clean, and every check has looked at something', async () => {
  const report = await look(rest.database, { objects: objectsIn(rest.objects) })
  expect(told(report)).toEqual([])
  expect(report.clean).toBe(true)
  // Its roots were published, and this look is not told where.
  expect(report.unchecked).toEqual([expect.stringContaining('Roots of this log were published')])
  const idle = report.checks.filter(({ looked_at }) => looked_at === 0).map(({ check }) => check)
  expect(idle).toEqual(['the last published checkpoint'])
})
