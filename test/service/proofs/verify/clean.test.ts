import { expect, test } from 'vitest'
import { look, objectsIn, told } from '../../../support/proofs/verify/scene.ts'
import { houseAtRest } from '../../../support/proofs/verify/victim.ts'

const house = houseAtRest()

test('a house with a row in every table is clean, and every check has looked at something', async () => {
  const report = await look(house.rest.database, { objects: objectsIn(house.rest.objects) })
  expect(told(report)).toEqual([])
  expect(report.clean).toBe(true)
  // Its roots were published, and this look is not told where.
  expect(report.unchecked).toEqual([expect.stringContaining('Roots of this log were published')])
  const idle = report.checks.filter(({ looked_at }) => looked_at === 0).map(({ check }) => check)
  expect(idle).toEqual(['the last published checkpoint'])
})
