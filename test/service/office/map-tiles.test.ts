import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MapFiles } from '../../../src/records/plots/map-files.ts'
import { type MadeTile, tileWith, writeMbtiles, writePmtiles } from '../../support/map-file.ts'
import { openOffice, staffOf } from '../../support/office.ts'

/** The office's own map: files of tiles in the data folder, whatever is in them. */

const office = await openOffice()
const staff = await staffOf(office)
afterAll(() => office.service.stop())
const folder = join(office.coop.data, 'maps')
const maps = new MapFiles(folder)
afterAll(() => maps.close())

const picture = await tileWith(10, 20)
const tiles: readonly MadeTile[] = [
  { z: 3, x: 4, y: 3, bytes: picture },
  { z: 4, x: 9, y: 7, bytes: await tileWith(30, 40) },
]
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
})
const asked = async (path: string, cookie = staff.auditor.cookie) => {
  const answer = await fetch(`${office.url}${path}`, { headers: { cookie }, redirect: 'manual' })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { status: answer.status, type: answer.headers.get('content-type'), answer, bytes }
}

describe.each([
  ['MBTiles', 'uganda.mbtiles', writeMbtiles],
  ['PMTiles', 'uganda.pmtiles', writePmtiles],
] as const)('%s', (_name, file, write) => {
  test('shows its tiles to everyone who is signed in, and keeps no browser from forgetting them', async () => {
    write(join(folder, file), tiles, {
      attribution: '<a href="https://x.example">© Surveyors</a> &amp; others',
    })
    const { status, type, bytes, answer } = await asked('/maps/3/4/3')
    expect([status, type, answer.headers.get('cache-control')]).toEqual([200, 'image/png', 'no-store'])
    expect(bytes).toEqual(new Uint8Array(picture))
    expect((await asked('/maps/4/9/7')).bytes).not.toEqual(bytes)
    expect(await maps.background()).toMatchObject({
      ...{ minZoom: 3, maxZoom: 4, attribution: '© Surveyors & others' },
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
  })
  test('has an empty picture where it has no tile, for any address', async () => {
    write(join(folder, file), tiles)
    const [none, ...others] = await Promise.all(
      [
        '3/0/0',
        '3/8/8',
        '2/0/0',
        '24/1/1',
        '99/99999999/99999999',
        'x/1/1',
        '3/-1/2',
        '3/4/3.5',
        '3/1e3/0',
      ].map(async (place) => (await asked(`/maps/${place}`)).bytes.length),
    )
    expect(new Set(others)).toEqual(new Set([none]))
    expect(none).toBeLessThan(100)
  })
  test('shows nothing that is no picture', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    write(join(folder, file), [{ z: 3, x: 4, y: 3, bytes }])
    const { type, bytes: shown } = await asked('/maps/3/4/3')
    expect([type, shown]).toEqual(['image/png', (await asked('/maps/3/0/0')).bytes])
  })
  test('is read again when it was replaced, and not when it is gone', async () => {
    write(join(folder, file), tiles)
    const before = await maps.background()
    rmSync(join(folder, file))
    expect(await maps.background()).toBeNull()
    expect((await asked('/maps/3/4/3')).bytes.length).toBeLessThan(100)
    write(join(folder, file), tiles.slice(0, 1))
    utimesSync(join(folder, file), 1, 1)
    expect(await maps.background()).toMatchObject({ maxZoom: 3 })
    expect(await maps.background()).not.toMatchObject({ version: (before as { version: string }).version })
  })
  test('cut short is named, and is no error', async () => {
    writeFileSync(join(folder, file), 'not a map')
    expect(await maps.background()).toEqual({ fault: 'unreadable', name: file })
    expect((await asked('/maps/3/4/3')).status).toBe(200)
  })
})

test('a tile that is too large is left out', async () => {
  const bytes = Buffer.concat([picture, Buffer.alloc(1024 * 1024)])
  writeMbtiles(join(folder, 'a.mbtiles'), [{ z: 3, x: 4, y: 3, bytes }])
  expect((await asked('/maps/3/4/3')).bytes.length).toBeLessThan(100)
})

test('vector tiles are not shown, and named', async () => {
  writePmtiles(join(folder, 'v.pmtiles'), tiles, { type: 1 })
  expect(await maps.background()).toEqual({ fault: 'vector', name: 'v.pmtiles' })
  rmSync(join(folder, 'v.pmtiles'))
  writeMbtiles(join(folder, 'v.mbtiles'), tiles, { format: 'pbf' })
  expect(await maps.background()).toEqual({ fault: 'vector', name: 'v.mbtiles' })
})

test('a file without an index would be read from its beginning for each tile, so it is not read', async () => {
  writeMbtiles(join(folder, 's.mbtiles'), tiles, { hasIndex: false })
  expect(await maps.background()).toEqual({ fault: 'slow', name: 's.mbtiles' })
})

test('bounds that are nowhere are none; of several files the first by name counts', async () => {
  writeMbtiles(join(folder, 'b.mbtiles'), tiles, { bounds: '29.5,-1.5,35.0,4.3' })
  expect(await maps.background()).toMatchObject({ bounds: { west: 29.5, south: -1.5, east: 35, north: 4.3 } })
  writeMbtiles(join(folder, 'a.mbtiles'), tiles, { bounds: 'everywhere' })
  expect(await maps.background()).toMatchObject({ bounds: null })
})

test('no one who is signed out learns whether there is a map', async () => {
  const without = await asked('/maps/3/4/3', '')
  writeMbtiles(join(folder, 'a.mbtiles'), tiles)
  const { status, answer, bytes } = await asked('/maps/3/4/3', '')
  expect([status, answer.headers.get('location'), bytes.length]).toEqual([303, '/sign-in?ended', 0])
  expect([without.status, without.bytes.length]).toEqual([status, bytes.length])
})

test.skipIf(process.getuid?.() === 0)('a folder that the service may not read has no map', async () => {
  chmodSync(folder, 0)
  expect(await maps.background()).toBeNull()
  chmodSync(folder, 0o700)
})
