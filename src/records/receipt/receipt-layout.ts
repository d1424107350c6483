import { marked } from '../../text/foreign.ts'
import { apart, breakable, pad, plain, widthOf, wrap } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import { shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { PAPERS, type Paper, type ReceiptFrame, type ReceiptParty } from './receipt.ts'

/** What receipts of deliveries and payments share: the head, labelled lines, and the record’s number, id and digest. */

export interface Content {
  readonly heading: string
  readonly notices: readonly string[]
  /** Labelled lines; those without a text are left out. */
  readonly rows: readonly (readonly [PlainKey, string | null | undefined])[]
  /** The rows that a page shows large: the party with its label, the figure, and what it is a figure of. */
  readonly large: { readonly who: PlainKey; readonly figure: PlainKey; readonly what: PlainKey }
  readonly below: readonly Below[]
  /** On a voucher: what the person states, and the lines to sign. */
  readonly sign?: ToSign
}

export interface ToSign {
  readonly says: string
  /** Below the place for the person's signature or thumbprint. */
  readonly thumb: string
  /** Below the lines to fill in. */
  readonly lines: readonly string[]
}

/** A line of sums. On a page, a sum has its figure at the end of the line and its details below. */
export interface Below {
  readonly text: string
  readonly sum?: { readonly name: string; readonly figure: string; readonly detail: string }
}

export function layOut(words: Words, receipt: ReceiptFrame, paper: Paper, content: Content): string {
  const { say, sayIfKnown } = words
  const width = PAPERS[paper]
  const rule = '-'.repeat(width)
  const centred = (text: string) => [
    `${' '.repeat(Math.max(0, Math.floor((width - widthOf(text)) / 2)))}${text}`,
  ]
  const said = (text: string) => wrap(marked(text), '', '', width)
  const whole = (text: string, indent = '', hanging = indent) => {
    const room = width - Math.max(indent.length, hanging.length)
    return wrap(breakable(marked(text), room), indent, hanging, width)
  }
  const { cooperative, standing } = receipt
  const lines = [
    ...(receipt.is_copy ? centred(say('receipt.copyMark')) : []),
    ...whole(cooperative.name ?? say('receipt.heading')).flatMap(centred),
    ...(cooperative.phone === null ? [] : centred(cooperative.phone)),
    rule,
    ...centred(content.heading),
    ...said(sayIfKnown(`receipt.is.${standing}`) ?? ''),
    ...content.notices.flatMap(said),
    rule,
    ...content.rows.flatMap(([name, text]) =>
      text == null || text === '' ? [] : whole(text, pad(say(name), 12), ' '.repeat(12)),
    ),
    rule,
    ...(content.below.length === 0 ? [] : [...content.below.flatMap(({ text }) => said(text)), rule]),
    ...(content.sign === undefined ? [] : [...signLines(content.sign, said, width), rule]),
    ...said(say('receipt.ifWrong')),
    ...said(say('receipt.record', { number: receipt.number })),
    // On narrow paper the id takes two lines, so that it is never cut.
    ...(receipt.record.length > width
      ? [receipt.record.slice(0, 24), receipt.record.slice(24)]
      : [receipt.record]),
    ...(receipt.digest.match(new RegExp(`.{1,${Math.min(width, 32)}}`, 'g')) ?? []),
  ]
  return marked(lines.map((line) => apart(line).trimEnd()).join('\n'))
}

/** Room for a thumbprint, and for what is written on a line. */
const ROOM_FOR_THUMB = 5
const ROOM_FOR_LINE = 2

function signLines(
  { says, thumb, lines }: ToSign,
  said: (text: string) => readonly string[],
  width: number,
): readonly string[] {
  const line = (room: number, name: string) => [
    ...Array<string>(room).fill(''),
    '_'.repeat(Math.min(width, 32)),
    ...said(name),
  ]
  return [...said(says), ...line(ROOM_FOR_THUMB, thumb), ...lines.flatMap((one) => line(ROOM_FOR_LINE, one))]
}

/** Returns a party's name and member number; without one, its region, which tells equal names apart. */
export const partyText = (words: Words, { name, member_no, region }: ReceiptParty): string =>
  [
    shortName(name, words) ?? words.say('receipt.noName'),
    member_no !== null
      ? words.say('receipt.number', { number: plain(member_no, 20) })
      : region === null
        ? ''
        : ` (${plain(region, 40)})`,
  ].join('')

/** Returns who recorded it on a phone, and on which; null if the office did not say who carried that. */
export const deviceText = (words: Words, { device }: ReceiptFrame): string | null =>
  device?.used_by === undefined
    ? null
    : words.say('receipt.officer', { who: plain(device.used_by.name, 60), device: plain(device.name, 40) })

/** What the member is asked on paper. */
export const askLines = ({ say }: Words, { asks_messages }: ReceiptFrame): readonly Below[] =>
  asks_messages === true ? [{ text: say('receipt.asksMessages') }] : []

/** Returns who signed on paper for the record, and who vouches for it. */
export const signedNotice = (words: Words, { signed }: ReceiptFrame): readonly string[] =>
  signed === null
    ? []
    : [
        words.say('receipt.signed', {
          name: partyText(words, signed.by),
          day: words.calendar.asRecorded(signed),
        }),
      ]
