import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { qrCode } from '../../../src/cli/qr.ts'

/** Dark or light for each half of a character, as a terminal draws it. */
const HALVES: Readonly<Record<string, readonly [boolean, boolean]>> = {
  '█': [true, true],
  '▀': [true, false],
  '▄': [false, true],
  ' ': [false, false],
}
const PIXELS = 4

/** What a camera sees of the drawing. */
function seen(drawing: string): string | undefined {
  const lines = drawing.split('\n')
  const width = [...(lines[0] as string)].length
  const rows = lines.flatMap((line) => {
    const halves = [...line].map((character) => HALVES[character] as readonly [boolean, boolean])
    return [halves.map(([upper]) => upper), halves.map(([, lower]) => lower)]
  })
  const image = new Uint8ClampedArray(width * PIXELS * rows.length * PIXELS * 4).fill(255)
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries())
      for (let i = 0; dark && i < PIXELS * PIXELS; i++) {
        const at = (y * PIXELS + Math.floor(i / PIXELS)) * width * PIXELS + x * PIXELS + (i % PIXELS)
        image.fill(0, at * 4, at * 4 + 3)
      }
  return jsQR(image, width * PIXELS, rows.length * PIXELS)?.data
}

const uri =
  'granary:enrol?url=https%3A%2F%2Fgranary.local%3A7373&code=gryenr_7k3m9-q2xvw-0a1b2-c3d4e&sha256=' +
  '0123456789abcdef'.repeat(4)

test('what is drawn is read by a camera, and fits a terminal of eighty columns', () => {
  const drawing = qrCode(uri, false)
  expect(seen(drawing)).toBe(uri)
  expect(Math.max(...drawing.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(80)
})

test('on a terminal it is black on white, whatever its colours', () => {
  const lines = qrCode(uri, true).split('\n')
  for (const line of lines) {
    expect(line.startsWith('\u001b[30;107m')).toBe(true)
    expect(line.endsWith('\u001b[0m')).toBe(true)
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
  expect(lines.map((line) => line.replace(/\u001b\[[\d;]*m/g, '')).join('\n')).toBe(qrCode(uri, false))
})
