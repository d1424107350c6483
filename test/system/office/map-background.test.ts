import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { h } from 'preact'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlotMap } from '../../../src/office/frame/parts/map.tsx'
import { MAP_STYLE } from '../../../src/office/frame/parts/map-style.ts'
import { renderedFor } from '../../../src/office/frame/reader.tsx'
import { MapFiles } from '../../../src/records/plots/map-files.ts'
import { englishWords } from '../../../src/words/words.ts'
import { DESKTOP, keepPicture, NO_BROWSER, PHONE, Windows } from '../../support/browser.ts'
import { tileWith, writeMbtiles, writePmtiles } from '../../support/map-file.ts'
import { type Office, openOffice, staffOf } from '../../support/office.ts'
import { polygonOf, squareAt } from '../../support/outlines.ts'
import { COLOURS, plots, SOUTH, WEST } from '../../support/sample-parts.ts'

/** The tiles of the office's own map lie under the outlines, in a real browser with the policy of the pages. */

const ZOOM = 17
/** The tile of a place and the pixel in it, as OpenStreetMap's wiki computes them ("Slippy map tilenames"). */
function pixelOf(lon: number, lat: number) {
  const n = 2 ** ZOOM * 256
  const x = ((lon + 180) / 360) * n
  const y = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * n
  return { tile: [Math.floor(x / 256), Math.floor(y / 256)] as const, pixel: [x % 256, y % 256] as const }
}

/** The corner of a pixel near a place, so that a mark on it is sharp, by the inverse of the same formulas. */
function onPixel(lon: number, lat: number): readonly [number, number] {
  const n = 2 ** ZOOM * 256
  const { tile, pixel } = pixelOf(lon, lat)
  const [x, y] = [tile[0] * 256 + Math.round(pixel[0]), tile[1] * 256 + Math.round(pixel[1])]
  const radians = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / n)))
  return [(x / n) * 360 - 180, (radians * 180) / Math.PI]
}

describe.skipIf(NO_BROWSER !== '')(`tiles${NO_BROWSER}`, () => {
  let office: Office
  let windows: Windows
  let cookie: string
  beforeAll(async () => {
    office = await openOffice()
    cookie = (await staffOf(office)).clerk.cookie
    windows = await Windows.at(office.url)
    mkdirSync(join(office.coop.data, 'maps'))
  })
  afterAll(async () => {
    await windows?.close()
    await office?.service.stop()
  })

  /** Every tile around a place; a red square marks the place itself. */
  async function tilesAround(lon: number, lat: number) {
    const { tile, pixel } = pixelOf(lon, lat)
    const places = [-2, -1, 0, 1, 2].flatMap((x) => [-2, -1, 0, 1, 2].map((y) => [x, y] as const))
    return Promise.all(
      places.map(async ([x, y]) => ({
        ...{ z: ZOOM, x: tile[0] + x, y: tile[1] + y },
        bytes:
          x === 0 && y === 0
            ? await tileWith(Math.round(pixel[0]), Math.round(pixel[1]))
            : await tileWith(-99, -99),
      })),
    )
  }

  test.each([
    ['PMTiles', 'a.pmtiles', writePmtiles, WEST, SOUTH, 0.0015, DESKTOP],
    ['MBTiles, far north, on a phone', 'b.mbtiles', writeMbtiles, 25.4651, 65.0121, 0.0005, PHONE],
  ] as const)(
    'of %s: a corner of a plot is where the tile has it',
    async (_name, file, write, lon, lat, side, size) => {
      const [west, south] = onPixel(lon, lat)
      const folder = join(office.coop.data, 'maps')
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      write(join(folder, file), await tilesAround(west, south), { attribution: '© Surveyors' })
      const maps = new MapFiles(folder)
      const background = await maps.background()
      await maps.close()
      const own = { kind: 'own', name: '', geometry: polygonOf(squareAt(west, south, side)) } as const
      const html = renderedFor(
        englishWords('UTC'),
        h(PlotMap, { plots: lon === WEST ? [own, ...plots] : [own], background }),
      )
      const page = await windows.open(size, {}, cookie)
      await page.goto(`${office.url}/account`)
      await page.evaluate(
        async ([map, style]) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(style as string)
          document.adoptedStyleSheets = [sheet]
          const main = document.querySelector('main') as HTMLElement
          main.innerHTML = map as string
          const images = [...main.querySelectorAll('image')]
          await Promise.all(
            images.map(
              (image) => new Promise((done) => Object.assign(image, { onload: done, onerror: done })),
            ),
          )
        },
        [html, COLOURS + MAP_STYLE],
      )
      const corner = (await page.evaluate(`(() => {
      const path = document.querySelector('.plots-map path.own')
      const { x, y } = path.getPointAtLength(0).matrixTransform(path.getScreenCTM())
      return [x + scrollX, y + scrollY]
    })()`)) as [number, number]
      await keepPicture(page, `map-${file}`, true)
      const { data, info } = await sharp(await page.screenshot({ fullPage: true }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      /** Whether a pixel is red, seen from the corner. */
      const isRed = (right: number, down: number): boolean => {
        const at = (Math.round(corner[1] + down) * info.width + Math.round(corner[0] + right)) * info.channels
        const [red = 0, green = 255, blue = 255] = data.subarray(at, at + 3)
        return red > 200 && green < 60 && blue < 60
      }
      const reds: number[][] = []
      for (let right = -30; right <= 30; right++)
        for (let down = -30; down <= 30; down++) if (isRed(right, down)) reds.push([right, down])
      // The square, as far as it is outside of the outline, which lies to the north-east of its corner.
      expect(reds.length).toBeGreaterThan(4)
      const [left, lowest] = [Math.min(...reds.map(([x = 0]) => x)), Math.max(...reds.map(([, y = 0]) => y))]
      const half = (await page.evaluate(
        `document.querySelector('.plots-map image').getBoundingClientRect().width / 256 * 3`,
      )) as number
      expect(Math.abs(-left - half)).toBeLessThanOrEqual(1.5)
      expect(Math.abs(lowest - half)).toBeLessThanOrEqual(1.5)
      expect(windows.faults(/^$/)).toEqual([])
    },
  )
})
