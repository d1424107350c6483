import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLiveGrant } from '../../../../src/domain/consent.ts'
import type { LawfulBasis } from '../../../../src/domain/shapes.ts'
import { typeCode } from '../../../../src/domain/types/index.ts'
import { consentChanges, type GrantTo, type Objected } from '../../../../src/records/gate/consent-changes.ts'
import { EVER, type Spans } from '../../../../src/records/gate/spans.ts'

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
  // An end has the number of its time too, and comes after what begins then.
  endedBy: more.endedAt === undefined || more.endedAt === null ? null : more.endedAt + 0.5,
  occurredFrom: null,
  occurredTo: null,
  keepUntil: null,
  ...more,
})
const TO = { seq: NOW + 1, atMs: NOW }
const PARTY = typeCode('party')
const changes = (
  grants: readonly GrantTo[],
  withdrawn: readonly Objected[] = [],
  lodged: readonly Objected[] = [],
) => consentChanges({ grants, lodged, withdrawn, purpose: PURPOSE, typeCodes: TYPES }, FROM, TO)

/** Types that open, by grants and by objections withdrawn. */
function opened(grants: readonly GrantTo[], withdrawn: readonly Objected[] = []) {
  const masks = [...changes(grants, withdrawn)].map(([subject, change]) => {
    const mask = (basis: LawfulBasis) =>
      TYPES.filter((type) => change.opens(type, 0, basis)).reduce((all, type) => all | (1 << type), 0)
    // What no objection reaches is opened by grants alone.
    return [
      subject,
      { granted: mask('legal_obligation'), lifted: mask('consent') & ~mask('legal_obligation') },
    ] as const
  })
  return Object.fromEntries(masks.filter(([, { granted, lifted }]) => granted !== 0 || lifted !== 0))
}

