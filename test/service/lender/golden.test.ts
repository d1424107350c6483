import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectGolden,
  grant,
  makeScene,
  PURPOSE,
  pageOf,
  type Scene,
  tellSeason,
} from '../../support/lender-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene()
  await tellSeason(scene)
  await grant(scene.son, scene.lender, ['delivery', 'lot'], '2026-12-01T00:00:00Z')
  await grant(scene.son, scene.lender, ['harvest'], '2027-03-01T00:00:00Z', 'insurance')
})
afterAll(() => scene.close())

test('the full view of a farmer who opened most of her records', async () => {
  const text = await pageOf(scene.lender, scene.farmer.id)
  expectGolden('full', text)
  // The version that was corrected stands only beside the correction.
  expect(text.match(/\b400(\.00)? kg/g)).toEqual(['400 kg'])
  expect(text).toMatch(/before, it said 400 kg/)
  // The one that was withdrawn is nowhere; nor are the rival figures of the fork.
  for (const figure of ['666', '77', '17']) expect(text).not.toMatch(new RegExp(`\\b${figure}(\\.00)? kg`))
})

test('an empty view, of nobody', async () => {
  expectGolden('empty', await pageOf(scene.lender, uuidv7()))
})

test('a farmer reads her own records view', async () => {
  expectGolden('own', await pageOf(scene.farmer, scene.farmer.id))
})

test('the list of those who granted the reader this purpose', async () => {
  const text = await pageOf(scene.lender)
  expectGolden('grantors', text)
  expect(text).toContain('3 parties by 4 live grants')
  expectGolden('no-grantors', await pageOf(scene.exporter, undefined, PURPOSE))
})
