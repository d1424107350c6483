import { describe, expect, test } from 'vitest'
import {
  type Colour,
  colourFault,
  colourIn,
  contrast,
  darkShades,
  LEAST_CONTRAST,
  lightShades,
} from '../../../src/domain/colour.ts'

const of = (text: string) => colourIn(text) as Colour

describe('a colour as people type it', () => {
  test.each([
    ['#0F6B45', '#0f6b45'],
    [' 0f6b45 ', '#0f6b45'],
  ])('%s is %s', (text, colour) => expect(colourIn(text)).toBe(colour))
  test.each(['', 'green', '#0f6', '#0f6b4', '#0f6b45ff', '#0f6b4g', '#0f6b45;}body{', 'url(x)'])(
    '%s is none',
    (text) => expect(colourIn(text)).toBeNull(),
  )
})

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // The greys on either side of 4.5 on white.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
])('contrast of %s and %s is %d', (a, b, expected) => {
  expect(contrast(of(a), of(b))).toBeCloseTo(expected, 2)
  expect(contrast(of(b), of(a))).toBeCloseTo(expected, 2)
})

test('a colour too light for white text is refused with a darker one, which is not', () => {
  for (const text of ['#ffd500', '#7fd3ff', '#ffffff', '#8a8a8a', '#ff7a00']) {
    const fault = colourFault(of(text))
    expect(fault?.contrast).toBeLessThan(LEAST_CONTRAST)
    expect(fault && colourFault(fault.instead)).toBeNull()
  }
  for (const text of ['#0f6b45', '#000000', '#a3262a', '#1a3f8b']) expect(colourFault(of(text))).toBeNull()
})

test('every colour that is accepted can be read, in light and in dark', () => {
  const steps = [0, 51, 102, 153, 204, 255].map((n) => n.toString(16).padStart(2, '0'))
  const light = [of('#ffffff'), of('#f6f5f1')]
  const dark = [of('#1b201d'), of('#131715')]
  let accepted = 0
  for (const r of steps)
    for (const g of steps)
      for (const b of steps) {
        const asked = of(`#${r}${g}${b}`)
        const colour = colourFault(asked)?.instead ?? asked
        if (colour === asked) accepted++
        for (const [shades, pages] of [
          [lightShades(colour), light],
          [darkShades(colour), dark],
        ] as const) {
          const pairs = [
            [shades.on, shades.main],
            [shades.ink, shades.wash],
            ...pages.flatMap((page) => [
              [shades.main, page],
              [shades.ink, page],
            ]),
          ] as const
          for (const [text, ground] of pairs)
            expect(
              contrast(text as Colour, ground as Colour),
              `${asked}: ${text} on ${ground}`,
            ).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        }
      }
  expect(accepted).toBeGreaterThan(50)
})
