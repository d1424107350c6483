import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  around,
  MOST_BOUNDARY_BYTES,
  readBoundary,
  sentOutline,
  typedPoint,
} from '../../../../src/clients/outlines/boundary.ts'
import { outlineTold } from '../../../support/clients/importer/support.ts'

/** A boundary walked with a phone: what becomes of the file. */

const bytes = (text: string) => new TextEncoder().encode(text)
const [LON, LAT] = [32.581234, 0.347891]
const METRE = 1 / 111_320
/** Some 60 by 60 metres, by their distance from the corner in the south-west. */
const at = (east: number, north: number) => [LON + east * METRE, LAT + north * METRE] as const
const SQUARE = [at(0, 0), at(60, 0), at(60, 60), at(0, 60)]

const step = ([lon, lat]: readonly [number, number], tag = 'trkpt') =>
  `<${tag} lat="${lat}" lon="${lon}"><ele>1200</ele><time>2026-11-20T08:00:00Z</time></${tag}>`
const gpx = (content: string) =>
  `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${content}</gpx>`
const track = (steps: readonly (readonly [number, number])[]) =>
  `<trk><trkseg>${steps.map((one) => step(one)).join('')}</trkseg></trk>`
const ringOf = ({ outline }: Awaited<ReturnType<typeof readBoundary>>) =>
  'geometry' in outline ? (outline.geometry as { coordinates: number[][][] }).coordinates[0] : outline

describe('a track', () => {
  test('whose ends are close becomes a ring, with six decimals and every corner', async () => {
    const read = await readBoundary(bytes(gpx(track([...SQUARE, at(0, 8)]))))
    const ring = ringOf(read) as number[][]
    expect(ring).toHaveLength(6)
    expect(ring.at(-1)).toEqual(ring[0])
    expect(ring[0]).toEqual([LON, LAT])
    for (const degrees of ring.flat()) expect(Math.round(degrees * 1e6) / 1e6).toBe(degrees)
    expect(read.closedOverM).toBeCloseTo(8, 0)
  })

  test('that ends where it began is taken as it is', async () => {
    const read = await readBoundary(bytes(gpx(track([...SQUARE, at(0, 0)]))))
    expect(ringOf(read)).toHaveLength(5)
    expect(read.closedOverM).toBeNull()
  })

  test.each([
    [26, 'far'],
    [24, 'near'],
  ])('whose ends are %d metres from each other: %s', async (north, how) => {
    const read = await readBoundary(bytes(gpx(track([...SQUARE, at(0, north)]))))
    if (how === 'near') expect(read.outline).toHaveProperty('geometry')
    else
      expect(outlineTold(read.outline)).toEqual({
        message: 'is a walk whose ends are 26 metres apart, so it is not around the plot',
        remedy: 'Walk along the whole boundary, back to where you started.',
      })
    expect(read.drawn).not.toBeNull()
  })

  test('along a short path is not closed only because it is short', () => {
    expect(around([at(0, 0), at(10, 0), at(20, 1)]).outline).toHaveProperty('message')
  })

  test('with a pause is one walk, and a phone that stood still repeats nothing', async () => {
    const [a, b, c, d] = SQUARE.map((one) => step(one))
    const read = await readBoundary(
      bytes(gpx(`<trk><trkseg>${a}${a}${b}</trkseg><trkseg>${c}${c}${d}${a}</trkseg></trk>`)),
    )
    expect(ringOf(read)).toHaveLength(5)
  })

  test('that crosses itself is not repaired, and is drawn', async () => {
    const [a, b, c, d] = SQUARE as [
      (typeof SQUARE)[0],
      (typeof SQUARE)[0],
      (typeof SQUARE)[0],
      (typeof SQUARE)[0],
    ]
    const read = await readBoundary(bytes(gpx(track([a, c, b, d]))))
    expect(outlineTold(read.outline)).toMatchObject({
      message: expect.stringContaining('is a walk whose ends'),
    })
    const closed = await readBoundary(bytes(gpx(track([a, c, b, d, a]))))
    expect(outlineTold(closed.outline)).toMatchObject({
      message: expect.stringContaining('crosses or touches itself'),
    })
    expect(closed.drawn).toMatchObject({ type: 'Polygon' })
  })

  test('a route, with any prefix, and one waypoint', async () => {
    const route = `<rte>${[...SQUARE, at(0, 0)].map((one) => step(one, 'rtept')).join('')}</rte>`
    expect(ringOf(await readBoundary(bytes(gpx(route))))).toHaveLength(5)
    const prefixed = gpx(route)
      .replaceAll(/<(\/?)(?=[a-z])/g, '<$1g:')
      .replace('xmlns=', 'xmlns:g=')
    expect(ringOf(await readBoundary(bytes(prefixed)))).toHaveLength(5)
    const point = await readBoundary(bytes(gpx(step(at(0, 0), 'wpt'))))
    expect(point.outline).toEqual({ geometry: { type: 'Point', coordinates: [LON, LAT] }, decimals: 6 })
  })
})

