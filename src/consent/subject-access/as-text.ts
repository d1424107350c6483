import type { GrantableType } from '../../domain/types/index.ts'
import { COLUMNS, page, wrap } from '../../text/wrap.ts'
import { type Calendar, listed, plural, several } from '../../words/english.ts'
import type { DelegationView } from '../delegations.ts'
import type { Disclosure } from '../disclosures/disclosure-shapes.ts'
import { disclosureSentence } from '../disclosures/words.ts'
import type { GrantView } from '../grants.ts'
import type { ObjectionView } from '../objection-shapes.ts'
import { Counter, type Written } from './as-json.ts'
import { actWords, howWords } from './code-words.ts'
import { inferenceHow, inferenceWhat } from './inference-words.ts'
import { RecordWords, type TextWording } from './record-words.ts'
import type { Part, Piece, RedactedItem, Redaction } from './reply.ts'
import type { RequestView } from './requests.ts'

export type { TextWording } from './record-words.ts'

/** The answer as a document to read, or to read out: sentences, no identifiers, at most 100 columns. */

const TITLES: Readonly<Record<Part, string>> = {
  records: 'WHAT IS RECORDED ABOUT YOU',
  grants: 'WHAT IS OPENED BY YOU, OR TO YOU',
  objections: 'WHAT YOU OBJECTED TO',
  delegations: 'WHO ACTS FOR YOU, OR YOU FOR WHOM',
  redactions: 'WHAT IS LEFT OUT',
  disclosures: 'TO WHOM IT WAS SHOWN',
}

const NOTHING: Readonly<Record<Part, string>> = {
  records: 'Nothing.',
  grants: 'Nothing.',
  objections: 'Nothing.',
  delegations: 'Nobody.',
  redactions: 'Nothing.',
  disclosures: 'To nobody but yourself.',
}

const INDENT = '  '
const HANGING = '      '

export async function* asText(
  request: RequestView,
  pieces: AsyncIterable<Piece>,
  words: TextWording,
): AsyncGenerator<Written> {
  const document = new TextDocument(request, words)
  const counter = new Counter()
  yield { text: page(document.head()), counts: counter.counts }
  for await (const piece of pieces) {
    counter.note(piece)
    const lines = document.lines(piece)
    yield { text: lines.length === 0 ? '' : page(lines), counts: counter.counts }
  }
  yield { text: page(document.end()), counts: counter.counts }
}

class TextDocument {
  readonly #request: RequestView
  readonly #words: TextWording
  readonly #calendar: Calendar
  readonly #records: RecordWords
  readonly #leftOut = new Map<string, number>()
  #part: Part | null = null
  #isEmpty = false

  constructor(request: RequestView, words: TextWording) {
    this.#request = request
    this.#words = words
    this.#calendar = words.calendar
    this.#records = new RecordWords(words, this.#calendar, request.party)
  }

  head(): string[] {
    const { party, requested_at, due_by } = this.#request
    const name = this.#words.nameOf(party, party)
    return [
      '='.repeat(COLUMNS),
      'WHAT IS HELD ABOUT YOU',
      '='.repeat(COLUMNS),
      `For       ${name === null ? 'somebody without a name here' : name}`,
      `Asked     ${this.#calendar.moment(requested_at)}; an answer is due by ${this.#calendar.day(due_by)}`,
      `Dates     by the clocks in ${this.#calendar.timeZone}`,
    ]
  }

