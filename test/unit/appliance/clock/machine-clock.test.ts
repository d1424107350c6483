import { uptime } from 'node:os'
import { expect, test } from 'vitest'
import { machineClock } from '../../../../src/appliance/clock/machine-clock.ts'
import { FURTHEST_MS } from '../../../../src/domain/clock.ts'
import { DAY_MS } from '../../../../src/domain/time.ts'

const HOUR_MS = 3_600_000

/** A laptop whose time passes, awake and asleep. */
class Laptop {
  shownMs = Date.UTC(2026, 10, 1)
  ranMs = 50_000
  upMs = 60_000
  asked = 0
  readonly read = machineClock({
    shownMs: () => this.shownMs,
    ranMs: () => this.ranMs,
    upMs: () => {
      this.asked++
      return this.upMs
    },
  })
  awake(ms: number) {
    this.shownMs += ms
    this.ranMs += ms
    this.upMs += ms
    return this.read().upMs
  }
  asleep(ms: number) {
    this.shownMs += ms
    this.upMs += ms
    return this.read().upMs
  }
}

test('time passes awake and asleep', () => {
  const laptop = new Laptop()
  expect(laptop.awake(10 * HOUR_MS)).toBe(60_000 + 10 * HOUR_MS)
  expect(laptop.asleep(8 * HOUR_MS)).toBe(60_000 + 18 * HOUR_MS)
  expect(laptop.awake(1)).toBe(60_001 + 18 * HOUR_MS)
})

test('a clock that is set lets no time pass', () => {
  const laptop = new Laptop()
  laptop.shownMs += 20 * 365 * DAY_MS
  expect(laptop.read()).toEqual({ shownMs: laptop.shownMs, upMs: 60_000 })
  laptop.shownMs -= 40 * 365 * DAY_MS
  expect(laptop.awake(5)).toBe(60_005)
})

test('a sleep that is longer than a machine may be off is not believed', () => {
  const laptop = new Laptop()
  expect(laptop.asleep(FURTHEST_MS + 1)).toBe(60_000)
})

test('the system is asked for the sleep only where the clocks disagree', () => {
  const laptop = new Laptop()
  for (let n = 0; n < 100; n++) laptop.awake(60_000)
  expect(laptop.asked).toBe(1)
  laptop.asleep(HOUR_MS)
  expect(laptop.asked).toBe(2)
})

test('this machine tells how long it has been on', () => {
  const upMs = machineClock()().upMs
  expect(Number.isInteger(upMs)).toBe(true)
  expect(Math.abs(upMs - uptime() * 1_000)).toBeLessThan(60_000)
})
