import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Belief,
  begin,
  type ClockReading,
  confirmed,
  FURTHEST_MS,
  isSignDue,
  judged,
  SETTLED_MS,
  STEP_MS,
  timeOf,
} from '../../../src/domain/clock.ts'
import { DAY_MS } from '../../../src/domain/time.ts'

const SIGN_MS = Date.UTC(2026, 10, 1, 8)
const HOUR_MS = 3_600_000
const YEARS_MS = 20 * 365 * DAY_MS

/** A machine whose clock runs `aheadMs` ahead of a true time that passes. */
class Machine {
  trueMs = SIGN_MS
  aheadMs = 0
  #upSinceMs: number
  belief: Belief

  constructor({ offMs = 0, aheadMs = 0, upMs = DAY_MS }, signMs: number | null = SIGN_MS) {
    this.trueMs += offMs
    this.aheadMs = aheadMs
    this.#upSinceMs = this.trueMs - upMs
    this.belief = begin(signMs, this.reading)
  }
  get reading(): ClockReading {
    return { shownMs: this.trueMs + this.aheadMs, upMs: this.trueMs - this.#upSinceMs }
  }
  pass(ms: number): this {
    this.trueMs += ms
    return this.look()
  }
  show(aheadMs: number): this {
    this.aheadMs = aheadMs
    return this.look()
  }
  look(): this {
    this.belief = judged(this.belief, this.reading)
    return this
  }
  get isDoubted(): boolean {
    return this.belief.isDoubted
  }
  get nowMs(): number {
    return timeOf(this.belief, this.reading)
  }
}

describe('at the start', () => {
  test.each([
    ['right after the last sign of life', 0, false],
    ['after a holiday', 30 * DAY_MS, false],
    ['just as far ahead as may be', FURTHEST_MS, false],
    ['a millisecond more', FURTHEST_MS + 1, true],
    ['years ahead', YEARS_MS, true],
    ['behind, as without a battery', -50 * 365 * DAY_MS, false],
  ])('%s', (_words, aheadMs, isDoubted) => {
    expect(new Machine({ aheadMs }).isDoubted).toBe(isDoubted)
  })

  test('an empty store knows no better than the clock', () => {
    expect(new Machine({ aheadMs: YEARS_MS }, null).isDoubted).toBe(false)
  })

  test('while it is doubted, it is as late as the last sign of life, and time passes', () => {
    const machine = new Machine({ aheadMs: YEARS_MS })
    expect(machine.nowMs).toBe(SIGN_MS)
    expect(machine.pass(3 * DAY_MS).nowMs).toBe(SIGN_MS + 3 * DAY_MS)
  })

  test('a clock put right is believed by itself, and judged as a running one from then on', () => {
    const machine = new Machine({ aheadMs: YEARS_MS }).pass(HOUR_MS).show(0)
    expect([machine.isDoubted, machine.nowMs]).toEqual([false, SIGN_MS + HOUR_MS])
    expect(machine.show(2 * HOUR_MS).isDoubted).toBe(true)
  })

  test('a right clock after two months off is doubted until somebody confirms it', () => {
    const machine = new Machine({ offMs: 60 * DAY_MS })
    expect(machine.isDoubted).toBe(true)
    machine.belief = confirmed(machine.reading)
    expect([machine.pass(DAY_MS).isDoubted, machine.nowMs]).toEqual([false, SIGN_MS + 61 * DAY_MS])
  })
})

describe('while it runs', () => {
  test.each([
    ['network time steps by seconds', 5_000, false],
    ['or by minutes', 20 * 60_000, false],
    ['just an hour', STEP_MS, false],
    ['more than an hour', STEP_MS + 1, true],
    ['years', YEARS_MS, true],
    ['back by years', -YEARS_MS, false],
  ])('%s', (_words, aheadMs, isDoubted) => {
    expect(new Machine({}).pass(5 * HOUR_MS).show(aheadMs).isDoubted).toBe(isDoubted)
  })

  test('an appliance left idle for months is no jump', () => {
    expect(new Machine({}).pass(300 * DAY_MS).isDoubted).toBe(false)
  })

  test('small steps do not add up to a large one within a day, and are forgotten after it', () => {
    const machine = new Machine({})
    expect(machine.pass(60_000).show(40 * 60_000).isDoubted).toBe(false)
    expect(machine.pass(60_000).show(80 * 60_000).isDoubted).toBe(true)
    const slow = new Machine({})
    for (let day = 1; day <= 5; day++) slow.pass(DAY_MS).show(day * 40 * 60_000)
    expect(slow.isDoubted).toBe(false)
  })

  test('set back and put right again, it was never ahead', () => {
    const machine = new Machine({})
      .pass(DAY_MS)
      .show(-YEARS_MS)
      .pass(40 * DAY_MS)
    expect(machine.show(0).isDoubted).toBe(false)
  })

  test('in doubt, the time is what has passed since it was trusted last; put right, it is believed by itself', () => {
    const machine = new Machine({})
      .pass(HOUR_MS)
      .show(YEARS_MS)
      .pass(2 * HOUR_MS)
    expect([machine.isDoubted, machine.nowMs]).toEqual([true, SIGN_MS + 3 * HOUR_MS])
    expect([machine.show(0).isDoubted, machine.nowMs]).toEqual([false, SIGN_MS + 3 * HOUR_MS])
  })

  test('a wrong clock that was confirmed is believed, and one that is set back after it too', () => {
    const machine = new Machine({}).show(YEARS_MS)
    machine.belief = confirmed(machine.reading)
    expect([machine.look().isDoubted, machine.nowMs]).toEqual([false, SIGN_MS + YEARS_MS])
    expect([machine.show(0).isDoubted, machine.nowMs]).toEqual([false, SIGN_MS])
  })
})

describe('a machine without a battery for its clock', () => {
  test('starts long ago, and network time puts it right hours later: judged as at the start', () => {
    const machine = new Machine({ offMs: 3 * DAY_MS, aheadMs: -40 * 365 * DAY_MS, upMs: 60_000 })
    expect(machine.pass(6 * HOUR_MS).show(0).isDoubted).toBe(false)
    expect(machine.show(2 * HOUR_MS).isDoubted).toBe(true)
  })
  test('starts at the moment when it went off, and is put right within minutes', () => {
    const machine = new Machine({ offMs: 3 * DAY_MS, aheadMs: -3 * DAY_MS, upMs: 30_000 })
    expect(machine.pass(60_000).show(0).isDoubted).toBe(false)
  })
  test('but not by more than a start allows', () => {
    const machine = new Machine({ upMs: 30_000 })
    expect(machine.pass(60_000).show(FURTHEST_MS + 1).isDoubted).toBe(true)
  })
  test('nor once the machine has been on for a while', () => {
    const machine = new Machine({ offMs: 3 * DAY_MS, aheadMs: -3 * DAY_MS, upMs: 30_000 })
    expect(machine.pass(SETTLED_MS).show(0).isDoubted).toBe(true)
  })
})

test('whatever the clock does, time in doubt passes as it does, and a right clock is believed', () => {
  const events = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3 * DAY_MS }), fc.integer({ min: -YEARS_MS, max: YEARS_MS })),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(events, (jumps) => {
      const machine = new Machine({ offMs: DAY_MS })
      for (const [passMs, aheadMs] of jumps) {
        machine.show(aheadMs)
        const [before, wasDoubted] = [machine.nowMs, machine.isDoubted]
        machine.pass(passMs)
        if (wasDoubted && machine.isDoubted) expect(machine.nowMs - before).toBe(passMs)
        // What it was believed to be at any moment is at most what a start and the steps of days allow.
        if (machine.isDoubted) expect(machine.reading.shownMs).toBeGreaterThan(machine.nowMs + STEP_MS)
      }
      expect(machine.show(0).isDoubted).toBe(false)
    }),
  )
})

test('a sign of life is due a day after the last one', () => {
  expect(isSignDue(SIGN_MS, SIGN_MS + DAY_MS - 1)).toBe(false)
  expect(isSignDue(SIGN_MS, SIGN_MS + DAY_MS)).toBe(true)
  expect(isSignDue(SIGN_MS + YEARS_MS, SIGN_MS)).toBe(false)
})
