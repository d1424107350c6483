import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Boundary, readBoundary } from '../../../../src/clients/outlines/boundary.ts'
import { featureTable } from '../../../../src/clients/outlines/features.ts'
import { readOutline } from '../../../../src/clients/outlines/outline-cell.ts'
import { WORDS } from '../../../support/clients/importer/support.ts'

/** One plot in every way that a phone, a receiver or a map program writes it: each is the same outline, to the page and to the import. */

const WALK = [
  [34.43, 1.1],
  [34.431, 1.1],
  [34.431, 1.101],
  [34.43, 1.101],
  [34.43001, 1.10001],
] as const
const RING = [...WALK, WALK[0]]
const kml = (content: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${content}</Document></kml>`
const placed = (content: string, name = 'Walk') =>
  kml(`<Placemark><name>${name}</name>${content}</Placemark>`)
const joined = (steps: readonly (readonly [number, number])[]) =>
  steps.map(([lon, lat]) => `${lon},${lat},0`).join(' ')
const line = (tag: string, steps: readonly (readonly [number, number])[] = WALK) =>
  `<${tag}><coordinates>${joined(steps)}</coordinates></${tag}>`
const track = (steps: readonly (readonly [number, number])[]) =>
  `<gx:Track>${steps.map(([lon, lat]) => `<when>2026-01-01T00:00:00Z</when><gx:coord>${lon} ${lat} 1200</gx:coord>`).join('')}</gx:Track>`
const ring = `<Polygon><outerBoundaryIs>${line('LinearRing', RING as never)}</outerBoundaryIs></Polygon>`
const point = '<Point><coordinates>34.4305,1.1005,0</coordinates></Point>'
const bytes = (text: string) => new TextEncoder().encode(text)

const ringIn = ({ outline }: Pick<Boundary, 'outline'>) =>
  'geometry' in outline
    ? (outline.geometry as { coordinates: number[][][] }).coordinates[0]?.map((corner) => corner.slice(0, 2))
    : WORDS.tell(outline.message)
/** As the import reads it: one row, whose outline is read in its cell. */
const imported = (file: Uint8Array): unknown[] => {
  const { header = [], text = '' } = featureTable(file) ?? {}
  expect(header.at(-1)).toBe('geometry')
  return text
    .trim()
    .split('\n')
    .map((row) => {
      const cell = /"(\{.*\})"$/.exec(row)?.[1]?.replaceAll('""', '"') ?? ''
      return ringIn({ outline: readOutline(cell) })
    })
}

const FILES: readonly (readonly [string, Uint8Array])[] = [
  ['a line of KML', bytes(placed(line('LineString')))],
  ['a ring of KML alone', bytes(placed(line('LinearRing')))],
  ['a track of KML', bytes(placed(track(WALK)))],
  [
    'a track of KML whose phone paused',
    bytes(placed(`<gx:MultiTrack>${track(WALK.slice(0, 2))}${track(WALK.slice(2))}</gx:MultiTrack>`)),
  ],
  [
    'a line of GeoJSON',
    bytes(
      JSON.stringify({
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: WALK },
      }),
    ),
  ],
  ['a polygon beside its label', bytes(placed(`<MultiGeometry>${point}${ring}</MultiGeometry>`))],
  [
    'a polygon and a point of its name',
    bytes(
      kml(`<Placemark><name>Hill</name>${point}</Placemark><Placemark><name>hill </name>${ring}</Placemark>`),
    ),
  ],
  ['KMZ', zipSync({ 'doc.kml': strToU8(placed(line('LineString'))) })],
  [
    'a track of GPX',
    bytes(
      `<gpx><trk><name>Walk</name><trkseg>${WALK.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')}</trkseg></trk></gpx>`,
    ),
  ],
]

test.each(FILES)('%s', async (_what, file) => {
  expect(ringIn(await readBoundary(file))).toEqual(RING)
  expect(imported(file)).toEqual([RING])
})

test('a line that does not come back to its beginning is no boundary, from any format', async () => {
  const open = WALK.slice(0, 3)
  for (const file of [bytes(placed(line('LineString', open))), bytes(placed(track(open)))]) {
    expect(ringIn(await readBoundary(file))).toMatch(/ends are \d+ metres apart/)
    expect(imported(file)).toEqual([expect.stringMatching(/ends are \d+ metres apart/)])
  }
})

test('two plots of one name stay two, and so does a point that lies elsewhere', () => {
  const elsewhere = '<Point><coordinates>35,1.1,0</coordinates></Point>'
  const two = (first: string) =>
    bytes(kml([first, ring].map((shape) => `<Placemark><name>Hill</name>${shape}</Placemark>`).join('')))
  const countIn = (file: Uint8Array) => featureTable(file)?.text.trim().split('\n').length
  expect([countIn(two(ring)), countIn(two(elsewhere)), countIn(two(point))]).toEqual([2, 2, 1])
})

describe('waypoints of a receiver', () => {
  const waypoints = (names: readonly string[]) =>
    bytes(
      `<gpx version="1.1">${WALK.slice(0, 4)
        .map(([lon, lat], i) => `<wpt lat="${lat}" lon="${lon}"><name>${names[i]}</name></wpt>`)
        .join('')}</gpx>`,
    )
  test('are the corners of the plot that is drawn', async () => {
    const read = await readBoundary(waypoints(['001', '002', '003', '004']))
    expect(ringIn(read)).toEqual([...WALK.slice(0, 4), WALK[0]])
  })
  test('with numbers for names are not taken for plots by the import; with names they are', () => {
    expect(() => featureTable(waypoints(['001', '002', '003', '004']))).toThrow(
      'may be the corners of one plot',
    )
    expect(
      featureTable(waypoints(['A', 'B', 'C', 'D']))
        ?.text.trim()
        .split('\n'),
    ).toHaveLength(4)
  })
})

describe('an area as ODK and Kobo write it in a cell', () => {
  const cell = (steps: readonly (readonly [number, number])[]) =>
    steps.map(([lon, lat]) => `${lat} ${lon} 1500.0 4.9`).join('; ')
  test.each([
    ['a shape', cell([...WALK.slice(0, 4), WALK[0]]), [...WALK.slice(0, 4), WALK[0]]],
    ['a trace', cell(WALK), RING],
    ['with a semicolon at the end', `${cell(WALK)};`, RING],
  ])('%s', (_what, text, expected) => expect(ringIn({ outline: readOutline(text) })).toEqual(expected))

  test('a point', () =>
    expect(readOutline('1.1 34.43 1500 5')).toEqual({
      geometry: { type: 'Point', coordinates: [34.43, 1.1] },
      decimals: 2,
    }))
  test.each(['1.1', '1.1 34.43 1500 5 6', '1,1 34,4', 'POINT'])('%j is none', (text) =>
    expect(ringIn({ outline: readOutline(text) })).toBe('is neither GeoJSON nor WKT'),
  )
})
