import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleaned, noise, verdict } from '../../../support/evidence/pictures/planted.ts'

/** Random small pictures as libvips writes them: what is shown before and after is the same. */

type Channels = 1 | 3 | 4
type Flavour = readonly [name: string, channels: Channels, written: (picture: Sharp) => Sharp]

const FLAVOURS: readonly Flavour[] = [
  ['JPEG', 3, (it) => it.jpeg()],
  ['JPEG, every pixel with its colour', 3, (it) => it.jpeg({ chromaSubsampling: '4:4:4', quality: 100 })],
  ['JPEG, progressive', 3, (it) => it.jpeg({ progressive: true, quality: 60 })],
  ['JPEG, optimised scans', 3, (it) => it.jpeg({ mozjpeg: true })],
  ['JPEG, grey', 1, (it) => it.toColourspace('b-w').jpeg()],
  ['JPEG, grey, progressive', 1, (it) => it.toColourspace('b-w').jpeg({ progressive: true })],
  ['JPEG, CMYK', 3, (it) => it.toColourspace('cmyk').jpeg({ chromaSubsampling: '4:4:4' })],
  [
    'JPEG, CMYK with its profile, progressive',
    3,
    (it) => it.withIccProfile('cmyk').jpeg({ progressive: true }),
  ],
  ['JPEG, sRGB profile', 3, (it) => it.withIccProfile('srgb').jpeg()],
  ['JPEG, Display P3', 3, (it) => it.withIccProfile('p3').jpeg()],
  ['PNG', 3, (it) => it.png()],
  ['PNG, filtered by row', 3, (it) => it.png({ adaptiveFiltering: true })],
  ['PNG, alpha', 4, (it) => it.png()],
  ['PNG, grey', 1, (it) => it.toColourspace('b-w').png()],
  ['PNG, sixteen bits', 3, (it) => it.toColourspace('rgb16').png()],
  ['PNG, grey, sixteen bits, interlaced', 1, (it) => it.toColourspace('grey16').png({ progressive: true })],
  ['PNG, interlaced', 3, (it) => it.png({ progressive: true })],
  ['PNG, interlaced, alpha', 4, (it) => it.png({ progressive: true })],
  ['PNG, palette', 3, (it) => it.png({ palette: true })],
  ['PNG, palette of four, interlaced', 3, (it) => it.png({ palette: true, colours: 4, progressive: true })],
  ['PNG, palette with alpha', 4, (it) => it.png({ palette: true, colours: 7 })],
  ['PNG, sRGB profile', 3, (it) => it.withIccProfile('srgb').png()],
  ['PNG, Display P3, alpha', 4, (it) => it.withIccProfile('p3').png()],
  ['WebP', 3, (it) => it.webp()],
  ['WebP, alpha', 4, (it) => it.webp()],
  ['WebP, lossy alpha', 4, (it) => it.webp({ alphaQuality: 20 })],
  ['WebP, lossless', 3, (it) => it.webp({ lossless: true })],
  ['WebP, lossless, alpha', 4, (it) => it.webp({ lossless: true })],
  ['WebP, Display P3', 3, (it) => it.withIccProfile('p3').webp()],
  ['WebP, lossless, sRGB profile, alpha', 4, (it) => it.withIccProfile('srgb').webp({ lossless: true })],
]

const shown = (file: Buffer) => sharp(file, { failOn: 'warning' }).raw({ depth: 'ushort' }).toBuffer()

describe.each(FLAVOURS)('%s', (_name, channels, written) => {
  test('is the same picture, and already clean the second time', async () => {
    const side = fc.integer({ min: 1, max: 40 })
    const size = fc.record({ width: side, height: side, seed: fc.integer({ min: 1, max: 1e6 }) })
    await fc.assert(
      fc.asyncProperty(size, async ({ width, height, seed }) => {
        const file = await written(noise(width, height, channels, seed)).toBuffer()
        const { picture, file: clean, detail } = await verdict(file)
        expect(detail).toBeUndefined()
        expect([picture?.width, picture?.height]).toEqual([width, height])
        expect(await shown(clean as Buffer)).toEqual(await shown(file))
        const [before, after] = [await sharp(file).metadata(), await sharp(clean).metadata()]
        const kept = ({ space, depth, channels, icc, hasAlpha, isProgressive, format }: typeof before) => ({
          ...{ space, depth, channels, icc, hasAlpha, isProgressive, format },
        })
        expect(kept(after)).toEqual(kept(before))
        expect(await cleaned(clean as Buffer)).toEqual(clean)
      }),
      { numRuns: 5 },
    )
  })
})
