import { h } from 'preact'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/domain/time.ts'
import { renderedFor } from '../../../src/office/frame/reader.tsx'
import { DaysLeft, GrantState } from '../../../src/office/frame/states.tsx'
import { englishWords } from '../../../src/words/words.ts'

/** How urgent what waits is, and how a grant stands, by the colour of its badge. */

const badgeOf = (html: string) => /class="badge (\w+)">.*<\/svg>([^<]*)/.exec(html)?.slice(1)

test.each([
  [-3, 'bad', 'passed'],
  [0, 'bad', 'passed'],
  [1, 'warn', '1 day left'],
  [7, 'warn', '7 days left'],
  [8, 'info', '8 days left'],
])('due in %s days: %s', (days, standing, text) => {
  const until = new Date(Date.now() + (days - 0.5) * DAY_MS).toISOString()
  expect(badgeOf(renderedFor(englishWords(), h(DaysLeft, { until })))).toEqual([standing, text])
})

test.each([
  ['to_come', 'info'],
  ['live', 'good'],
  ['ends_soon', 'warn'],
  ['expired', 'info'],
  ['revoked', 'info'],
] as const)('a grant that is %s: %s', (status, standing) => {
  expect(badgeOf(renderedFor(englishWords(), h(GrantState, { status })))?.[0]).toBe(standing)
})
