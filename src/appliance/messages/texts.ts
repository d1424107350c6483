import { firstOfOnePart } from '../../domain/messages/gsm.ts'
import type { MessageKind } from '../../domain/messages/made.ts'
import { plain } from '../../text/wrap.ts'
import type { Dated } from '../../words/calendar.ts'
import type { CalledParty } from '../../words/party-name.ts'
import type { Money, Quantity } from '../../words/values.ts'
import type { Words } from '../../words/words.ts'

/**
 * What a message says: what the receipt says and no more, after the cooperative's name. No link and no number by which anything
 * can be opened is in it.
 */

export interface MessageFacts {
  readonly cooperative: string
  /** Whose message it is, if others have the same telephone. */
  readonly member: string | null
  readonly told: Told
}

export type Told =
  | {
      readonly kind: Exclude<
        MessageKind,
        `${'payment' | 'grant' | 'reader'}_${string}` | 'access_request' | 'several'
      >
      readonly on: Dated
      readonly crop: string
      readonly quantity: Quantity | null
      readonly unit: string
      readonly kg: number | null
      readonly price: Money | null
    }
  | {
      readonly kind: `payment_${'recorded' | 'corrected' | 'retracted'}`
      readonly on: Dated
      readonly amount: Money
      readonly isToMember: boolean
    }
  | {
      readonly kind: `grant_${'given' | 'ended' | 'ending'}`
      readonly reader: CalledParty
      readonly until: number
      /** Of one that ends: whether the member has another consent to the same reader that goes on. */
      readonly hasOther: boolean
    }
  | { readonly kind: 'access_request' | 'reader_new'; readonly reader: CalledParty }
  | { readonly kind: 'several'; readonly count: number }

/** How much of what may be left out is said: names up to this number of characters, the price, and kilograms beside another unit. */
interface Room {
  readonly name: number
  readonly withPrice: boolean
  readonly withKg: boolean
}
const ROOMS: readonly Room[] = [
  { name: 40, withPrice: true, withKg: true },
  { name: 20, withPrice: true, withKg: true },
  { name: 20, withPrice: false, withKg: true },
  { name: 16, withPrice: false, withKg: false },
]

/** Returns the text as it is sent: the first of its forms that fits in one part. */
export const messageText = (words: Words, facts: MessageFacts): string =>
  firstOfOnePart(ROOMS.map((room) => () => textIn(words, facts, room)))

function textIn(words: Words, { cooperative, member, told }: MessageFacts, room: Room): string {
  const text = toldIn(words, told, room)
  const from = plain(cooperative, room.name)
  return member === null
    ? words.say('sms.from', { cooperative: from, text })
    : words.say('sms.fromFor', { cooperative: from, member: plain(member, room.name), text })
}

function toldIn(words: Words, told: Told, room: Room): string {
  const { say, calendar, money } = words
  switch (told.kind) {
    case 'delivery_recorded':
    case 'delivery_corrected':
    case 'delivery_retracted':
      return say(`sms.${told.kind}`, { day: calendar.asRecorded(told.on), goods: goodsIn(words, told, room) })
    case 'payment_recorded':
    case 'payment_corrected':
    case 'payment_retracted':
      return say(`sms.${told.kind}`, {
        day: calendar.asRecorded(told.on),
        amount: money(told.amount),
        to: told.isToMember ? 'member' : 'other',
      })
    case 'grant_given':
    case 'grant_ending':
      return say(told.hasOther && told.kind === 'grant_ending' ? 'sms.oneEnding' : `sms.${told.kind}`, {
        reader: readerIn(words, told.reader, room),
        // The end is exclusive, so midnight belongs to the day before.
        day: calendar.day(told.until - 1),
      })
    case 'grant_ended':
      return say(told.hasOther ? 'sms.oneEnded' : 'sms.grant_ended', {
        reader: readerIn(words, told.reader, room),
      })
    case 'access_request':
    case 'reader_new':
      return say(`sms.${told.kind}`, { reader: readerIn(words, told.reader, room) })
    case 'several':
      return say('sms.several', { count: told.count })
  }
}

/** A name that a party gave itself is no word of the cooperative, in whose name the message comes. */
const readerIn = (words: Words, { name, by }: CalledParty, room: Room): string =>
  name !== null && by === 'cooperative' ? plain(name, room.name) : words.say('sms.somebody')

function goodsIn(words: Words, told: Extract<Told, { readonly crop: string }>, room: Room): string {
  const { kg, money, quantity, say } = words
  const { value, unit = '' } = told.quantity ?? {}
  const weight = told.kg === null ? null : say('receipt.inKg', { kg: kg(told.kg) })
  const amount = value === undefined ? null : quantity({ value, unit }, plain(told.unit, room.name))
  const both = amount !== null && weight !== null && unit !== 'kg'
  return [
    `${amount ?? weight ?? ''} ${plain(told.crop, room.name)}`.trim(),
    ...(both && room.withKg ? [weight] : []),
    ...(told.price !== null && room.withPrice ? [money(told.price)] : []),
  ].join(', ')
}
