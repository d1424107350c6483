import { expect, test } from 'vitest'
import { DOUBT_A_PLOT } from '../../../../src/domain/derived/flag-plots.ts'
import { ORIGIN_FAULTS } from '../../../../src/domain/derived/origin.ts'
import { EU_FAULTS } from '../../../../src/domain/eu-outline.ts'
import { inStatements } from '../../../../src/domain/eu-statement.ts'
import { faultWords } from '../../../../src/records/pack/fault-words.ts'
import {
  factsIn,
  mapFiles,
  type PackText,
  type PlotFacts,
  screeningOf,
  statementsOf,
} from '../../../../src/records/pack/plot-parts.ts'
import { FEATURES } from '../../../../src/records/views/origin-view.ts'
import { englishWords } from '../../../../src/words/words.ts'

/** The files of a pack, and the words for its faults. */

/** Texts of a file together. */
async function filesFrom(texts: AsyncIterable<PackText>): Promise<PackText[]> {
  const files = new Map<string, string>()
  for await (const { file, text } of texts) files.set(file, (files.get(file) ?? '') + text)
  return [...files].map(([file, text]) => ({ file, text }))
}
const feature = (name: string) => JSON.stringify({ type: 'Feature', properties: { name }, geometry: null })
const plotsOf = (features: readonly string[]) => {
  const plots = async function* () {
    plots.times++
    for (const [i, text] of features.entries())
      yield [`${JSON.stringify({ record_id: `${i}\n`, holder: `${i}`, bytes: text.length })}\n${text}`]
  }
  plots.times = 0
  return plots
}
const namesIn = (file: PackText | undefined): string[] =>
  JSON.parse(file?.text ?? '').features.map((one: { properties: object }) => Object.values(one.properties)[0])

test('each statement has a file of its plots and one for screening, in the order of the plots', async () => {
  const plots = plotsOf([feature('a'), '', feature('c'), feature('d'.repeat(200_000))])
  const facts = await factsIn(plots)
  expect(facts.map(({ record_id }) => record_id)).toEqual(['0\n', '1\n', '2\n', '3\n'])
  const files = await filesFrom(mapFiles(facts, plots, [0, null, 1, 0]))
  expect(files.map(({ file }) => file)).toEqual([
    ...['plots-1.geojson', 'plots-2.geojson', 'screening-1.geojson', 'screening-2.geojson'],
  ])
  expect(files.map(namesIn)).toEqual([['a', 'd'.repeat(200_000)], ['c'], ['0\n', '3\n'], ['2\n']])
  // The facts first, then once for each file: outlines are not kept.
  expect(plots.times).toBe(5)
})

test('a file takes as many bytes as its plots were said to, and the frame', async () => {
  const features = [feature('Ñandú'), feature('b')]
  const facts = features.map((text, i) => ({ holder: `${i}`, bytes: Buffer.byteLength(text) }) as PlotFacts)
  expect(statementsOf(facts)).toEqual([0, 0])
  const [whole] = await filesFrom(mapFiles(facts, plotsOf(features), [0, 0]))
  const bytes = Buffer.byteLength(whole?.text ?? '')
  const most = { bytes, producers: 9 }
  const frame = FEATURES.join('').length
  expect(inStatements(facts, frame, most)).toEqual([0, 0])
  expect(inStatements(facts, frame, { ...most, bytes: bytes - 1 })).toEqual([0, 1])
})

test('with nothing to draw there is no file', async () => {
  expect(await filesFrom(mapFiles([], plotsOf(['', '']), [null, null]))).toEqual([])
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

test.each([...new Set([...ORIGIN_FAULTS, ...EU_FAULTS, ...DOUBT_A_PLOT])])(
  '%s has words and a remedy',
  (code) => {
    const { means, remedy } = faultWords(englishWords(), code)
    // Words that any unknown code gets name the code.
    expect(means).not.toContain(`"${code}"`)
    expect(means).toMatch(/^[A-Z].*\.$/)
    expect(remedy).toMatch(/^[A-Z].*\.$/)
  },
)
