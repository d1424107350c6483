import { describe, expect, test } from 'vitest'
import {
  mayAskAgainAt,
  type RequestLife,
  statusForAsker,
  statusForSubject,
  type Terms,
  termsFault,
  widerThanAsked,
} from '../../../src/domain/access-request.ts'
import { termsGranted, termsSaid } from '../../../src/domain/access-request-shapes.ts'
import { DAY_MS, formatInstant } from '../../../src/domain/time.ts'
import { seeded } from '../../support/records/gate/random.ts'

type Event = 'withdrawn' | 'refused' | 'granted'

/** Plays a request through, moment by moment. */
function slowStatus(lapsesAt: number, events: readonly (readonly [number, Event])[], nowMs: number) {
  let asker = 'open'
  let subject = 'open'
  for (let at = 0; at <= nowMs; at++) {
    if (at === lapsesAt && asker === 'open') asker = 'ended'
    if (at === lapsesAt && subject === 'open') subject = 'ended'
    for (const [when, event] of events) {
      if (when !== at) continue
      if (event === 'granted') asker = subject = 'granted'
      if (event === 'withdrawn') asker = subject = 'ended'
      if (event === 'refused') subject = 'ended'
    }
  }
  return { asker, subject }
}

const LIVES: readonly (readonly (readonly [number, Event])[])[] = [
  [],
  [[3, 'withdrawn']],
  [[3, 'refused']],
  [[3, 'granted']],
  [
    [2, 'refused'],
    [5, 'withdrawn'],
  ],
]

test.each(LIVES)('the status of a life with %j is that of playing it through', (...events) => {
  const when = (wanted: Event) => events.find(([, event]) => event === wanted)?.[0] ?? null
  for (const lapsesAt of [6, 10])
    for (let nowMs = 0; nowMs <= 12; nowMs++) {
      const past = (at: number | null) => (at !== null && at <= nowMs ? at : null)
      const life: RequestLife = {
        lapsesAt,
        withdrawnAt: past(when('withdrawn')),
        refusedAt: past(when('refused')),
        grantedAt: past(when('granted')),
      }
      expect({ asker: statusForAsker(life, nowMs), subject: statusForSubject(life, nowMs) }).toEqual(
        slowStatus(lapsesAt, events, nowMs),
      )
    }
})

test('to its asker, a refused request is at every moment like one that nobody looked at', () => {
  for (const lapsesAt of [1, 4])
    for (let nowMs = 0; nowMs < 6; nowMs++)
      for (const withdrawnAt of [null, 2]) {
        const ignored = { lapsesAt, withdrawnAt, refusedAt: null, grantedAt: null }
        const refused = { ...ignored, refusedAt: 0 }
        expect(statusForAsker(refused, nowMs)).toBe(statusForAsker(ignored, nowMs))
      }
})

const TYPES = ['party', 'harvest', 'delivery'] as const

/** Everything that somebody could read at any moment, and how long they may keep it: one word for each. */
function reach(terms: Terms): Set<string> {
  const found = new Set<string>()
  for (const type of terms.recordTypes)
    for (let readAt = 0; readAt < 9 && readAt < terms.expiresAt; readAt++)
      for (let happened = 0; happened < 9; happened++) {
        if (terms.occurredFrom !== null && happened < terms.occurredFrom) continue
        if (terms.occurredTo !== null && happened >= terms.occurredTo) continue
        for (let keptAt = 0; keptAt < 9 && (terms.keepUntil === null || keptAt < terms.keepUntil); keptAt++)
          found.add(`${type} of ${happened} read at ${readAt} kept at ${keptAt}`)
      }
  return found
}

