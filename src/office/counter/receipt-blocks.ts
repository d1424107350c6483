import { given } from '../../base/typed.ts'
import type { MadeReceipt } from '../../records/receipt/made-receipt.ts'
import type { Content } from '../../records/receipt/receipt-layout.ts'
import { apart } from '../../text/wrap.ts'
import type { Words } from '../../words/words.ts'

/** A receipt as the blocks of its page, which are both shown and measured. */

export type Block =
  | { readonly kind: 'text'; readonly as: TextStyle; readonly text: string; readonly label?: string }
  | { readonly kind: 'rule' }
  /** A label and what it labels. */
  | { readonly kind: 'row'; readonly name: string; readonly text: string }
  | ({ readonly kind: 'sum' } & ReceiptSum)
  /** Room for a signature or thumbprint, or for what is written on a line, above what it is for. */
  | { readonly kind: 'sign'; readonly text: string; readonly isThumb: boolean }
  /** The code to scan, with the record's number next to it. */
  | { readonly kind: 'code'; readonly text: string; readonly label: string; readonly number: string }

export interface ReceiptSum {
  readonly name: string
  readonly figure: string
  readonly detail: string
}

export type TextStyle =
  | 'copy'
  | 'coop'
  | 'phone'
  | 'kind'
  | 'notice'
  | 'who'
  | 'figure'
  | 'what'
  | 'lead'
  | 'said'
  | 'id'

const RULE: Block = { kind: 'rule' }

export function blocksOf(words: Words, receipt: MadeReceipt, content: Content): Block[] {
  const { say, sayIfKnown } = words
  const { cooperative, standing } = receipt
  const text = (as: TextStyle, said: string | null, label?: string): Block[] =>
    said === null || said === '' ? [] : [{ kind: 'text', as, text: said, ...given({ label }) }]
  const { who, figure, what } = content.large
  const textOf = (key: string) => content.rows.find(([name]) => name === key)?.[1] ?? null
  const isLarge = (key: string) => key === who || key === figure || key === what
  return [
    ...text('copy', receipt.is_copy ? say('receipt.copyMark') : null),
    ...text('coop', cooperative.name ?? say('receipt.heading')),
    ...text('phone', cooperative.phone),
    ...text('kind', content.heading),
    ...text('notice', sayIfKnown(`receipt.is.${standing}`)),
    ...content.notices.flatMap((notice) => text('notice', notice)),
    RULE,
    ...text('who', textOf(who), say(who)),
    ...text('figure', textOf(figure)),
    ...text('what', textOf(what)),
    RULE,
    ...content.rows.flatMap(([key, value]): Block[] =>
      value == null || value === '' || isLarge(key)
        ? []
        : [{ kind: 'row', name: say(key), text: apart(value) }],
    ),
    RULE,
    ...(content.below.length === 0
      ? []
      : [
          ...content.below.flatMap((line, i): Block[] =>
            line.sum === undefined
              ? text(i === 0 ? 'lead' : 'said', line.text)
              : [{ kind: 'sum', ...line.sum }],
          ),
          RULE,
        ]),
    ...signBlocks(content),
    {
      kind: 'code',
      text: `granary:record?id=${receipt.record}&sha256=${receipt.digest}`,
      label: say('receipt.recordNumber'),
      number: receipt.number,
    },
    ...text('said', say('receipt.ifWrong')),
    ...text('id', receipt.record),
    ...text('id', receipt.digest),
  ]
}

function signBlocks({ sign }: Content): Block[] {
  if (sign === undefined) return []
  return [
    { kind: 'text', as: 'lead', text: sign.says },
    { kind: 'sign', text: sign.thumb, isThumb: true },
    ...sign.lines.map((text): Block => ({ kind: 'sign', text, isThumb: false })),
    RULE,
  ]
}
