import { describe, expect, test } from 'vitest'
import {
  afterCall,
  CONDITIONS,
  type ConditionsFound,
  decide,
  type Memory,
  OVER_AFTER_MS,
  withoutPauses,
} from '../../../../src/appliance/notices/due.ts'
import { must } from '../../../../src/base/typed.ts'

/** Which notices are due: at once, once a day while a condition lasts, and once when it is over. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const CHECK_MS = 15 * MINUTE_MS
const START_MS = Date.UTC(2026, 2, 2, 8)

const found = (...holding: readonly (keyof ConditionsFound)[]): ConditionsFound => ({
  backups: holding.includes('backups'),
  disk: holding.includes('disk'),
  certificate: holding.includes('certificate'),
  clock: holding.includes('clock'),
  messages: holding.includes('messages'),
})
const WELL = found()
const NOTHING_KNOWN: ConditionsFound = {
  ...{ backups: null, disk: null, certificate: null, clock: null, messages: null },
}

/** A machine that is checked, and calls that succeed unless the test says otherwise. */
class Machine {
  nowMs = START_MS
  memory: Memory = {}
  works = true

  /** @returns what was due, as words */
  check(now: ConditionsFound, passedMs = CHECK_MS): string[] {
    this.nowMs += passedMs
    const { memory, due } = decide(now, this.memory, this.nowMs)
    this.memory = memory
    for (const one of due) this.memory = afterCall(this.memory, one, this.nowMs, this.works)
    return due.map(({ condition, state }) => `${condition} ${state}`)
  }

  /** Checks every quarter of an hour. @returns how often each notice was due */
  during(spanMs: number, whatHolds: (check: number) => ConditionsFound): Record<string, number> {
    const counts: Record<string, number> = {}
    for (let i = 0; i * CHECK_MS < spanMs; i++)
      for (const one of this.check(whatHolds(i))) counts[one] = (counts[one] ?? 0) + 1
    return counts
  }
}

describe('a condition', () => {
  test('is told at once, once a day while it lasts, and once when it is over', () => {
    const m = new Machine()
    expect(m.check(WELL)).toEqual([])
    expect(m.check(found('disk'))).toEqual(['disk holds'])
    expect(m.during(3 * DAY_MS - CHECK_MS, () => found('disk'))).toEqual({ 'disk holds': 2 })
    expect(m.during(OVER_AFTER_MS, () => WELL)).toEqual({})
    expect(m.check(WELL)).toEqual(['disk over'])
    expect(m.memory).toEqual({})
    expect(m.during(2 * DAY_MS, () => WELL)).toEqual({})
  })
  test('says since when it is known, however often it is told', () => {
    const first = decide(found('clock'), {}, START_MS)
    expect(first.due).toEqual([{ condition: 'clock', state: 'holds', sinceMs: START_MS }])
    const told = afterCall(first.memory, must(first.due[0]), START_MS, true)
    const later = decide(found('clock'), told, START_MS + 2 * DAY_MS)
    expect(later.due).toEqual([{ condition: 'clock', state: 'holds', sinceMs: START_MS }])
  })
  test('that comes and goes at every check is one that lasts', () => {
    const m = new Machine()
    const flaps = (check: number) => (check % 2 === 0 ? found('backups') : WELL)
    expect(m.during(3 * DAY_MS, flaps)).toEqual({ 'backups holds': 3 })
    expect(m.during(2 * HOUR_MS, () => WELL)).toEqual({ 'backups over': 1 })
  })
  test('that comes back after its end was told is a new one', () => {
    const m = new Machine()
    m.check(found('disk'))
    m.during(2 * HOUR_MS, () => WELL)
    expect(m.check(found('disk'))).toEqual(['disk holds'])
    expect(m.memory.disk?.sinceMs).toBe(m.nowMs)
  })
  test('that was never told is not told to be over', () => {
    const m = new Machine()
    m.works = false
    expect(m.check(found('disk'))).toEqual(['disk holds'])
    m.works = true
    expect(m.during(DAY_MS, () => WELL)).toEqual({})
    expect(m.memory).toEqual({})
  })
  test('that cannot be found out counts as before', () => {
    const m = new Machine()
    expect(m.check(NOTHING_KNOWN)).toEqual([])
    m.check(found('backups'))
    expect(m.during(2 * DAY_MS, () => NOTHING_KNOWN)).toEqual({ 'backups holds': 2 })
    expect(m.check(WELL, 0)).toEqual([])
  })
  test('stands beside others: all are told at once, each by itself', () => {
    const m = new Machine()
    expect(m.check(found(...CONDITIONS))).toEqual(CONDITIONS.map((one) => `${one} holds`))
    expect(m.check(found('disk'))).toEqual([])
    expect(m.during(OVER_AFTER_MS, () => found('disk'))).toEqual({
      'backups over': 1,
      'certificate over': 1,
      'clock over': 1,
      'messages over': 1,
    })
    expect(Object.keys(m.memory)).toEqual(['disk'])
  })
})

