import { describe, expect, test } from 'vitest'
import { bytes } from '../../../support/evidence/pictures/parts.ts'
import { fixture, refusal, verdict } from '../../../support/evidence/pictures/planted.ts'

describe('content decides what a file is', () => {
  test.each([
    ['camera.jpg', 'image/jpeg'],
    ['cmyk.jpg', 'image/jpeg'],
    ['scan.png', 'image/png'],
    ['lossy.webp', 'image/webp'],
    ['lossless.webp', 'image/webp'],
  ])('%s is %s', async (name, mediaType) => {
    expect((await verdict(fixture(name))).picture?.mediaType).toBe(mediaType)
  })

  test.each([
    ['nothing', '', /is empty/],
    ['one byte', '\xff', /another kind of file/],
    ['a HEIC of an iPhone', '\0\0\0\x18ftypheic\0\0\0\0', /HEIC/],
    ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0', /AVIF/],
    ['a film', '\0\0\0\x20ftypisom\0\0\0\0', /video/],
    ['a GIF', 'GIF89a\x01\0\x01\0', /GIF/],
    ['a TIFF, little end first', 'II*\0\x08\0\0\0', /TIFF/],
    ['a TIFF, big end first', 'MM\0*\0\0\0\x08', /TIFF/],
    ['a BMP', 'BM\0\0\0\0', /BMP/],
    ['a PDF', '%PDF-1.7', /PDF/],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', /SVG/],
    ['a RIFF of sound', 'RIFF\x04\0\0\0WAVE', /another kind of file/],
    ['a PNG whose line ends were converted', '\x89PNG\n\x1a\n', /another kind of file/],
  ])('%s is refused by name', async (_what, text, words) => {
    expect(await refusal(bytes(text))).toMatch(words)
  })
})
