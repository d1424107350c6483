import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, type Document, founded, temporaryFolder } from '../../support/command.ts'

/** `granary record add plot`. */

const folder = temporaryFolder()
const RING = [
  [32.582101, 0.347101],
  [32.583101, 0.347101],
  [32.583101, 0.348101],
  [32.582101, 0.348101],
  [32.582101, 0.347101],
]
const SQUARE = { type: 'Polygon', coordinates: [RING] }
const file = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const feature = (geometry: object) => ({ type: 'Feature', properties: { name: 'ignored' }, geometry })
const FACTS = [
  ...['--holder', '71', '--country', 'UG', '--date', '2026-03-05', '--plot-name', 'Hill'],
  ...['--area-ha', '1.23', '--crops', 'coffee_arabica_parchment'],
]
const add = (...args: string[]) => cli('record', 'add', 'plot', ...args, '--data', coop.data, '--json')
const plots = async (): Promise<Document[]> => (await run('record', 'list', 'plot')).records

const coop = await founded()
const { did: run } = coop
const grace = await coop.party('person', 'Grace Nakato', '71')
await coop.party('person', 'Opio', '72')

describe('by flags', () => {
  test('a plot with its boundary, as the file has it', async () => {
    const square = file('square.geojson', { type: 'FeatureCollection', features: [feature(SQUARE)] })
    const { code, out } = await add(...FACTS, '--boundary', square)
    expect(code).toBe(0)
    const record = JSON.parse(out)
    expect(record).toMatchObject({
      ...{ type: 'plot', holder: grace, name: 'Hill', country: 'UG', area_ha: 1.23, geometry: SQUARE },
      crops: ['coffee_arabica_parchment'],
    })
    for (const flag of ['area_mismatch', 'geometry_invalid']) expect(record.derived.flags).not.toContain(flag)
  })

  test('a plot with a place in it, the longitude first, and what is doubtful about it', async () => {
    const { code, out, err } = await add(...FACTS.slice(0, 6), '--area-ha', '7', '--point', '32.59, 0.347596')
    expect(code).toBe(0)
    expect(err).toContain(
      'LOOK AGAIN: The plot is larger than 4 ha and has only a point, which the EU refuses.',
    )
    const record = JSON.parse(out)
    expect(record.geometry).toEqual({ type: 'Point', coordinates: [32.59, 0.347596] })
    expect(record.derived.flags).toContain('polygon_required')
  })

  test('a hole is warned of, with the remedy, and written', async () => {
    const pond = [0, 1, 2, 0].map((at) => [32.7005 + 0.0001 * (at % 2), 0.4005 + 0.0001 * Math.trunc(at / 2)])
    const around = RING.map(([lon = 0, lat = 0]) => [lon + 0.1179, lat + 0.0529])
    const holed = file('pond.json', { type: 'Polygon', coordinates: [around, pond] })
    const before = (await plots()).length
    const { code, err } = await add(...FACTS.slice(0, 6), '--boundary', holed)
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /LOOK AGAIN: The boundary has a hole, which the EU refuses\. Draw it again without the hole/,
      ),
    ])
    expect(await plots()).toHaveLength(before + 1)
  })

  test("a plot on somebody else's is told before it is written, and a second one of a member is no repetition", async () => {
    const facts = ['--holder', '72', ...FACTS.slice(2)]
    const { code, err } = await add(...facts, '--boundary', file('on-it.json', SQUARE))
    expect(code).toBe(0)
    expect(err).toContain("LOOK AGAIN: It overlaps someone else's plot.")
    const away = await add(...facts, '--point', '32.600001,0.400001')
    expect(away.code).toBe(0)
    expect(away.err).not.toContain('less than an hour ago')
    const same = await add(...facts, '--point', '32.600001,0.400001')
    expect(same.err).toContain('The same was written down less than an hour ago.')
  })

  const loop = join(folder, 'loop.geojson')
  symlinkSync('loop.geojson', loop)
  const big = join(folder, 'big.geojson')
  writeFileSync(big, '')
  truncateSync(big, 200_000_000)
  test.each([
    ['nothing of the map', [], '--boundary or --point is missing: a file of its boundary'],
    [
      'both',
      ['--boundary', file('a.json', SQUARE), '--point', '32.5,0.3'],
      'were both given: give one of them.',
    ],
    ['swapped numbers', ['--point', '0.347596,32.582520'], 'longitude comes first'],
    ['no numbers', ['--point', 'here'], 'Write the longitude, a comma and the latitude'],
    ['another country', ['--point', '36.817223,-1.286389'], 'lies in Kenya (KE), not in Uganda (UG)'],
    [
      'two plots',
      [
        '--boundary',
        file('two.json', { type: 'FeatureCollection', features: [SQUARE, SQUARE].map(feature) }),
      ],
      'only one can be entered here at a time',
    ],
    ['a file that is not there', ['--boundary', join(folder, 'none.json')], 'There is no file'],
    ['a folder', ['--boundary', folder], 'is not a file'],
    ['a link that leads to itself', ['--boundary', loop], 'cannot be read'],
    ['200 MB', ['--boundary', big], 'larger than 1 MB'],
  ])('%s: refused with the remedy, and nothing is written', async (_what, args, words) => {
    const before = await plots()
    const { code, err } = await add(...FACTS, ...args)
    expect(code).not.toBe(0)
    expect(err).toContain(words)
    expect(await plots()).toEqual(before)
  })

  test('all that is missing or wrong is named at once, the place too', async () => {
    const { code, err } = await add('--holder', '99', '--country', 'Uganda', '--point', '0.347596,95')
    expect([code, err.split('\n').slice(0, -2)]).toEqual([
      2,
      [
        'granary: 4 flags are missing or wrong.',
        expect.stringMatching(/^ {2}--date is missing: /),
        expect.stringMatching(/^ {2}--holder "99": "99" is not a known id/),
        '  --country "Uganda": Write the two letters of the country, such as UG.',
        expect.stringMatching(/^ {2}--point "0.347596,95": .* but no latitude is above 90/),
      ],
    ])
  })
})
