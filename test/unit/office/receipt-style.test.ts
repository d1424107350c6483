import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '../../../src/office/counter/receipt-blocks.ts'
import { lengthOf, linesOf, receiptStyle } from '../../../src/office/counter/receipt-style.ts'
import { cssString } from '../../../src/office/frame/paper-style.ts'

/** The lines of a receipt are counted before a browser lays it out. */

const heightIn = (style: string): number => Number(/size:\d+mm (\d+)mm/.exec(style)?.[1])
const letterIn = (style: string): number => Number(/\.receipt\{font-size:([\d.]+)mm/.exec(style)?.[1])
const figureIn = (style: string): number => Number(/\.figure\{font-size:([\d.]+)em/.exec(style)?.[1])
const said = (text: string): Block => ({ kind: 'text', as: 'said', text })
const figure = (text: string): Block => ({ kind: 'text', as: 'figure', text })

test('words are put on lines one after the other; one that is longer than a line is broken', () => {
  expect(linesOf('', 10)).toBe(0)
  expect(linesOf('aaa', 10)).toBe(1)
  expect(linesOf('aaa bbb ccc', 3)).toBe(3)
  expect(linesOf('a'.repeat(30), 5)).toBe(Math.ceil((30 * 0.65) / 5))
  // A space that holds words together is no place to break.
  expect(linesOf('123\u00a0456\u00a0789', 5)).toBe(Math.ceil(lengthOf('123\u00a0456\u00a0789') / 5))
  expect(linesOf('aaa bbb', 4.5)).toBe(1)
  expect(linesOf('aaa bbb', 4.5, true)).toBe(2)
})

test('more text is never shorter, and a wider line never takes more', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 4, max: 40 }), (a, b, room) => {
      expect(linesOf(`${a} ${b}`, room)).toBeGreaterThanOrEqual(linesOf(a.trimEnd(), room))
      expect(linesOf(a, room + 1)).toBeLessThanOrEqual(linesOf(a, room))
    }),
  )
})

test('a roll grows with its text; A5 stays, and its letters get smaller', () => {
  const some = Array.from({ length: 5 }, () => said('If anything here is wrong, tell us.'))
  const many = Array.from({ length: 80 }, () => said('If anything here is wrong, tell us.'))
  expect(heightIn(receiptStyle('58', many))).toBeGreaterThan(heightIn(receiptStyle('58', some)) + 200)
  expect(letterIn(receiptStyle('58', many))).toBe(letterIn(receiptStyle('58', some)))
  expect([heightIn(receiptStyle('a5', some)), heightIn(receiptStyle('a5', many))]).toEqual([210, 210])
  expect(letterIn(receiptStyle('a5', many))).toBeLessThan(letterIn(receiptStyle('a5', some)))
})

test('a figure is as large as its line allows, and never broken if it fits at all', () => {
  expect(figureIn(receiptStyle('58', [figure('85.5 kg')]))).toBe(2.2)
  expect(figureIn(receiptStyle('58', [figure('UGX\u00a0123,456,789,012')]))).toBe(1)
  expect(figureIn(receiptStyle('a5', [figure('UGX\u00a0123,456,789,012')]))).toBe(2.2)
})

test('no title ends the style of its page, or the string in it', () => {
  for (const title of ['"}</style><script>', 'a\\', "x'\n}", '\u202eevil', 'Ndizi · Œuf'])
    expect(cssString(title)).toMatch(/^"(?:[A-Za-z0-9 ]|\\[0-9a-f]{1,6} )*"$/)
  expect(cssString('\u202ea')).toContain('202E')
})
