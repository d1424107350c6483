import { PARTS, type Part, type Piece } from './reply.ts'
import type { AnswerCounts, RequestView } from './requests.ts'

/** The answer as one JSON document, written piece by piece. */

/** Text to send, and the counts so far. */
export interface Written {
  readonly text: string
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

export async function* asJson(request: RequestView, pieces: AsyncIterable<Piece>): AsyncGenerator<Written> {
  const counter = new Counter()
  const { answered_at: _, ...head } = request
  const opened = new Set<Part>()
  let text = JSON.stringify(head).slice(0, -1)
  let isFirst = true
  for await (const piece of pieces) {
    counter.note(piece)
    if (!opened.has(piece.part)) {
      text += `${opened.size === 0 ? '' : ']'},"${piece.part}":[`
      opened.add(piece.part)
      isFirst = true
    }
    const items: readonly unknown[] =
      piece.part === 'records' ? piece.items.map(({ record }) => record) : piece.items
    for (const item of items) {
      text += `${isFirst ? '' : ','}${JSON.stringify(item)}`
      isFirst = false
    }
    yield { text, counts: counter.counts }
    text = ''
  }
  const missing = PARTS.filter((part) => !opened.has(part)).map((part) => `,"${part}":[]`)
  yield { text: `${opened.size === 0 ? '' : ']'}${missing.join('')}}\n`, counts: counter.counts }
}
