import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JPEG, PNG, WEBP } from '../../../support/evidence/pictures/parts.ts'
import { cleaned, fixture, MARK, refusal } from '../../../support/evidence/pictures/planted.ts'

/** Pictures by tools that others wrote (fixtures/make.sh), and whether those tools still find anything. */

const DESCRIBED = ['camera.jpg', 'progressive.jpg', 'scan.png', 'lossy.webp']
const PLAIN = ['cmyk.jpg', 'palette.png', 'lossless.webp', 'alpha.webp']

describe.each([...DESCRIBED, ...PLAIN])('%s', (name) => {
  test('shows the same pixels, in the same colours, the same way up', async () => {
    const file = fixture(name)
    const clean = await cleaned(file)
    const [before, after] = await Promise.all([sharp(file).metadata(), sharp(clean).metadata()])
    expect(await sharp(clean, { failOn: 'warning' }).raw().toBuffer()).toEqual(
      await sharp(file).raw().toBuffer(),
    )
    expect(after.icc).toEqual(before.icc)
    expect(after.orientation ?? 1).toBe(before.orientation ?? 1)
    expect([after.format, after.space, after.isProgressive]).toEqual([
      before.format,
      before.space,
      before.isProgressive,
    ])
    expect([after.xmp, after.iptc, after.comments]).toEqual([undefined, undefined, undefined])
  })
})

describe.each(DESCRIBED)('%s', (name) => {
  test('held what must not come through, and a profile', async () => {
    const { exif, xmp, icc, orientation } = await sharp(fixture(name)).metadata()
    expect(exif?.includes(`${MARK}-serial`)).toBe(true)
    expect(xmp?.includes(`${MARK}-xmp`)).toBe(true)
    expect(icc?.length).toBeGreaterThan(400)
    expect(orientation).toBeGreaterThan(1)
  })
  test('holds nothing of it any more, only which way up it is', async () => {
    const clean = await cleaned(fixture(name))
    const { exif } = await sharp(clean).metadata()
    expect(clean.includes(MARK)).toBe(false)
    // A TIFF with one entry; out of a JPEG, sharp gives the six letters before it along.
    expect((exif as Buffer).length).toBe(name.endsWith('.jpg') ? 6 + 26 : 26)
  })
})

test('what is left is what is on the list', async () => {
  const types = async (format: typeof JPEG, name: string) =>
    format.blocksOf(await cleaned(fixture(name))).map(({ type }) => type)
  expect(await types(JPEG, 'camera.jpg')).toEqual('e0 e1 e2 db db c0 c4 c4 c4 c4 da'.split(' '))
  expect(await types(JPEG, 'cmyk.jpg')).toEqual('ee db db c0 c4 c4 c4 c4 da'.split(' '))
  expect(await types(PNG, 'scan.png')).toEqual('IHDR gAMA cHRM bKGD iCCP eXIf IDAT IEND'.split(' '))
  expect(await types(PNG, 'palette.png')).toEqual('IHDR gAMA cHRM PLTE tRNS bKGD IDAT IEND'.split(' '))
  expect(await types(WEBP, 'lossy.webp')).toEqual(['VP8X', 'ICCP', 'VP8 ', 'EXIF'])
  expect(await types(WEBP, 'alpha.webp')).toEqual(['VP8X', 'ALPH', 'VP8 '])
  expect(await types(WEBP, 'lossless.webp')).toEqual(['VP8L'])
})

test('an animated WebP is refused with a word', async () => {
  expect(await refusal(fixture('animated.webp'))).toMatch(/animated/)
})

const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0

/** Exiftool reads the most kinds of metadata; where it is not installed, the tests above stand alone. */
describe.skipIf(!hasExiftool)('exiftool (skipped where it is not installed)', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const tagsOf = (name: string, file: Uint8Array): string[] => {
    const path = join(folder, name)
    writeFileSync(path, file)
    const { stdout } = spawnSync('exiftool', ['-j', '-G1', '-a', '-u', '-U', path], { encoding: 'utf8' })
    const [tags] = JSON.parse(stdout) as [Record<string, unknown>]
    return Object.keys(tags).filter(
      (tag) => !/^(SourceFile|ExifTool|System|File|Composite|ICC-header|ICC_Profile)/.test(tag),
    )
  }

  test.each(DESCRIBED)(
    'finds device and place in %s before, and the orientation alone after',
    async (name) => {
      const before = tagsOf(name, fixture(name))
      expect(before).toContain('GPS:GPSLatitude')
      expect(before).toContain('IFD0:Make')
      const after = tagsOf(name, await cleaned(fixture(name)))
      // What tells how the picture is drawn; all else that is found must be the orientation.
      const drawn =
        /^(JFIF:(JFIFVersion|ResolutionUnit|[XY]Resolution)|PNG:(Image(Width|Height)|BitDepth|ColorType|Compression|Filter|Interlace|Gamma|WhitePoint[XY]|(Red|Green|Blue)[XY]|BackgroundColor|ProfileName)|RIFF:.*)$/
      expect(after.filter((tag) => !drawn.test(tag))).toEqual(['IFD0:Orientation'])
    },
  )
})
