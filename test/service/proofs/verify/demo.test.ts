import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { look, objectsIn, told } from '../../../support/proofs/verify/scene.ts'
import { Asked } from '../../clients/demo/asked.ts'

let asked: Asked
beforeAll(async () => {
  asked = await Asked.atTheEnd()
})
afterAll(() => asked.stop())

test('the folder of the tour is clean, beside the service that it leaves running', async () => {
  const folder = asked.document.access?.folder as string
  const report = await look(join(folder, 'granary.db'), { objects: objectsIn(join(folder, 'objects')) })
  expect(told(report)).toEqual([])
  expect(report.unchecked).toEqual([])
  expect(report.checks.find(({ check }) => check === 'entries of the log')?.looked_at).toBeGreaterThan(200)
})
