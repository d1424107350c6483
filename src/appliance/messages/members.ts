import { must } from '../../base/typed.ts'
import { type Addressee, KEPT_MS, unconfirmedChange } from '../../domain/messages/sending.ts'
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
  return {
    name: known?.name ?? '',
    language: known?.language ?? null,
    wants: known?.messages === true && known.sameAs === null,
    phone,
    isUnsure: phone !== null && numberToConfirm({ store, people }, party, phone) !== null,
    isShared: phone !== null && membersWith({ store, people }, phone).some((other) => other !== party),
    sentToday: store.messages.sentSince(party, todayMs - KEPT_MS, todayMs),
  }
}

/** Returns the entry that changed a member's number, if nobody confirmed it since. */
export function numberToConfirm({ store }: Kernel, party: number, phone: string): number | null {
  const id = store.parties.id(party)
  const seqs = [...new Set(store.records.statements.by(must(store.appliance.cooperative), [party]))]
  const stated = store.records
    .bySeqs(seqs)
    .flatMap(({ seq, body }) =>
      body.type === 'party' && body.party === id && body.phone !== undefined
        ? [{ seq, phone: body.phone }]
        : [],
    )
    .sort((a, b) => a.seq - b.seq)
  return unconfirmedChange(stated, phone, store.messages.newestNote('number', party)?.seq ?? 0)
}

const membersWith = ({ store, people }: Kernel, phone: string): number[] =>
  store.records.statements.withPhone(phone, must(store.appliance.cooperative)).filter((n) => {
    const known = people.recorded.of(n)
    return known?.phone === phone && known.sameAs === null
  })