test('one that follows on another without a gap opens nothing, however late it is looked at', () => {
  expect(opened([grant(10, 80), grant(60, 200)])).toEqual({})
  expect(opened([grant(10, 80), grant(60, 200, { validFrom: 80 })])).toEqual({})
  // Received when the other is over: somebody may have pulled between them.
  expect(opened([grant(10, 80), grant(80, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
  expect(opened([grant(10, 60), grant(55, 80), grant(75, 200)])).toEqual({})
  expect(opened([grant(10, 60), grant(61, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
  expect(opened([grant(10, 90, { endedAt: 60 }), grant(70, 200)])).toEqual({ 7: { granted: ONE, lifted: 0 } })
})

test('one that ended in the very millisecond in which the puller last came bridges nothing', () => {
  const ended = grant(10, 200, { endedAt: FROM.atMs })
  expect(opened([ended, grant(FROM.atMs, 200, { seq: 51 })])).toEqual({ 7: { granted: ONE, lifted: 0 } })
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

test('a grant that replaces another in the same entry leaves no gap', () => {
  const old = grant(10, 200, { endedAt: 60, endedBy: 60 })
  expect(opened([old, grant(60, 300)])).toEqual({})
  expect([...changes([old, grant(60, 300)])]).toEqual([])
  const narrower = [...changes([{ ...old, types: ONE | TWO }, grant(60, 300)]).values()]
  expect(narrower.map(({ affected }) => [...affected.keys()])).toEqual([[2]])
})

test('an objection may have closed what it covers, whatever the windows are', () => {
  const open = [grant(10, 200, { types: ONE | TWO, occurredFrom: 5 })]
  const closed = changes(open, [], [{ subject: 7, purposes: null, types: TWO }]).get(7)
  expect([...(closed?.affected ?? [])]).toEqual([[2, EVER]])
  expect(changes(open, [], [{ subject: 7, purposes: ['research'], types: null }]).size).toBe(0)
  expect(changes(open, [], [{ subject: 8, purposes: null, types: null }]).size).toBe(0)
})

/** When the records of the property below happened. */
const INSTANTS = [0, 1, 2, 3, 4, 5, 6]

const time = fc.integer({ min: 1, max: 120 })
const bound = fc.option(fc.integer({ min: 0, max: 6 }), { freq: 2 })
/** @param time when it is given and begins @param lasts for so long at most */
const grantIn = (time: fc.Arbitrary<number>, lasts: fc.Arbitrary<number>) =>
  fc
    .record({
      at: time,
      validFrom: time,
      lasts,
      ended: fc.option(time),
      types: fc.constantFrom(2, 4, 6, 14),
      occurredFrom: bound,
      occurredTo: bound,
    })
    .map(({ at, validFrom, lasts, ended, types, occurredFrom, occurredTo }) =>
      grant(Math.min(at, NOW), Math.max(at, validFrom) + lasts, {
        validFrom: Math.max(at, validFrom),
        endedAt: ended === null ? null : Math.min(NOW, Math.max(at, ended)),
        types,
        occurredFrom,
        occurredTo,
      }),
    )
/** Before the entries of an instant, after what was given in it, after what was ended in it. */
const moments = Array.from({ length: NOW - FROM.atMs + 1 }, (_, i) => FROM.atMs + i).flatMap((ms) =>
  [ms - 0.25, ms, ms + 0.5].filter((seq) => seq >= FROM.seq).map((seq) => ({ ms, seq })),
)
const isOpen = (grants: readonly GrantTo[], type: number, instant: number, at: { ms: number; seq: number }) =>
  grants.some(
    (g) =>
      (g.types >> type) & 1 &&
      (g.occurredFrom ?? 0) <= instant &&
      instant < (g.occurredTo ?? 99) &&
      g.seq <= at.seq &&
      isLiveGrant({ ...g, endedAt: g.endedBy !== null && g.endedBy <= at.seq ? g.endedAt : null }, at.ms),
  )

/** For each type and instant: what opens, what is looked at, and what was open and is. */
function* judged(grants: readonly GrantTo[]) {
  const change = changes(grants).get(7)
  // These types are not timeless.
  for (const type of TYPES)
    for (const instant of type === PARTY ? [] : INSTANTS) {
      const open = moments.map((moment) => isOpen(grants, type, instant, moment))
      const spans: Spans = change?.affected.get(type) ?? []
      yield {
        opens: change?.opens(type, instant, 'consent') ?? false,
        isLookedAt: spans.some(({ fromMs, toMs }) => fromMs <= instant && instant < toMs),
        isOpenNow: open.at(-1) === true,
        wasOpen: open.some(Boolean),
        wasAlwaysOpen: open.every(Boolean),
      }
    }
}

test('what opens is what is open now and was closed at some moment since; what closed is looked at', () => {
  fc.assert(
    fc.property(fc.array(grantIn(time, time), { maxLength: 6 }), (grants) => {
      for (const { opens, isLookedAt, isOpenNow, wasOpen, wasAlwaysOpen } of judged(grants)) {
        expect(opens).toBe(isOpenNow && !wasAlwaysOpen)
        if (opens || (!isOpenNow && wasOpen)) expect(isLookedAt).toBe(true)
      }
    }),
    { numRuns: 3000 },
  )
})

test('of very many grants, what opens may have been open all along; nothing that opened or closed is left out', () => {
  const some = grantIn(fc.integer({ min: 1, max: 95 }), fc.integer({ min: 1, max: 12 }))
  const seen = { opened: 0, closed: 0 }
  fc.assert(
    fc.property(fc.array(some, { minLength: 140, maxLength: 160 }), (grants) => {
      for (const { opens, isLookedAt, isOpenNow, wasOpen, wasAlwaysOpen } of judged(grants)) {
        if (opens) expect(isOpenNow).toBe(true)
        if (isOpenNow && !wasAlwaysOpen) expect(opens).toBe(true)
        if (opens || (!isOpenNow && wasOpen)) expect(isLookedAt).toBe(true)
        seen.opened += Number(isOpenNow && !wasAlwaysOpen)
        seen.closed += Number(!isOpenNow && wasOpen)
      }
    }),
    { numRuns: 30, endOnFailure: true },
  )
  expect(Math.min(seen.opened, seen.closed)).toBeGreaterThan(20)
})

/** How often a grant is looked into where each of so many windows was replaced by the next. */
function looksAtReplaced(count: number): number {
  let looks = 0
  const at = (i: number) => FROM.atMs + ((i + 1) * (NOW - FROM.atMs)) / (count + 1)
  const grants = Array.from({ length: count }, (_, i) => {
    const ended = i + 1 < count ? { endedAt: at(i + 1), endedBy: at(i + 1) } : {}
    const replaced = grant(at(i), 200, { types: TWO, occurredFrom: 2 * i, occurredTo: 2 * i + 1, ...ended })
    return new Proxy(replaced, {
      get(told, member: keyof GrantTo) {
        looks++
        return told[member]
      },
    })
  })
  const change = changes(grants).get(7)
  expect(change?.opens(2, 2 * count - 2, 'consent')).toBe(true)
  return looks
}

test('a window that was replaced a thousand times costs a little for each, not for each as much as for all', () => {
  expect(looksAtReplaced(1_200)).toBeLessThan(5 * looksAtReplaced(300))
})
