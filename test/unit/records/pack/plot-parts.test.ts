import { expect, test } from 'vitest'
import { ORIGIN_FAULTS } from '../../../../src/domain/derived/origin.ts'
import { faultWords } from '../../../../src/records/pack/fault-words.ts'
import {
  collections,
  MOST_FILE_BYTES,
  screeningOf,
  takenApart,
} from '../../../../src/records/pack/plot-parts.ts'

/** The files of a pack, and the words for its faults. */

/** Texts of a file together. */
function filesOf(...args: Parameters<typeof collections>): { file: string; text: string }[] {
  const files = new Map<string, string>()
  for (const { file, text } of collections(...args)) files.set(file, (files.get(file) ?? '') + text)
  return [...files].map(([file, text]) => ({ file, text }))
}
const feature = (name: string) => JSON.stringify({ type: 'Feature', properties: { name }, geometry: null })

test('files are cut at the limit in bytes, each one a collection, and none of the features is lost', () => {
  const features = Array.from({ length: 40 }, (_, i) => feature(`Ñandú ${i}`.repeat(i)))
  const most = 2_000
  const files = filesOf('plots', features, most)
  expect(files.length).toBeGreaterThan(2)
  expect(files.map(({ file }) => file)).toEqual(files.map((_, i) => `plots-${i + 1}.geojson`))
  for (const { text } of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
  const all = files.flatMap(({ text }) => JSON.parse(text).features)
  expect(all.map((one) => JSON.stringify(one))).toEqual(features)
})

test('a file is filled to the last byte that is allowed', () => {
  const features = [feature('a'), feature('b')]
  const [whole] = filesOf('plots', features)
  const bytes = Buffer.byteLength(whole?.text ?? '')
  expect(filesOf('plots', features, bytes)).toHaveLength(1)
  expect(filesOf('plots', features, bytes - 1)).toHaveLength(2)
  expect(MOST_FILE_BYTES).toBe(25_000_000)
})

test('what cannot be drawn is left out; with nothing to draw there is no file', () => {
  expect(
    [...collections('plots', ['', feature('a'), ''])].map(({ text }) => JSON.parse(text).features.length),
  ).toEqual([1])
  expect([...collections('plots', ['', ''])]).toEqual([])
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

test('texts are taken apart in their order, more of them than go in one turn', async () => {
  const texts = Array.from(
    { length: 30 },
    (_, i) => `${JSON.stringify({ record_id: `${i}\n` })}\n${'x'.repeat(i * 900)}`,
  )
  const { facts, features } = await takenApart(texts)
  expect(facts.map(({ record_id }) => record_id)).toEqual(texts.map((_, i) => `${i}\n`))
  expect(features.map(({ length }) => length)).toEqual(texts.map((_, i) => i * 900))
})

test.each([
  ...ORIGIN_FAULTS,
  ...['geometry_missing', 'geometry_invalid', 'geometry_too_coarse', 'polygon_required', 'area_mismatch'],
  ...['plots_overlap', 'hole', 'area_missing'],
])('%s has words and a remedy', (code) => {
  const { means, remedy } = faultWords(code)
  // Words that any unknown code gets name the code.
  expect(means).not.toContain(`"${code}"`)
  expect(means).toMatch(/^[A-Z].*\.$/)
  expect(remedy).toMatch(/^[A-Z].*\.$/)
})
