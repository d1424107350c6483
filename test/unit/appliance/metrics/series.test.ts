import { expect, test } from 'vitest'
import { seriesText } from '../../../../src/appliance/metrics/series.ts'
import { families } from '../../../support/appliance/metrics/scraping.ts'

/** The text of a family, by the rules of Prometheus (text exposition format 0.0.4). */

const text = (read: () => number | readonly (readonly [number, Record<string, string>?])[]) =>
  seriesText([{ name: 'granary_x', help: 'What it is.', read }], null)

test('a number, several with labels, none, and no value', () => {
  expect(text(() => 1.5)).toBe('# HELP granary_x What it is.\n# TYPE granary_x gauge\ngranary_x 1.5\n')
  expect(text(() => [[1, { a: 'b', c: 'd' }], [2]])).toContain('\ngranary_x{a="b",c="d"} 1\ngranary_x 2\n')
  expect(text(() => [])).toBe('# HELP granary_x What it is.\n# TYPE granary_x gauge\n')
  expect(text(() => Number.NaN)).toContain('\ngranary_x NaN\n')
})

test('a quote, a backslash and a line break in a label stay in it', () => {
  const value = 'a "b" \\ c\nd'
  const [family] = families(text(() => [[1, { value }]]))
  expect(family?.samples).toHaveLength(1)
  expect(text(() => [[1, { value }]])).toContain('\ngranary_x{value="a \\"b\\" \\\\ c\\nd"} 1\n')
})

test('what only grows is a counter', () => {
  const of = { name: 'granary_x_total', help: 'What it is.', type: 'counter', read: () => 3 } as const
  expect(seriesText([of], null)).toContain('\n# TYPE granary_x_total counter\ngranary_x_total 3\n')
})
