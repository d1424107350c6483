import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVER, isInSpans, joined, type Span, type Spans } from '../../../../src/records/gate/spans.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 5 }))
  .map(([fromMs, lasts]): Span => ({ fromMs, toMs: fromMs + lasts }))
/** In order, without overlap, as every function gives them. */
const spans = fc.array(span, { maxLength: 4 }).map((some): Spans => joined(some.map((one) => [one])))

test('joined spans hold what any of them holds, in order and apart', () => {
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 5 }), (all) => {
      const joint = joined(all)
      const holds = (ms: number) => all.flat().some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)
      for (let ms = -1; ms < 30; ms++) expect(isInSpans(joint, ms)).toBe(holds(ms))
      for (const [i, { fromMs, toMs }] of joint.entries()) {
        expect(fromMs).toBeLessThan(toMs)
        expect(fromMs).toBeGreaterThan(joint[i - 1]?.toMs ?? Number.NEGATIVE_INFINITY)
      }
    }),
    { numRuns: 500 },
  )
  expect(joined([])).toEqual([])
  expect(joined([[], EVER])).toBe(EVER)
  expect(joined([EVER, [{ fromMs: 1, toMs: 2 }], EVER])).toEqual(EVER)
})

test('whether something happened in one of thousands of spans is found among a few', () => {
  let looks = 0
  const spans = Array.from({ length: 4_096 }, (_, i) => ({
    fromMs: 2 * i,
    get toMs() {
      looks++
      return 2 * i + 1
    },
  }))
  const found = [-1, 0, 1, 4_096, 4_097, 8_190, 8_191].filter((ms) => isInSpans(spans, ms))
  expect(found).toEqual([0, 4_096, 8_190])
  expect(looks).toBeLessThan(7 * 14)
  expect([isInSpans([], 0), isInSpans(EVER, 0), isInSpans(EVER, -1)]).toEqual([false, true, true])
})

test('the windows of thousands are put in order once', () => {
  const LENGTH = 4_096
  let looks = 0
  const windows = Array.from({ length: LENGTH }, (_, i): Spans => {
    // Not in order, and each apart from all others.
    const fromMs = 2 * ((i * 1_367) % LENGTH)
    return [
      {
        get fromMs() {
          looks++
          return fromMs
        },
        toMs: fromMs + 1,
      },
    ]
  })
  expect(joined(windows)).toHaveLength(LENGTH)
  // A sort looks at both of two, for each about as often as the length has binary digits.
  expect(looks).toBeLessThan(4 * LENGTH * Math.log2(LENGTH))
})
