import type { By, Entry, Makes, Says, SentRecord } from './entry.ts'
import { isToConfirm, partiesOf } from './members.ts'

/**
 * What a member confirms on the phone that recorded it. Nobody can confirm their own record (contract §4), so it is sent by a
 * credential of the member, which only their PIN opens (docs/decisions/field.md).
 */

/** Whether the entry is a person's word, and not that of the phone's own party. */
export const isOfPerson = ({ by }: Pick<Entry, 'by'>): boolean => by !== undefined

/** Whether it waits until its person enters a PIN, or has a new code. */
export const isWithoutToken = ({ state, by }: Pick<Entry, 'state' | 'by'>): boolean =>
  state === 'waiting' && by !== undefined && by.token === undefined

export function withoutToken<T extends Pick<Entry, 'by'>>(entry: T): T {
  if (entry.by?.token === undefined) return entry
  const { token: _, ...by } = entry.by
  return { ...entry, by }
}

/** Returns the other party of a delivery or payment that this party recorded for itself; null for any other record. */
export function counterpartyOf(record: Says, own: string): string | null {
  const { asserted_by: author = own, on_behalf_of: principal } = record
  if (author !== own || principal !== undefined) return null
  const parties = partiesOf(record)
  const other = parties.find((party) => party !== own)
  return parties.includes(own) && other ? other : null
}

/** Returns what a person confirmed here of a record, unless the service refused it. */
export const confirmationOf = (entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find(
    ({ record, state }) =>
      state !== 'rejected' && (record.delivery_id === id || record.payment_id === id) && record.id !== id,
  )

export const isConfirmed = ({ derived }: Says): boolean => derived?.confirmation?.confirmed === true

/** Returns what of others' records this party has not confirmed yet, neither at the office nor here. */
export function toConfirm(others: Iterable<SentRecord>, here: readonly Entry[], own: string): SentRecord[] {
  const confirmed = new Set(here.flatMap(({ record }) => [record.delivery_id, record.payment_id]))
  return [...others].filter(
    (record) => isToConfirm(record, own) && !isConfirmed(record) && !confirmed.has(record.id),
  )
}

/** What a chain says of its versions (`rules/chains.ts`). */
interface Counted {
  readonly is: string
  readonly newest: { readonly id: string } | null
}

/** Whether a version is the one that counts. */
export const isCounting = ({ is, newest }: Counted, id: string): boolean =>
  is === 'standing' && newest?.id === id

/**
 * Returns who can confirm an entry now; null if nobody can, or somebody did.
 * @param chain of the entry's record: only the version that counts can be confirmed
 */
export function canConfirm(
  entries: readonly Entry[],
  { record, state }: Pick<Entry, 'record' | 'state'>,
  own: string,
  chain: Counted,
): string | null {
  if (state === 'draft' || state === 'rejected' || !isCounting(chain, record.id)) return null
  // A correction that was rejected waits to be mended: what it corrects is wrong, too.
  const isWrong = entries.some(({ record: { supersedes } }) => supersedes === record.id)
  if (isWrong || isConfirmed(record)) return null
  return confirmationOf(entries, record.id) === undefined ? counterpartyOf(record, own) : null
}

/** Whether it happened before what a person's code confirms. @param since undefined if the code confirms everything */
export const isTooEarly = ({ occurred_at }: Says, since: string | undefined): boolean =>
  since !== undefined && Date.parse(occurred_at) < Date.parse(since)

/** What a record says, without what the service derives from others: that may change while somebody reads it. */
const stated = ({ derived: _, ...record }: SentRecord): string => JSON.stringify(record)

/** Returns the confirmation of a delivery or payment. */
export function confirming({ id, type }: SentRecord, happening: Required<Makes>['happening']): Says {
  const said = { ...happening, channel: 'app' } as const
  return type === 'delivery'
    ? { type: 'delivery_confirmation', ...said, delivery_id: id }
    : { type: 'payment_confirmation', ...said, payment_id: id }
}

/**
 * Returns the confirmation of a record by a person, to be sent once the service has that record. Whatever else they confirmed
 * and waits for them is sent with the same token.
 * @param shown what the person saw: nothing else is confirmed
 * @returns null if the entry has changed, or can no longer be confirmed by them
 */
export function confirmed(
  entries: readonly Entry[],
  entry: Entry,
  given: {
    readonly shown: SentRecord
    readonly own: string
    readonly by: Required<By>
    readonly chain: Counted
    /** From when on their code confirms. */
    readonly since?: string
  },
  makes: Makes,
): Map<string, Entry | null> | null {
  const { shown, own, by, chain, since } = given
  const isAsShown = stated(entry.record) === stated(shown)
  if (!isAsShown || isTooEarly(shown, since)) return null
  if (canConfirm(entries, entry, own, chain) !== by.party) return null
  const [key, at] = [makes.newKey(), new Date(makes.nowMs).toISOString()]
  const says = confirming(entry.record, { occurred_at: at, ...makes.happening })
  const record = { ...says, id: makes.newId(), recorded_at: at }
  const rows = givenToken(entries, by)
  rows.set(key, { key, state: 'waiting', record, madeAt: makes.nowMs, mayBeSent: false, by })
  return rows
}

/** What a person confirmed before and the service has not answered goes with their newest token. */
export const givenToken = (entries: readonly Entry[], by: Required<By>): Map<string, Entry | null> =>
  new Map(
    entries
      .filter((entry) => entry.state === 'waiting' && entry.by?.party === by.party)
      .map((entry) => [entry.key, { ...entry, by }]),
  )

/** A token ended: what was to be sent by it waits for its person. */
export const takenToken = (entries: readonly Entry[], token: string): Map<string, Entry | null> =>
  new Map(
    entries.filter((entry) => entry.by?.token === token).map((entry) => [entry.key, withoutToken(entry)]),
  )

/** Returns the tokens by which something can be sent now, that of the oldest first. */
export function tokensToSend(entries: readonly Entry[]): string[] {
  const waiting = entries.filter(({ state, by }) => state === 'waiting' && by?.token !== undefined)
  const oldest = waiting.sort((a, b) => a.madeAt - b.madeAt)
  return [...new Set(oldest.flatMap(({ by }) => by?.token ?? []))]
}