describe('wider than asked', () => {
  const random = seeded(20_261_124)
  const bound = () => (random.chance(0.3) ? null : random.below(4) + 2)
  const terms = (): Terms => {
    const from = random.chance(0.3) ? null : 1 + random.below(3)
    return {
      recordTypes: TYPES.filter((type, n) => n === 1 || random.chance(type === 'party' ? 0.3 : 0.6)),
      expiresAt: random.below(4) + 2,
      occurredFrom: from,
      occurredTo: random.chance(0.3) ? null : (from ?? 0) + 1 + random.below(4),
      keepUntil: bound(),
    }
  }
  test('what is not wider opens nothing that was not asked for, and what is wider does', () => {
    let narrower = 0
    for (let n = 0; n < 1_500; n++) {
      const [asked, granted] = [terms(), terms()]
      const asking = reach(asked)
      const opensMore = [...reach(granted)].some((one) => !asking.has(one))
      expect(widerThanAsked(asked, granted).length > 0, JSON.stringify({ asked, granted })).toBe(opensMore)
      if (!opensMore) narrower++
    }
    expect(narrower).toBeGreaterThan(50)
  })
  test('names every term that is wider', () => {
    const from = (
      type: (typeof TYPES)[number],
      expiresAt: number,
      occurredFrom: number,
      occurredTo: number,
    ) =>
      ({ recordTypes: [type], expiresAt, occurredFrom, occurredTo, keepUntil: 2 * expiresAt }) satisfies Terms
    const asked = from('harvest', 10, 3, 6)
    const all = ['recordTypes', 'occurredFrom', 'occurredTo', 'expiresAt', 'keepUntil']
    expect(widerThanAsked(asked, from('delivery', 11, 2, 7))).toEqual(all)
    const unbounded = { ...asked, occurredFrom: null, occurredTo: null, keepUntil: null }
    expect(widerThanAsked(asked, unbounded)).toEqual(['occurredFrom', 'occurredTo', 'keepUntil'])
  })
  test('what is left out is as asked', () => {
    for (let n = 0; n < 200; n++) {
      const asked = terms()
      const request = termsSaid(asked)
      expect(termsGranted(request, {})).toEqual(asked)
      const { expiresAt } = terms()
      const granted = termsGranted(request, { expires_at: formatInstant(expiresAt) })
      expect(granted).toEqual({ ...asked, expiresAt })
      const all = terms()
      expect(termsGranted(request, termsSaid(all))).toEqual({
        ...all,
        occurredFrom: all.occurredFrom ?? asked.occurredFrom,
        occurredTo: all.occurredTo ?? asked.occurredTo,
        keepUntil: all.keepUntil ?? asked.keepUntil,
      })
      expect(widerThanAsked(asked, granted)).toEqual(expiresAt > asked.expiresAt ? ['expiresAt'] : [])
    }
  })
})

test.each<[string, Partial<Terms>, string | null]>([
  ['good terms', {}, null],
  ['an expiry that is now', { expiresAt: 5 }, 'expires_too_early'],
  ['an empty window', { occurredFrom: 3, occurredTo: 3 }, 'window_empty'],
  ['a window with one end', { occurredFrom: 30 }, null],
  ['copies kept as long as the grant', { keepUntil: 10 }, null],
  ['copies kept for less', { keepUntil: 9 }, 'kept_too_short'],
])('%s', (_what, more, fault) => {
  const terms = { expiresAt: 10, occurredFrom: null, occurredTo: null, keepUntil: null }
  expect(termsFault({ ...terms, ...more }, 5)).toBe(fault)
})

describe('limits', () => {
  interface Sent {
    readonly at: number
    readonly lapsesAt: number
    withdrawnAt: number | null
  }
  const HOUR = DAY_MS / 24
  const lapse = 5 * DAY_MS

  /** Waits an hour at a time until neither limit stands in the way. */
  function slowAgain(sent: readonly Sent[], limits: { open: number; perDay: number }, nowMs: number) {
    for (let at = nowMs; ; at += HOUR) {
      const open = sent.filter((one) => one.withdrawnAt === null && at < one.lapsesAt)
      const ofDay = sent.filter((one) => one.at > at - DAY_MS)
      if (open.length < limits.open && ofDay.length < limits.perDay) return at === nowMs ? null : at
    }
  }

  test('are those of counting anew each time, and Retry-After is when it works again', () => {
    const random = seeded(7)
    let refused = 0
    for (let world = 0; world < 60; world++) {
      const limits = { open: random.below(5) + 1, perDay: random.below(4) + 1 }
      const sent: Sent[] = []
      for (let nowMs = 0; nowMs < 12 * DAY_MS; nowMs += HOUR * (random.below(9) + 1)) {
        const open = sent.filter((one) => one.withdrawnAt === null && nowMs < one.lapsesAt)
        const asked = {
          open: open.length,
          firstLapse: open.length === 0 ? null : Math.min(...open.map((one) => one.lapsesAt)),
          lastOfDay: sent.at(-limits.perDay)?.at ?? null,
        }
        const again = mayAskAgainAt(asked, limits, nowMs)
        expect(again).toBe(slowAgain(sent, limits, nowMs))
        if (again === null) sent.push({ at: nowMs, lapsesAt: nowMs + lapse, withdrawnAt: null })
        else refused++
        if (random.chance(0.2)) for (const one of open.slice(0, 1)) one.withdrawnAt = nowMs
      }
    }
    expect(refused).toBeGreaterThan(100)
  })
  test('a limit of nothing is never free', () => {
    const none = { open: 0, firstLapse: null, lastOfDay: null }
    expect(mayAskAgainAt(none, { open: 0, perDay: 5 }, 1)).toBe(1 + DAY_MS)
    expect(mayAskAgainAt(none, { open: 5, perDay: 0 }, 1)).toBe(1 + DAY_MS)
  })
})
