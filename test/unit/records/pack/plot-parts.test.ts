import { expect, test } from 'vitest'
import { ORIGIN_FAULTS } from '../../../../src/domain/derived/origin.ts'
import { faultWords } from '../../../../src/records/pack/fault-words.ts'
import {
  collections,
  factsIn,
  MOST_FILE_BYTES,
  mapFiles,
  type PackText,
  screeningOf,
} from '../../../../src/records/pack/plot-parts.ts'
import { englishWords } from '../../../../src/words/words.ts'

/** The files of a pack, and the words for its faults. */

/** Texts of a file together. */
async function filesOf(...args: Parameters<typeof collections>): Promise<PackText[]> {
  return filesFrom(collections(...args))
}
async function filesFrom(texts: AsyncIterable<PackText>): Promise<PackText[]> {
  const files = new Map<string, string>()
  for await (const { file, text } of texts) files.set(file, (files.get(file) ?? '') + text)
  return [...files].map(([file, text]) => ({ file, text }))
}
const feature = (name: string) => JSON.stringify({ type: 'Feature', properties: { name }, geometry: null })

test('files are cut at the limit in bytes, each one a collection, and none of the features is lost', async () => {
  const features = Array.from({ length: 40 }, (_, i) => feature(`Ñandú ${i}`.repeat(i)))
  const most = 2_000
  const files = await filesOf('plots', features, most)
  expect(files.length).toBeGreaterThan(2)
  expect(files.map(({ file }) => file)).toEqual(files.map((_, i) => `plots-${i + 1}.geojson`))
  for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
  const all = files.flatMap(({ text }) => JSON.parse(text).features)
  expect(all.map((one) => JSON.stringify(one))).toEqual(features)
})

test('a file is filled to the last byte that is allowed', async () => {
  const features = [feature('a'), feature('b')]
  const [whole] = await filesOf('plots', features)
  const bytes = Buffer.byteLength(whole?.text ?? '')
  expect(await filesOf('plots', features, bytes)).toHaveLength(1)
  expect(await filesOf('plots', features, bytes - 1)).toHaveLength(2)
  expect(MOST_FILE_BYTES).toBe(25_000_000)
})

test('what cannot be drawn is left out; with nothing to draw there is no file', async () => {
  const files = await filesOf('plots', ['', feature('a'), ''])
  expect(files.map(({ text }) => JSON.parse(text).features.length)).toEqual([1])
  expect(await filesOf('plots', ['', ''])).toEqual([])
})

test('for screening the outline alone is taken, whatever the names of a plot say', () => {
  const geometry = { type: 'Point', coordinates: [32.5, 1.2] }
  for (const name of ['Hill', ',"geometry":', '"},"geometry":{"type":"None"}', 'x\\",\n"geometry":']) {
    const drawn = JSON.stringify({ type: 'Feature', properties: { ProductionPlace: name }, geometry })
    expect(JSON.parse(screeningOf('id', drawn))).toEqual({
      ...{ type: 'Feature', properties: { external_id: 'id' }, geometry },
    })
  }
  expect(screeningOf('id', '')).toBe('')
})

test('plots are gone through again for each map, in their order, and their outlines are not kept', async () => {
  const drawn = [feature('a'), '', feature('c')]
  let times = 0
  const plots = async function* () {
    times++
    for (const [i, text] of drawn.entries()) yield [`${JSON.stringify({ record_id: `${i}\n` })}\n${text}`]
  }
  const facts = await factsIn(plots)
  expect(facts.map(({ record_id }) => record_id)).toEqual(['0\n', '1\n', '2\n'])
  const [map, screening] = await filesFrom(mapFiles(facts, plots))
  expect(JSON.parse(map?.text ?? '').features).toHaveLength(2)
  const ids = JSON.parse(screening?.text ?? '').features.map(
    (one: { properties: { external_id: string } }) => one.properties.external_id,
  )
  expect(ids).toEqual(['0\n', '2\n'])
  expect(times).toBe(3)
})

test.each([
  ...ORIGIN_FAULTS,
  ...['geometry_missing', 'geometry_invalid', 'geometry_too_coarse', 'polygon_required', 'area_mismatch'],
  ...['plots_overlap', 'hole', 'area_missing'],
])('%s has words and a remedy', (code) => {
  const { means, remedy } = faultWords(englishWords(), code)
  // Words that any unknown code gets name the code.
  expect(means).not.toContain(`"${code}"`)
  expect(means).toMatch(/^[A-Z].*\.$/)
  expect(remedy).toMatch(/^[A-Z].*\.$/)
})
