import { expect, it } from 'vitest'
import {
  coversEveryType,
  type DelegatedUse,
  type Delegation,
  isBetween,
  isInForce,
} from '../../../src/domain/delegation.ts'
import { DAY_MS } from '../../../src/domain/time.ts'
import { RECORD_TYPES, typeMask } from '../../../src/domain/types/index.ts'

/** When one party may act for another (contract §6). */

const [FROM, ENDED, UNTIL] = [100 * DAY_MS, 150 * DAY_MS, 200 * DAY_MS] as const
const mandate: Delegation = {
  ...{ principal: 1, delegate: 2, types: typeMask(['delivery']), acts: 'assert confirm object' },
  ...{ validFrom: FROM, validUntil: UNTIL, endedAt: null },
}

const ended = { ...mandate, endedAt: ENDED }
const at = (act: DelegatedUse['act'], occurredAtMs: number, receivedAtMs = occurredAtMs): DelegatedUse => ({
  ...{ act, occurredAtMs, receivedAtMs, graceDays: 14 },
})
const GRACE = 14 * DAY_MS

it('is between its principal and its delegate, and nobody else', () => {
  expect(isBetween(mandate, 1, 2)).toBe(true)
  expect([isBetween(mandate, 1, 3), isBetween(mandate, 3, 2), isBetween(mandate, 2, 1)]).not.toContain(true)
})

it.each<[string, Delegation, DelegatedUse, boolean]>([
  ['asserts at its first instant', mandate, at('assert', FROM), true],
  ['asserts before it', mandate, at('assert', FROM - 1), false],
  ['asserts at its end', mandate, at('assert', UNTIL), false],
  ['asserts before its end, received later', mandate, at('assert', UNTIL - 1, UNTIL + 99 * DAY_MS), true],
  ['corrects without that act', mandate, at('correct', FROM), false],
  ['confirms at its end', mandate, at('confirm', UNTIL), false],
  ['confirms, backdated, after its end', mandate, at('confirm', UNTIL - 1, UNTIL), false],
  ['objects while it is in force', mandate, at('object', FROM), true],
  ['asserts before its revocation, within the grace', ended, at('assert', ENDED - 1, ENDED + GRACE), true],
  ['asserts before its revocation, received after', ended, at('assert', ENDED - 1, ENDED + GRACE + 1), false],
  ['asserts as it is revoked', ended, at('assert', ENDED), false],
  ['confirms, backdated, after it was revoked', ended, at('confirm', ENDED - 1, ENDED), false],
])('a delegate %s', (_, delegation, use, expected) => {
  expect(isInForce(delegation, use)).toBe(expected)
})

it('an objection to everything, or to inferences, needs a mandate over everything', () => {
  const overAll = { ...mandate, types: typeMask(RECORD_TYPES) }
  for (const types of [null, ['inference'], ['delivery', 'inference']] as const) {
    expect(coversEveryType(overAll, types)).toBe(true)
    expect(coversEveryType(mandate, types)).toBe(false)
  }
  expect(coversEveryType(mandate, ['delivery'])).toBe(true)
  expect(coversEveryType(mandate, ['delivery', 'payment'])).toBe(false)
})
