import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Grant } from '../../../src/lender/data.ts'
import { type LenderOpening, openingsOf } from '../../../src/lender/openings.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()

const grant = (
  from: number | null,
  to: number | null,
  expires: number,
  more: Partial<Grant> = {},
): Grant => ({
  id: 'g',
  subject: 'grace',
  purpose: 'credit_assessment',
  record_types: ['delivery'],
  expires_at: day(expires),
  ...(from === null ? {} : { occurred_from: day(from) }),
  ...(to === null ? {} : { occurred_to: day(to) }),
  live: true,
  ...more,
})
const opening = (from: number | null, to: number | null, until: number): LenderOpening => ({
  from: from === null ? null : day(from),
  to: to === null ? null : day(to),
  until: day(until),
})

test('each window keeps its own end', () => {
  const grants = [grant(20, null, 90), grant(0, 20, 50)]
  expect(openingsOf(grants, 'delivery')).toEqual([opening(0, 20, 50), opening(20, null, 90)])
  expect(openingsOf(grants, 'lot')).toEqual([])
})

test('what another one opens at least as long is left out, and of equal ones the last to end stays', () => {
  expect(openingsOf([grant(0, 20, 50), grant(0, 20, 60)], 'delivery')).toEqual([opening(0, 20, 60)])
  expect(openingsOf([grant(0, 20, 50), grant(0, 20, 50)], 'delivery')).toEqual([opening(0, 20, 50)])
  expect(openingsOf([grant(5, 10, 50), grant(null, null, 50)], 'delivery')).toEqual([opening(null, null, 50)])
  // A window that goes on when everything else has ended.
  expect(openingsOf([grant(5, 10, 90), grant(null, null, 50)], 'delivery')).toEqual([
    opening(null, null, 50),
    opening(5, 10, 90),
  ])
})

test('no window leaves out who somebody is', () => {
  expect(openingsOf([grant(5, 10, 50, { record_types: ['party'] })], 'party')).toEqual([
    opening(null, null, 50),
  ])
})

test('they say of every day and every moment whether it is open', () => {
  const bound = fc.option(fc.integer({ min: 0, max: 5 }))
  const some = fc
    .tuple(bound, bound, fc.integer({ min: 1, max: 5 }))
    .filter(([from, to]) => from === null || to === null || from < to)
    .map(([from, to, expires]) => grant(from, to, expires))
  fc.assert(
    fc.property(fc.array(some, { maxLength: 6 }), (grants) => {
      const openings = openingsOf(grants, 'delivery')
      for (let happened = -1; happened < 7; happened++)
        for (let now = 0; now < 6; now++) {
          const is = ({ from, to, until }: LenderOpening) =>
            (from ?? '') <= day(happened) && day(happened) < (to ?? 'Z') && day(now) < until
          const byGrants = grants.some(({ occurred_from, occurred_to, expires_at }) =>
            is({ from: occurred_from ?? null, to: occurred_to ?? null, until: expires_at }),
          )
          expect(openings.some(is)).toBe(byGrants)
        }
    }),
    { numRuns: 500 },
  )
})
