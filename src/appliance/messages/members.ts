import { must } from '../../base/typed.ts'
import { type Addressee, KEPT_MS, saidYesAt, unconfirmedChange } from '../../domain/messages/sending.ts'
import type { BodyOf } from '../../domain/types/index.ts'
import type { BaseKernel } from '../../registry/kernel.ts'

/** To whom messages go: as the cooperative's own records state it when a message is sent. */

export interface Member extends Addressee {
  readonly name: string
  readonly language: string | null
  /** Whether other members have the same number. */
  readonly isShared: boolean
}

type Kernel = Pick<BaseKernel, 'store' | 'people'>

/** @param todayMs when the day began */
export function memberOf({ store, people }: Kernel, party: number, todayMs: number): Member {
  const known = people.recorded.of(party)
  const phone = known?.phone ?? null
  const yes = yesOf({ store, people }, party)
  return {
    name: known?.name ?? '',
    language: known?.language ?? null,
    wants: known?.messages === true && known.sameAs === null,
    wantsSinceMs: yes === null ? 0 : must(store.records.bySeq(yes)).receivedAtMs,
    phone,
    isUnsure: phone !== null && numberToConfirm({ store, people }, party, phone) !== null,
    isShared: phone !== null && membersWith({ store, people }, phone).some((other) => other !== party),
    sentToday: store.messages.sentSince(party, todayMs - KEPT_MS, todayMs),
  }
}

/** Returns the entry that changed a member's number, if nobody confirmed it since. */
export function numberToConfirm({ store }: Kernel, party: number, phone: string): number | null {
  const all = statedOf(store, party)
  const goneAt = new Map(store.records.retractions(all.map(({ body }) => body.id)))
  const stated = all.flatMap(({ seq, body }, i) =>
    body.phone === undefined ? [] : [{ seq, phone: body.phone, goneAt: goneAt.get(i) ?? null }],
  )
  return unconfirmedChange(stated, phone, store.messages.newestNote('number', party)?.seq ?? 0)
}

/** Returns the entry with a member's yes. Nothing is told that was in the log before it. */
export const yesOf = ({ store }: Kernel, party: number): number | null =>
  saidYesAt(
    statedOf(store, party)
      // That two parties are one says nothing of messages.
      .filter(({ body }) => body.same_as === undefined)
      .map(({ seq, body }) => ({ seq, wants: body.messages === true })),
  )

/** What the cooperative stated of a party, in the order of the log, with what it corrected or took back. */
function statedOf({ parties, records, appliance }: Kernel['store'], party: number) {
  const id = parties.id(party)
  const seqs = [...new Set(records.statements.by(must(appliance.cooperative), [party]))]
  return records
    .bySeqs(seqs)
    .filter((record) => record.type === 'party' && record.body.party === id)
    .map(({ seq, body }) => ({ seq, body: body as BodyOf<'party'> }))
    .sort((a, b) => a.seq - b.seq)
}

/** Members whose number it is, as the cooperative states it. */
export const membersWith = ({ store, people }: Kernel, phone: string): number[] =>
  store.records.statements.withPhone(phone, must(store.appliance.cooperative)).filter((n) => {
    const known = people.recorded.of(n)
    return known?.phone === phone && known.sameAs === null
  })
