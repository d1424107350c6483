import { ofEach } from '../../base/typed.ts'
import type { ConversionFacts } from '../derived/world.ts'
import type { Figures } from '../figures.ts'
import { OBJECTION_EFFECTS } from '../objection.ts'
import { isThin } from '../registry.ts'
import type { OldestOutstanding } from './oldest-outstanding.ts'
import { kilograms } from './record.ts'
import type { Sums } from './sums.ts'

/**
 * Returns the figures from the sums. The cost grows with the factors that have their own sum, not with
 * records.
 */
export function figuresOf(
  sums: Sums,
  waiting: { readonly requests: OldestOutstanding; readonly notifications: OldestOutstanding },
  conversion: (id: string) => ConversionFacts | undefined,
): Figures {
  return {
    records: [...recordRows(sums, true), ...recordRows(sums, false)],
    delegatedRecords: sums.delegatedRecords,
    delegations: sums.delegations,
    standingObjections: sums.objectionsLodged - sums.objectionsWithdrawn,
    objectionsByEffect: ofEach(OBJECTION_EFFECTS, (effect) => sums.objections.get(effect) ?? 0),
    kg: kgFigures(sums, conversion),
    subjectAccess: {
      requests: sums.requests,
      open: sums.requests - sums.answers,
      oldestOpenAtMs: waiting.requests.oldest?.atMs ?? null,
      openAtMsSum: Number(sums.openAtMs),
      answeredMsSum: Number(sums.answeredMs),
      answeredMsMax: sums.answers === 0 ? null : sums.answeredMsMax,
    },
    notifications: {
      outstanding: sums.notificationsRaised - sums.notificationsTold,
      oldestRaisedAtMs: waiting.notifications.oldest?.atMs ?? null,
    },
  }
}

function recordRows({ records }: Sums, financial: boolean): Figures['records'] {
  return [...(financial ? records.financial : records.other)].map(([basis, count]) => ({
    basis,
    financial,
    count,
  }))
}

function kgFigures(
  { milligrams }: Sums,
  conversion: (id: string) => ConversionFacts | undefined,
): Figures['kg'] {
  let [total, assumed, thinSample] = [0n, 0n, 0n]
  for (const [factor, sum] of milligrams) {
    total += sum
    const facts = factor === null ? undefined : conversion(factor)
    if (facts?.kind === 'assumed_default') assumed += sum
    if (facts !== undefined && isThin(facts)) thinSample += sum
  }
  return { total: kilograms(total), assumed: kilograms(assumed), thinSample: kilograms(thinSample) }
}
