import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { Actor } from '../../support/appliance.ts'
import {
  expectGolden,
  grant,
  makeScene,
  PURPOSE,
  pageOf,
  put,
  tellSeason,
} from '../../support/lender-scene.ts'
import { polygonOf, rectangle } from '../../support/outlines.ts'

const scene = await makeScene()
await tellSeason(scene)
await grant(scene.son, scene.lender, ['delivery', 'lot'], '2026-12-01T00:00:00Z')
await grant(scene.son, scene.lender, ['harvest'], '2027-03-01T00:00:00Z', 'insurance')

test('the full view of a farmer who opened most of her records', async () => {
  const text = await pageOf(scene.lender, scene.farmer.id)
  expectGolden('full', text)
  // The version that was corrected stands only beside the correction.
  expect(text.match(/\b400(\.00)? kg/g)).toEqual(['400 kg'])
  expect(text).toMatch(/before, it said 400 kg/)
  // The one that was withdrawn is nowhere; nor are the rival figures of the fork.
  for (const figure of ['666', '77', '17']) expect(text).not.toMatch(new RegExp(`\\b${figure}(\\.00)? kg`))
})

test.each(['sw', 'fr'])('the same view in the language %s, with the same figures', async (language) => {
  const text = await pageOf(scene.lender, scene.farmer.id, PURPOSE, language)
  expectGolden(`full.${language}`, text)
  expect(text).not.toContain('...')
})

test('a view of plots: names and sizes, never where they lie', async () => {
  const { a, farmer, lender, son } = scene
  const square = (west: number, side: number) => {
    const [s, e, n] = [0.347101, west + side, 0.347101 + side]
    return polygonOf(rectangle(west, s, e, n))
  }
  const plot = (by: Actor, more: object) =>
    put(by, 'plot', { plot: uuidv7(), holder: son.id, country: 'UG', ...more })
  await plot(son, { name: 'Hill "top"', area_ha: 1.23, geometry: square(32.582101, 0.001) })
  await plot(son, { area_ha: 9, geometry: { type: 'Point', coordinates: [32.6, 0.4] } })
  const wide = await plot(a.cooperative, { name: 'Valley', area_ha: 4 })
  await plot(a.cooperative, {
    ...{ name: 'Valley', area_ha: 2, geometry: square(32.700001, 0.003), supersedes: wide },
  })
  await plot(farmer, { name: 'of the farmer', holder: farmer.id, area_ha: 1 })
  const id = await grant(son, lender, ['plot', 'party'], '2027-02-01T00:00:00Z')
  const text = await pageOf(lender, son.id)
  expectGolden('plots', text)
  expect(text).not.toMatch(/32\.|0\.34|of the farmer/)
  for (const language of ['sw', 'fr'])
    expectGolden(`plots.${language}`, await pageOf(lender, son.id, PURPOSE, language))
  expect((await son.post(`/v1/grants/${id}/revocation`)).status).toBe(201)
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
  for (const language of ['sw', 'fr'])
    expectGolden(`grantors.${language}`, await pageOf(scene.lender, undefined, PURPOSE, language))
  expect(text).toContain('3 parties by 4 live grants')
  expectGolden('no-grantors', await pageOf(scene.exporter, undefined, PURPOSE))
})