  lines(piece: Piece): string[] {
    const lines = this.#open(piece.part)
    if (piece.items.length > 0) this.#isEmpty = false
    switch (piece.part) {
      case 'records':
        return [...lines, ...piece.items.flatMap((item) => this.#record(item))]
      case 'grants':
        return [...lines, ...piece.items.flatMap((grant) => this.#said(this.#grant(grant)))]
      case 'objections':
        return [...lines, ...piece.items.flatMap((objection) => this.#objection(objection))]
      case 'delegations':
        return [...lines, ...piece.items.flatMap((mandate) => this.#said(this.#mandate(mandate)))]
      case 'redactions':
        for (const redaction of piece.items) this.#note(redaction)
        return lines
      case 'disclosures':
        return [...lines, ...piece.items.flatMap((shown) => this.#said(this.#disclosure(shown)))]
    }
  }

  end(): string[] {
    const { law } = this.#words.basis('consent')
    const missing = this.#part === 'disclosures' ? [] : this.#open('disclosures')
    return [
      ...missing,
      ...this.#close(),
      '',
      'WHAT YOU CAN DO',
      '---------------',
      ...wrap(
        'What is wrong is corrected by whoever recorded it: a new version is written, and this one stays readable. What you opened you can close at any time, and you can object to your records being used; ask at the counter, or use your own access. The service notes who was shown a record that was corrected later, so that they can be told.',
        INDENT,
      ),
      ...(law === null ? [] : wrap(`Sections of law are those of the ${law.law}.`, INDENT)),
    ]
  }

  /** Starts a section, unless it is the current one. @returns its title, and the end of the section before */
  #open(part: Part): string[] {
    if (part === this.#part) return []
    const before = this.#part === null ? [] : this.#close()
    this.#part = part
    this.#isEmpty = true
    return [...before, '', TITLES[part], '-'.repeat(TITLES[part].length)]
  }

  #close(): string[] {
    if (this.#part === 'redactions' && this.#leftOut.size > 0) return this.#leftOutLines()
    return this.#isEmpty && this.#part !== null ? [INDENT + NOTHING[this.#part]] : []
  }

  #said(text: string): string[] {
    return wrap(text.charAt(0).toUpperCase() + text.slice(1), INDENT, HANGING)
  }

  #record({ record, leftOut }: RedactedItem): string[] {
    const day = this.#calendar.asRecorded(record as unknown as { occurred_at: string })
    if (record.record_class === 'inference') {
      const given = { words: this.#words, calendar: this.#calendar, records: this.#records }
      return [
        ...this.#said(`${day}: ${inferenceWhat(record)}`),
        ...wrap(inferenceHow(record, given), HANGING, HANGING),
      ]
    }
    return [
      ...this.#said(`${day}: ${this.#records.what(record)}`),
      ...wrap(this.#records.how(record, leftOut), HANGING, HANGING),
    ]
  }

  #grant(grant: Partial<GrantView>): string {
    const types = listed((grant.record_types ?? []).map((type: GrantableType) => plural(type)))
    const until = this.#calendar.day(grant.revoked_at ?? String(grant.expires_at))
    const state =
      grant.status === 'revoked' ? 'taken back' : grant.status === 'expired' ? 'over since' : 'until'
    return `${this.#records.who(grant.subject)} opened ${types} to ${this.#records.who(grant.grantee)} for ${this.#words.purpose(String(grant.purpose))}; ${state} ${until}${grant.channel === undefined ? '' : ` (given ${howWords(grant.channel)})`}.`
  }

  #objection(objection: Partial<ObjectionView>): string[] {
    return this.#said((objection.sentences ?? []).join(' '))
  }

  #mandate(mandate: Partial<DelegationView>): string {
    const until = this.#calendar.day(mandate.revoked_at ?? String(mandate.valid_until))
    const types = listed((mandate.record_types ?? []).map((type) => plural(type)))
    return `${this.#records.who(mandate.delegate)} may act for ${this.#records.who(mandate.principal)} (${listed(
      (mandate.acts ?? []).map(actWords),
    )}) in ${types}, from ${this.#calendar.day(String(mandate.valid_from))} until ${until}${
      mandate.revoked_at ? ', ended early' : ''
    }; given ${howWords(mandate.basis)}.`
  }

  #disclosure(disclosure: Disclosure): string {
    const { to, purpose, record_ids } = disclosure
    const reader = to === null ? 'a person named in them' : this.#records.reader(to)
    const what = several(record_ids.length, 'record', 'records')
    const why = purpose === null ? null : this.#words.purpose(purpose)
    return disclosureSentence(disclosure, what, reader, why, this.#calendar)
  }

  #note({ pointer }: Redaction): void {
    const what = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll('_', ' ')
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1)
  }

  #leftOutLines(): string[] {
    const each = [...this.#leftOut].map(([what, count]) => `"${what}" ${several(count, 'time', 'times')}`)
    return wrap(
      `Who other persons in your records are is left out here: ${listed(each)}. What is recorded about you is all here.`,
      INDENT,
    )
  }
}
