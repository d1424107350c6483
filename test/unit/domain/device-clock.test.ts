import { expect, it } from 'vitest'
import { isClockAhead, isClockBehind } from '../../../src/domain/device-clock.ts'

it('a clock is wrong when it differs by more than two minutes', () => {
  const found = [-120_001, -120_000, 0, 120_000, 120_001].map((ms) => [isClockBehind(ms), isClockAhead(ms)])
  const right = [false, false]
  expect(found).toEqual([[true, false], right, right, right, [false, true]])
})