test.each([
  ['two tracks', gpx(track(SQUARE) + track(SQUARE)), /2 plots or walks/],
  ['no track', gpx(''), /has no walk/],
  ['a half of a file', gpx(track(SQUARE)).slice(0, 200), /GPX file cannot be read/],
  ['an entity that grows', gpx('<trk>&a;</trk>'), /GPX file cannot be read/],
  ['a picture', '\u0089PNG', /neither GPX nor GeoJSON nor KML/],
  ['nothing', '', /neither GPX nor GeoJSON nor KML/],
  ['GeoJSON of two', JSON.stringify(collection(2)), /2 plots or walks/],
  ['an empty collection', JSON.stringify(collection(0)), /has no plot/],
])('%s: a fault in words', async (_what, text, words) => {
  await expect(readBoundary(bytes(text))).rejects.toThrow(words)
})

function collection(count: number) {
  const ring = [...SQUARE, at(0, 0)]
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: count }, () => ({
      ...{ type: 'Feature', properties: { name: 'x' } },
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  }
}

test('GeoJSON', async () => {
  expect(ringOf(await readBoundary(bytes(JSON.stringify(collection(1)))))).toHaveLength(5)
})

test('steps that are nowhere, and too many bytes', async () => {
  const nowhere = gpx(
    '<trk><trkseg><trkpt lat="x" lon="1"/><trkpt lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk>',
  )
  expect((await readBoundary(bytes(nowhere))).outline).toHaveProperty('message')
  await expect(readBoundary(new Uint8Array(MOST_BOUNDARY_BYTES + 1))).rejects.toThrow('larger than 1 MB')
})

