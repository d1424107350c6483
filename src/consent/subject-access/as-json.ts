import type { Part as PagePart } from '../../text/parts.ts'
import type { Words } from '../../words/words.ts'
import { tellObjection } from '../objection-shapes.ts'
import { PARTS, type Piece, type ReplyPart } from './reply.ts'
import type { AnswerCounts, RequestView } from './requests.ts'

/** The answer as one JSON document, written piece by piece. */

/** Text to send, and the counts so far. */
export interface Written {
  readonly text: string
  /** The text as parts, if it is for a page; `text` is then empty. */
  readonly parts?: readonly PagePart[]
  readonly counts: AnswerCounts
}

export class Counter {
  records = 0
  redactions = 0
  disclosures = 0

  note(piece: Piece): void {
    if (piece.part === 'records' || piece.part === 'redactions' || piece.part === 'disclosures')
      this[piece.part] += piece.items.length
  }

  get counts(): AnswerCounts {
    return { records: this.records, redactions: this.redactions, disclosures: this.disclosures }
  }
}

/** @param words of the sentences on objections */
export async function* asJson(
  words: Words,
  request: RequestView,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Written> {
  const counter = new Counter()
  const { answered_at: _, ...head } = request
  const opened = new Set<ReplyPart>()
  let text = JSON.stringify(head).slice(0, -1)
  let isFirst = true
  for await (const piece of pieces) {
    counter.note(piece)
    if (!opened.has(piece.part)) {
      text += `${opened.size === 0 ? '' : ']'},"${piece.part}":[`
      opened.add(piece.part)
      isFirst = true
    }
    for (const item of itemsOf(words, piece)) {
      text += `${isFirst ? '' : ','}${JSON.stringify(item)}`
      isFirst = false
    }
    yield { text, counts: counter.counts }
    text = ''
  }
  const missing = PARTS.filter((part) => !opened.has(part)).map((part) => `,"${part}":[]`)
  yield { text: `${opened.size === 0 ? '' : ']'}${missing.join('')}}\n`, counts: counter.counts }
}

function itemsOf(words: Words, piece: Piece): readonly unknown[] {
  if (piece.part === 'records') return piece.items.map(({ record }) => record)
  if (piece.part !== 'objections') return piece.items
  return piece.items.map((told) => ({ ...told, sentences: tellObjection(words, told.sentences ?? []) }))
}