describe('a call that fails', () => {
  test('is made again with growing pauses, at most every four hours', () => {
    const m = new Machine()
    m.works = false
    const atMs: number[] = []
    for (let i = 0; i < 4 * 24 * 3; i++) if (m.check(found('disk')).length > 0) atMs.push(m.nowMs)
    const pauses = atMs.slice(1).map((at, i) => (at - (atMs[i] ?? 0)) / MINUTE_MS)
    expect(pauses.slice(0, 7)).toEqual([15, 30, 45, 90, 165, 240, 240])
    expect(new Set(pauses.slice(7))).toEqual(new Set([240]))
    m.works = true
    expect(m.during(DAY_MS, () => found('disk'))).toEqual({ 'disk holds': 1 })
  })
  test('does not delay another condition', () => {
    const m = new Machine()
    m.works = false
    m.check(found('disk'))
    m.check(found('disk'))
    m.works = true
    expect(m.check(found('disk', 'clock'))).toEqual(['clock holds'])
  })
  test('is made at once when calls are known to work again', () => {
    const m = new Machine()
    m.works = false
    m.during(DAY_MS, () => found('disk'))
    m.memory = withoutPauses(m.memory)
    m.works = true
    expect(m.check(found('disk'))).toEqual(['disk holds'])
  })
  test('about an end is made again for a week, and then no more', () => {
    const m = new Machine()
    m.check(found('disk'))
    m.works = false
    const tried = m.during(6 * DAY_MS, () => WELL)['disk over'] ?? 0
    expect(tried).toBeGreaterThan(30)
    m.during(2 * DAY_MS, () => WELL)
    m.works = true
    expect(m.during(DAY_MS, () => WELL)).toEqual({})
    expect(m.memory).toEqual({})
  })
})

describe('the clock', () => {
  test('that goes back does not silence a condition: at most one notice is too many', () => {
    const m = new Machine()
    m.check(found('disk'))
    expect(m.check(found('disk'), -300 * DAY_MS)).toEqual(['disk holds'])
    expect(m.memory.disk?.sinceMs).toBe(m.nowMs)
    expect(m.during(DAY_MS, () => found('disk'))).toEqual({ 'disk holds': 1 })
  })
  test('that goes back delays neither another try nor the end', () => {
    const m = new Machine()
    m.works = false
    m.during(DAY_MS, () => found('disk'))
    m.works = true
    expect(m.check(found('disk'), -300 * DAY_MS)).toEqual(['disk holds'])
    m.check(WELL)
    expect(m.check(WELL, -30 * DAY_MS)).toEqual([])
    expect(m.during(OVER_AFTER_MS, () => WELL)).toEqual({ 'disk over': 1 })
  })
  test('that is set ahead tells once more, not once for each day', () => {
    const m = new Machine()
    m.check(found('disk'))
    expect(m.check(found('disk'), 300 * DAY_MS)).toEqual(['disk holds'])
    expect(m.check(found('disk'))).toEqual([])
  })
})

test('after a restart, what was told is known from what was written', () => {
  const m = new Machine()
  m.check(found('disk', 'backups'))
  const again = new Machine()
  again.nowMs = m.nowMs
  again.memory = JSON.parse(JSON.stringify(m.memory)) as Memory
  expect(again.check(found('disk', 'backups'))).toEqual([])
  expect(again.during(2 * HOUR_MS, () => found('disk'))).toEqual({ 'backups over': 1 })
})
