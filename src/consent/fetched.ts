import { Type } from '@sinclair/typebox'
import { opensAsMuch } from '../domain/consent.ts'
import { closed, Id, Instant, type View } from '../domain/shapes.ts'
import { formatInstant } from '../domain/time.ts'
import type { GrantRow } from '../store/acts/consents.ts'
import type { Store } from '../store/store.ts'
import type { WhenTold } from '../store/tables/feed-told.ts'

/** Whether a reader's program knows that a grant ended, or that a record was corrected (contract §21). */

export const FETCHED = {
  told_at: Type.Union(
    [Instant('When a page of its change feed first gave this to the reader.'), Type.Null()],
    {
      description: 'null if no page has given it. Nothing is known of copies made by hand.',
    },
  ),
  acknowledged_at: Type.Union(
    [
      Instant("When the reader's program came back with the cursor of that page or of a later one."),
      Type.Null(),
    ],
    { description: 'null if it has not: then nothing shows that its program has that page.' },
  ),
}

export const GrantEnd = closed(
  {
    at: Instant('When the grant ended.'),
    replaced_by: Type.Optional(
      Id('The grant that took its place in that instant. What that one opens, the reader may keep.'),
    ),
    ...FETCHED,
  },
  { $id: 'GrantEnd' },
)
export type GrantEnd = View<typeof GrantEnd>
export type Fetched = Pick<GrantEnd, 'told_at' | 'acknowledged_at'>

export const fetched = (told: WhenTold | null): Fetched => ({
  told_at: told === null ? null : formatInstant(told.toldAt),
  acknowledged_at: told === null || told.acknowledgedAt === null ? null : formatInstant(told.acknowledgedAt),
})

/** Returns when a grant ended; null if it has not. */
export function endedAt({ endedAt: at, expiresAt }: GrantRow, nowMs: number): number | null {
  const end = Math.min(at ?? expiresAt, expiresAt)
  return end <= nowMs ? end : null
}

/** Returns the end of a grant; null if it has not ended. */
export function endOf(
  { acts, writer, feedTold }: Pick<Store, 'acts' | 'writer' | 'feedTold'>,
  grant: GrantRow,
): GrantEnd | null {
  const at = endedAt(grant, writer.nowMs)
  if (at === null) return null
  const by = grant.endedBy === null || at !== grant.endedAt ? undefined : acts.bySeq(grant.endedBy)
  return {
    at: formatInstant(at),
    ...(by?.kind === 'grant' ? { replaced_by: by.id } : {}),
    ...fetched(feedTold.ofGrant(grant.seq)),
  }
}

/** Whether another grant took the place of an ended one and opens all that it did: then nothing need be deleted. */
export function isCarriedOn({ consents }: Pick<Store, 'consents'>, grant: GrantRow): boolean {
  const later = grant.endedBy === null ? undefined : consents.grant(grant.endedBy)
  return later !== undefined && opensAsMuch(later, grant)
}