test('what a page sends back is looked at like a file', () => {
  const deep = `{"type":"Polygon","coordinates":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  for (const text of [
    '',
    'null',
    '[]',
    '{',
    '"x"',
    '{"type":"Polygon"}',
    deep,
    '{"type":"Point","coordinates":[1e999,0]}',
  ])
    expect(sentOutline(text).outline, text.slice(0, 40)).toHaveProperty('message')
  expect(sentOutline('{"type":"Point","coordinates":[32.5,0.3]}').outline).toHaveProperty('geometry')
})

test.each([
  ['0.347596, 32.582520', [32.58252, 0.347596]],
  [' -0.5 ; 32 ', [32, -0.5]],
  ['0.3476 32.5825', [32.5825, 0.3476]],
  ['0.5° S, 32.5° E', [32.5, -0.5]],
  ['S0.5 E32.5', [32.5, -0.5]],
])('the point %j', (text, point) => expect(typedPoint(text)).toEqual(point))

test.each(['', 'x', '1', '1,2,3', '1,5,32,5', '0.3E, 32N', 'N1S, 2', '1e3, 2', '<b>1</b>, 2'])(
  'no point: %j',
  (text) => expect(() => typedPoint(text)).toThrow(/not a place|letters/),
)

describe('a file that is made to be slow', () => {
  const FULL = MOST_BOUNDARY_BYTES - 100
  const filled = (begin: string, one: string, end: string) =>
    begin + one.repeat(Math.floor((FULL - begin.length - end.length) / one.length)) + end
  const ATTRIBUTES = Array.from({ length: 60_000 }, (_, i) => `a${i}=""`).join(' ')

  test.each([
    ['elements', filled('<kml>', '<a/>', '</kml>')],
    ['elements inside each other', '<a>'.repeat(120_000)],
    ['attributes', `<kml ${ATTRIBUTES}/>`],
    ['attributes of a walk', `<gpx><trk ${ATTRIBUTES}/></gpx>`],
    ['lists', filled('{"type":"Polygon","coordinates":[', '[],', '[]]}')],
    ['lists inside each other', '['.repeat(500_000)],
    ['numbers', filled('{"type":"LineString","coordinates":[[', '1,', '1]]}')],
    ['members', `{${Array.from({ length: 50_000 }, (_, i) => `"a${i}":1`).join(',')}}`],
    ['features', filled('[', '{},', '{}]')],
  ])('is refused before it is taken apart: %s', async (_what, text) => {
    expect(text.length).toBeLessThan(MOST_BOUNDARY_BYTES)
    await expect(readBoundary(bytes(text))).rejects.toMatchObject({
      message: 'The file has more content than any walk around a plot needs.',
      remedy: expect.stringContaining('Export this walk alone'),
    })
  })

  const PLACES =
    '<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>|</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>'
  const [BEGIN = '', END = ''] = PLACES.split('|')
  test.each([
    ['one ring', filled(BEGIN, '1,1 2,2 ', END)],
    [
      'many rings',
      filled(
        '<kml><Placemark>',
        `${PLACES.slice(16, -18).replace('|', '1,1 2,1 2,2 1,1 '.repeat(100))}`,
        '</Placemark></kml>',
      ),
    ],
  ])('has no more places read than a plot may have: %s', async (_what, text) => {
    const { outline, drawn } = await readBoundary(bytes(text))
    expect(outlineTold(outline)).toMatchObject({
      message: 'has more than 10,000 corners, too many for one plot',
    })
    expect((drawn as { coordinates: unknown[] }).coordinates.flat(3).length).toBeLessThanOrEqual(2 * 10_001)
  })

  test('one place has at most four numbers', async () => {
    const { drawn } = await readBoundary(bytes(filled(BEGIN, ',', END)))
    expect((drawn as { coordinates: number[][][] }).coordinates[0]?.[0]).toHaveLength(4)
  })

  test('a walk of more steps is not looked at any further', async () => {
    const steps = Array.from({ length: 10_002 }, (_, i) => step([32 + i / 1e5, 0.3 + (i % 2) / 1e5]))
    const text = gpx(`<trk><trkseg>${steps.join('').replaceAll('<ele>1200</ele>', '')}</trkseg></trk>`)
    const { outline, drawn } = await readBoundary(bytes(text))
    expect(outlineTold(outline)).toMatchObject({
      message: 'has more than 10,000 corners, too many for one plot',
    })
    expect(drawn).toBeNull()
  })

  test.each([
    ['KML', filled('<kml><Placemark><name>', 'x', '</name></Placemark></kml>')],
    ['GPX', filled('<gpx><trk><name>', 'x', '</name></trk></gpx>')],
  ])('leaves the loop to others while it is read: %s', async (_what, text) => {
    let turns = 0
    let isDone = false
    const counting = (async () => {
      while (!isDone) {
        await setImmediate()
        turns++
      }
    })()
    await readBoundary(bytes(text)).catch(() => {})
    isDone = true
    await counting
    expect(turns).toBeGreaterThanOrEqual(15)
  })
})
