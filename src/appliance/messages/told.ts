import { must } from '../../base/typed.ts'
import type { ConsentKernel } from '../../consent/kernel.ts'
import { recordTold } from '../../consent/messages.ts'
import { isForked } from '../../domain/derived/standing.ts'
import { MESSAGE_KINDS } from '../../domain/messages/made.ts'
import { NAMELESS } from '../../domain/party.ts'
import { saidBy } from '../../store/acts/acts.ts'
import type { GrantRow } from '../../store/acts/consents.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { Dated } from '../../words/calendar.ts'
import { ownName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { isTold } from './follow.ts'
import { messageText, type Told } from './texts.ts'

/** Makes the text of a message from the entry that it is about, as that entry says it: it is made when it is sent, and not kept. */

type Kernel = Pick<ConsentKernel, 'store' | 'people' | 'registry'>

export function textOf(
  kernel: Kernel,
  words: Words,
  row: MessageRow,
  { member, count }: { readonly member: string | null; readonly count: number },
): string {
  const { store, people } = kernel
  const cooperative = ownName(people.facts(must(store.appliance.cooperative)).called) ?? ''
  return messageText(words, { cooperative, member, told: toldBy(kernel, words, row, count) })
}

function toldBy(kernel: Kernel, words: Words, row: MessageRow, count: number): Told {
  const { store, people } = kernel
  const kind = must(MESSAGE_KINDS[row.kind])
  switch (kind) {
    case 'several':
      return { kind, count }
    case 'grant_given':
    case 'grant_ending':
    case 'grant_ended': {
      const act = must(store.acts.bySeq(row.about))
      const said = saidBy<{ grant_id?: string }>(act)
      const grant = said.grant_id === undefined ? act : must(store.acts.byId(said.grant_id))
      const given = must(store.consents.grant(grant.seq))
      const { grantee, expiresAt: until } = given
      const sinceMs = kind === 'grant_ending' ? until : store.writer.nowMs
      return { kind, reader: calledOf(kernel, grantee), until, hasOther: hasOther(kernel, given, sinceMs) }
    }
    case 'reader_new':
      return { kind, reader: calledOf(kernel, store.readerOf(row.about)) }
    case 'access_request':
      return { kind, reader: calledOf(kernel, must(store.accessRequests.request(row.about)).asker) }
    default: {
      const record = toldRecord(kernel, row)
      const on: Dated = record.body
      if (record.type === 'payment') {
        // The record may name another entry of the same person.
        const payee = people.kept(must(store.parties.find(record.body.payee)))
        const isToMember = payee === people.kept(row.party)
        return { kind: kind as `payment_recorded`, on, amount: record.body.amount, isToMember }
      }
      return { kind: kind as 'delivery_recorded', on, ...goodsOf(kernel, words, record.body) }
    }
  }
}

/** Whether a message would say "now" of a record of which, since it was made, nothing counts before the office decides. */
export const isOvertaken = ({ store }: Pick<Kernel, 'store'>, row: MessageRow): boolean =>
  must(MESSAGE_KINDS[row.kind]).endsWith('_corrected') &&
  isForked(store.recordGraph(), recordTold(store, row).root)

function toldRecord({ store }: Kernel, row: MessageRow) {
  const told = recordTold(store, row)
  if (!isTold(told)) throw new TypeError(`no message is about the entry ${row.about}`)
  return told
}

/** Consents of a member that are looked through for another to the same reader, those that end first. */
const MOST_GRANTS = 1_000

/** Whether the member, who may have been entered twice, has another consent to the same reader that goes on after an instant. */
function hasOther({ store, people }: Kernel, { seq, subject, grantee }: GrantRow, sinceMs: number): boolean {
  const reader = people.kept(grantee)
  return people
    .entriesOf(people.kept(subject))
    .flatMap((entry) => store.consents.grantsNotOver(entry, sinceMs, MOST_GRANTS))
    .some((other) => other.seq !== seq && people.kept(other.grantee) === reader)
}

function goodsOf(
  { registry }: Kernel,
  words: Words,
  body: Extract<ReturnType<typeof toldRecord>, { type: 'delivery' }>['body'],
) {
  const { crop, quantity, normalized_kg, agreed_price } = body
  const unit = quantity === undefined ? undefined : registry.get('units', quantity.unit)
  return {
    crop: words.crop({ id: crop, name: registry.get('crops', crop)?.name ?? crop }),
    quantity: quantity ?? null,
    unit:
      quantity === undefined ? '' : unit === undefined ? quantity.unit : words.units(unit, quantity.value),
    kg: normalized_kg ?? null,
    price: agreed_price ?? null,
  }
}

const calledOf = ({ people }: Kernel, party: number) => people.facts(party).called ?? NAMELESS
