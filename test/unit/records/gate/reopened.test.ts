import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLiveGrant } from '../../../../src/domain/consent.ts'
import { type GrantTo, reopened } from '../../../../src/records/gate/reopened.ts'

const PURPOSE = 'insurance'
const TYPES = [1, 2, 3]
const NOW = 100
const FROM = { seq: 50, atMs: 50 }
const [ONE, TWO] = [1 << 1, 1 << 2]

/** One that came at a time has the number of that time. */
const grant = (receivedAtMs: number, expiresAt: number, more: Partial<GrantTo> = {}): GrantTo => ({
  seq: receivedAtMs,
  receivedAtMs,
  subject: 7,
  types: ONE,
  validFrom: receivedAtMs,
  expiresAt,
  endedAt: null,
  ...more,
})
const opened = (grants: readonly GrantTo[], withdrawn: Parameters<typeof reopened>[1] = []) =>
  Object.fromEntries(reopened(grants, withdrawn, PURPOSE, FROM, NOW, TYPES))

test('a new grant opens what was closed', () => {
  expect(opened([grant(60, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
  expect(opened([grant(10, 200)])).toEqual({})
  expect(opened([grant(10, 40), grant(60, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
})

test('one that was given before and begins since opens like a new one', () => {
  expect(opened([grant(10, 200, { validFrom: 70 })])).toEqual({ 7: { granted: ONE, lifted: 0 } })
  expect(opened([grant(10, 200, { validFrom: 120 })])).toEqual({})
})

test('one that follows on another without a gap opens nothing, however late it is looked at', () => {
  expect(opened([grant(10, 80), grant(60, 200)])).toEqual({})
  expect(opened([grant(10, 80), grant(80, 200)])).toEqual({})
  expect(opened([grant(10, 60), grant(55, 80), grant(75, 200)])).toEqual({})
  expect(opened([grant(10, 60), grant(61, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
  expect(opened([grant(10, 90, { endedAt: 60 }), grant(70, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
})

test('one that ended in the very millisecond in which the puller last came bridges nothing', () => {
  const ended = grant(10, 200, { endedAt: FROM.atMs })
  expect(opened([ended, grant(FROM.atMs, 200, { seq: 51 })])).toEqual({ 7: { granted: ONE, lifted: 0 } })
})

test('each type is for itself', () => {
  expect(opened([grant(10, 200), grant(60, 200, { types: ONE | TWO })])).toEqual({
    7: { granted: TWO, lifted: 0 },
  })
})

test('a grant that is over or taken back opens nothing', () => {
  expect(opened([grant(60, 90)])).toEqual({})
  expect(opened([grant(60, 200, { endedAt: 90 })])).toEqual({})
})

test('a withdrawn objection lifts what is granted now, for its purposes and types', () => {
  const withdrawn = (more: object = {}) => [{ subject: 7, purposes: null, types: null, ...more }]
  const open = [grant(10, 200, { types: ONE | TWO })]
  expect(opened(open, withdrawn())).toEqual({ 7: { granted: 0, lifted: ONE | TWO } })
  expect(opened(open, withdrawn({ types: TWO }))).toEqual({ 7: { granted: 0, lifted: TWO } })
  expect(opened(open, withdrawn({ purposes: ['research'] }))).toEqual({})
  expect(opened(open, withdrawn({ purposes: ['research', PURPOSE] }))).toEqual({
    7: { granted: 0, lifted: ONE | TWO },
  })
  expect(opened(open, withdrawn({ subject: 8 }))).toEqual({})
  expect(opened([grant(10, 40)], withdrawn())).toEqual({})
})

test('what opens is exactly what is open now and was closed at some moment since', () => {
  const time = fc.integer({ min: 1, max: 120 })
  const any = fc
    .record({
      at: time,
      validFrom: time,
      lasts: time,
      ended: fc.option(time),
      types: fc.constantFrom(2, 4, 6, 14),
    })
    .map(({ at, validFrom, lasts, ended, types }) =>
      grant(Math.min(at, NOW), Math.max(at, validFrom) + lasts, {
        validFrom: Math.max(at, validFrom),
        endedAt: ended === null ? null : Math.min(NOW, Math.max(at, ended)),
        types,
      }),
    )
  const isOpen = (grants: readonly GrantTo[], type: number, ms: number) =>
    grants.some(
      (g) =>
        (g.types >> type) & 1 &&
        g.receivedAtMs <= ms &&
        isLiveGrant({ ...g, endedAt: g.endedAt !== null && g.endedAt <= ms ? g.endedAt : null }, ms),
    )
  fc.assert(
    fc.property(fc.array(any, { maxLength: 6 }), (grants) => {
      let mask = 0
      for (const type of TYPES) {
        const moments = Array.from({ length: NOW - FROM.atMs + 1 }, (_, i) => FROM.atMs + i)
        const wasClosed = moments.some((ms) => !isOpen(grants, type, ms))
        if (isOpen(grants, type, NOW) && wasClosed) mask |= 1 << type
      }
      expect(opened(grants)).toEqual(mask === 0 ? {} : { 7: { granted: mask, lifted: 0 } })
    }),
    { numRuns: 3000 },
  )
})
