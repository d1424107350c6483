import { expect, test } from 'vitest'
import { must } from '../../../src/base/typed.ts'
import { type Checked, isReferenceAgain, warningsOf } from '../../../src/records/entry/warnings.ts'
import { languageOf } from '../../../src/words/language.ts'
import { englishWords, wordsIn } from '../../../src/words/words.ts'

/** What a clerk is asked to look at once more. */

const NOW = Date.UTC(2026, 5, 28)
const HOUR = 3_600_000
const earlier = (kg: number | null, more: object = {}) => ({
  kg,
  crop: 'maize_grain',
  isOfToday: false,
  receivedAtMs: NOW - 5 * HOUR,
  content: 'another',
  ...more,
})
const same = (receivedAtMs: number) => earlier(100, { content: 'this', receivedAtMs })
const checked = (some: Partial<Checked>): Checked => ({
  nowMs: NOW,
  isBehind: false,
  occurredAtMs: NOW,
  kg: 100,
  crop: 'maize_grain',
  content: 'this',
  isToOneself: false,
  implausibleAboveKg: 100_000,
  earlier: [],
  others: [],
  hasReferenceAgain: false,
  hasReferenceOfOther: false,
  lacksDebt: false,
  mayBeMuch: false,
  ...some,
})
const warned = (some: Partial<Checked>, words = englishWords()) => warningsOf(checked(some)).map(words.tell)

test('what is as usual is not warned about', () => {
  expect(warned({})).toEqual([])
  expect(warned({ kg: null, earlier: [earlier(10), earlier(10), earlier(10)] })).toEqual([])
})

test.each<[string, Partial<Checked>, RegExp]>([
  ['to oneself', { isToOneself: true }, /to itself/],
  ['a reference again', { hasReferenceAgain: true }, /same number of the transaction/],
  ['a reference of another party', { hasReferenceOfOther: true }, /Another party .* this number/],
  ['in the future', { occurredAtMs: NOW + 1 }, /in the future/],
  ['long ago', { occurredAtMs: NOW - 30 * 24 * HOUR - 1 }, /more than 30 days ago/],
  ['the same again', { earlier: [same(NOW - HOUR + 1)] }, /less than an hour/],
  [
    'five times the usual',
    { kg: 50, earlier: [earlier(10), earlier(9), earlier(10)] },
    /^Last time 10\u00a0kg, usually about 10\u00a0kg\. Really 50\u00a0kg\?$/,
  ],
  ['ten times it', { kg: 625, earlier: [earlier(62.5)] }, /^Last time 62\.5\u00a0kg\. Really 625\u00a0kg\?$/],
  [
    'ten times what others brought today',
    { others: [1, 2, 3].map(() => earlier(10, { isOfToday: true })) },
    /^100\.00\u00a0kg is 10 times what others brought today or more/,
  ],
  ['ten times others’', { others: [1, 2, 3].map(() => earlier(10)) }, /10 times what is usual of this crop/],
  ['more than a person carries', { kg: 6_250 }, /more than a person carries .*nothing yet to compare/],
  ['far too much', { kg: 100_000.5, mayBeMuch: true }, /more than anyone brings .*\(100,000\.00\u00a0kg\)/],
])('%s is', (_what, some, words) => {
  expect(warned(some)).toEqual([expect.stringMatching(words)])
})

test.each<[string, Partial<Checked>]>([
  ['thirty days ago to the millisecond', { occurredAtMs: NOW - 30 * 24 * HOUR }],
  ['the same an hour ago', { earlier: [same(NOW - HOUR)] }],
  ['much by an organisation', { kg: 1e6, implausibleAboveKg: null, mayBeMuch: true }],
])('%s is not', (_what, some) => {
  expect(warned(some)).toEqual([])
})

test('a warning reads well in each language', () => {
  const heavy = { kg: 1050.5, earlier: [earlier(10), earlier(10), earlier(10)] }
  const told = ['sw', 'fr'].map((code) => warned(heavy, wordsIn(must(languageOf(code)), '')))
  expect(told).toEqual([
    ['Mara ya mwisho 10\u00a0kg, kwa kawaida karibu 10\u00a0kg. Kweli ni 1,050.5\u00a0kg?'],
    ['La dernière fois 10\u00a0kg, d’habitude environ 10\u00a0kg. Vraiment 1\u00a0050,5\u00a0kg\u00a0?'],
  ])
})

test('a reference is the same whatever its case and spaces, from one payer, in another payment', () => {
  const draft = { id: 'new', supersedes: 'old', payer: 'us', reference: 'QX 12 ab' }
  const again = (more: object) => isReferenceAgain(draft, [{ ...draft, id: 'other', ...more }])
  expect(again({ reference: 'qx12AB' })).toBe(true)
  expect(again({ reference: 'QX13AB' })).toBe(false)
  expect(again({ reference: undefined })).toBe(false)
  expect(again({ payer: 'them' })).toBe(false)
  expect(again({ id: 'new' })).toBe(false)
  expect(again({ id: 'old' })).toBe(false)
  expect(isReferenceAgain({ ...draft, reference: undefined }, [{ ...draft, reference: undefined }])).toBe(
    false,
  )
})

test('a payment for something lent is warned about where nobody owes it', () => {
  expect(warned({ lacksDebt: true })).toEqual([expect.stringContaining('nobody owes it')])
})
