import fc from 'fast-check'
import { test } from 'vitest'
import { History } from './history.ts'
import { type Drawn, happen, OUTSIDE, STEPS } from './history-steps.ts'

/**
 * The sums are kept entry by entry; what they tell must be what a recount of everything tells, whatever happened.
 * `--mode model` tells many more histories.
 */

/** Corrections and what resolves them come up more often: chains are where sums go wrong. */
const OFTEN = [
  'harvest',
  'delivery',
  'correct',
  'correct',
  'correct',
  'correct',
  'resolve',
  'resolve',
  'show',
  'tell',
] as const

const told: fc.Arbitrary<Drawn> = fc.record({
  what: fc.constantFrom(...STEPS, ...OUTSIDE, ...OFTEN),
  a: fc.nat(999),
  b: fc.nat(999),
  c: fc.nat(999),
})

const isLong = (import.meta as unknown as { env: { MODE: string } }).env.MODE === 'model'
const HISTORIES = isLong ? 500 : 30

/** Jobs that count one entry each or many, and looks for new ones that come at once or never: a stop then finds them anywhere. */
const paces = fc.record({ sliceMs: fc.constantFrom(0, 4, 4), everyMs: fc.constantFrom(1, 1_000) })

test('whatever happens, the figures are those of a recount', async () => {
  await fc.assert(
    fc.asyncProperty(
      paces,
      fc.array(told, { minLength: 20, maxLength: 120, size: 'max' }),
      async (pace, steps) => {
        const h = await History.begun(pace)
        try {
          for (const step of steps) await happen(h, step)
          await h.check()
        } finally {
          h.close()
        }
      },
    ),
    { numRuns: HISTORIES },
  )
}, 1_800_000)
