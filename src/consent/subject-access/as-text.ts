import { field, GAP, type Part as PagePart, paragraph, textOf } from '../../text/parts.ts'
import { COLUMNS } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import { atStart, fullName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import type { DelegationView } from '../delegations.ts'
import { sumsTable } from '../disclosures/sums-table.ts'
import type { GrantView } from '../grants.ts'
import { messageSentence } from '../messages.ts'
import { type ToldObjection, tellObjection } from '../objection-shapes.ts'
import { Counter, type Written } from './as-json.ts'
import { actWords, howWords, spaced } from './code-words.ts'
import { DisclosureSums } from './disclosure-sums.ts'
import { RecordRows } from './record-rows.ts'
import { RecordWords, type TextWording } from './record-words.ts'
import type { Redaction } from './redact.ts'
import type { Piece, ReplyPart } from './reply.ts'
import type { RequestView } from './requests.ts'

export type { TextWording } from './record-words.ts'

/** The answer as a document to read, or to read out: sentences, no identifiers, at most 100 columns. */

const NOTHING = {
  records: 'answer.nothing',
  grants: 'answer.nothing',
  objections: 'answer.nothing',
  delegations: 'answer.nobody',
  redactions: 'answer.nothing',
  messages: 'answer.nothing',
  disclosures: 'answer.toNobody',
} as const satisfies Readonly<Record<ReplyPart, PlainKey>>

const INDENT = '  '
const HANGING = '      '
const RULE = '='.repeat(COLUMNS)

/** Writes the answer part by part, for a page. */
export async function* asParts(
  words: Words,
  request: RequestView,
  pieces: AsyncIterable<Piece>,
  wording: TextWording,
): AsyncGenerator<Written> {
  const document = new TextDocument(words, request, wording)
  const counter = new Counter()
  yield { text: '', parts: document.head(), counts: counter.counts }
  for await (const piece of pieces) {
    counter.note(piece)
    yield { text: '', parts: document.lines(piece), counts: counter.counts }
  }
  yield { text: '', parts: document.end(), counts: counter.counts }
}

/** Writes the parts in columns. */
export async function* asText(written: AsyncIterable<Written>): AsyncGenerator<Written> {
  for await (const { parts = [], counts } of written)
    yield { text: parts.length === 0 ? '' : textOf(parts), counts }
}

class TextDocument {
  readonly #words: Words
  readonly #request: RequestView
  readonly #wording: TextWording
  readonly #records: RecordWords
  readonly #rows: RecordRows
  readonly #leftOut = new Map<string, number>()
  readonly #shown: DisclosureSums
  #part: ReplyPart | null = null
  #isEmpty = false

  constructor(words: Words, request: RequestView, wording: TextWording) {
    this.#words = words
    this.#request = request
    this.#wording = wording
    this.#records = new RecordWords(words, wording, request.party)
    this.#rows = new RecordRows(words, wording, this.#records, INDENT)
    this.#shown = new DisclosureSums(words.calendar, wording.cooperative())
  }

  head(): PagePart[] {
    const { calendar, say } = this.#words
    const { party, requested_at, due_by } = this.#request
    const named = this.#wording.nameOf(party, party, [])
    const name = (named && fullName(named, this.#words)) ?? say('statement.paper.nameless')
    const title = say('answer.title')
    const dueBy = say('answer.dueBy', {
      at: calendar.moment(requested_at),
      timeZone: calendar.timeZone,
      day: calendar.day(due_by),
    })
    return [
      { kind: 'title', text: title, lines: [RULE, title, RULE] },
      ...paragraph(this.#words.reviewNote('answer') ?? '', ''),
      field(say('statement.paper.for'), name),
      ...this.#by(),
      field(say('answer.asked'), dueBy),
    ]
  }

  #by(): PagePart[] {
    const id = this.#wording.cooperative()
    const called = id === null ? null : this.#wording.nameOf(id, id, [])
    const name = called && fullName(called, this.#words)
    const { say } = this.#words
    return name === null ? [] : [field(say('answer.by'), say('answer.byCooperative', { name }))]
  }

  lines(piece: Piece): PagePart[] {
    const before = this.#open(piece.part)
    const lines = piece.items.length === 0 ? before : [...before, ...this.#head()]
    switch (piece.part) {
      case 'records':
        return [...lines, ...piece.items.flatMap((item) => this.#rows.add(item))]
      case 'grants':
        return [...lines, ...piece.items.flatMap((grant) => this.#said(this.#grant(grant)))]
      case 'objections':
        return [...lines, ...piece.items.flatMap((told) => this.#objection(told))]
      case 'delegations':
        return [...lines, ...piece.items.flatMap((mandate) => this.#said(this.#mandate(mandate)))]
      case 'redactions':
        for (const redaction of piece.items) this.#note(redaction)
        return lines
      case 'messages':
        return [...lines, ...piece.items.flatMap((one) => this.#said(messageSentence(this.#words, one)))]
      case 'disclosures':
        for (const placed of piece.placed) this.#shown.add(placed)
        return lines
    }
  }

  end(): PagePart[] {
    const { say } = this.#words
    const { law } = this.#wording.basis('consent')
    const missing = this.#part === 'disclosures' ? [] : this.#open('disclosures')
    return [
      ...missing,
      ...this.#close(),
      ...headingOf(say('answer.canDo')),
      ...paragraph(say('answer.canDoThis'), INDENT),
      ...(law === null ? [] : paragraph(say('answer.law', { law: law.law }), INDENT)),
    ]
  }

  /** Starts a section, unless it is the current one. @returns the end of the section before */
  #open(part: ReplyPart): PagePart[] {
    if (part === this.#part) return []
    const before = this.#close()
    this.#part = part
    this.#isEmpty = true
    return before
  }

  /** The title of the section, once it has something in it. */
  #head(): PagePart[] {
    const part = this.#part
    if (part === null || !this.#isEmpty) return []
    this.#isEmpty = false
    const note = part === 'records' ? paragraph(this.#words.say('answer.unlessSaid'), INDENT) : []
    return [...headingOf(this.#words.say(`answer.part.${part}`)), ...note]
  }

  /** A section with nothing in it takes a line. */
  #nothing(part: ReplyPart): PagePart[] {
    const { language, say } = this.#words
    const title = atStart(say(`answer.part.${part}`).toLocaleLowerCase(language.locale))
    return [GAP, ...paragraph(say('answer.emptyPart', { title, nothing: say(NOTHING[part]) }), '')]
  }

  #close(): PagePart[] {
    if (this.#part === null) return []
    if (this.#isEmpty) return this.#nothing(this.#part)
    if (this.#part === 'redactions') return this.#leftOutLines()
    if (this.#part === 'disclosures') return this.#sums()
    return this.#part === 'records'
      ? [...this.#rows.end(), ...paragraph(this.#records.grounds().join(' '), INDENT)]
      : []
  }

  #said(text: string): PagePart[] {
    return paragraph(text.charAt(0).toUpperCase() + text.slice(1), INDENT, HANGING)
  }

  #grant(grant: Partial<GrantView>): string {
    const { calendar, listed, plural, say, told } = this.#words
    const { channel, status } = grant
    const opened = {
      subject: this.#records.who(grant.subject, [grant.subject]),
      types: listed((grant.record_types ?? []).map(plural)),
      reader: this.#records.grantee(grant),
      purpose: told(this.#wording.purpose(String(grant.purpose))),
      until: calendar.day(grant.revoked_at ?? String(grant.expires_at)),
    }
    const state = status === 'revoked' || status === 'expired' ? status : 'live'
    return channel === undefined
      ? say(`answer.grant.${state}`, opened)
      : say(`answer.grant.${state}Given`, { ...opened, manner: howWords(this.#words, channel) })
  }

  #objection(objection: Partial<ToldObjection>): PagePart[] {
    return this.#said(tellObjection(this.#words, objection.sentences ?? []).join(' '))
  }

  #mandate(mandate: Partial<DelegationView>): string {
    const { calendar, listed, plural, say } = this.#words
    return say(mandate.revoked_at ? 'answer.mandateEnded' : 'answer.mandate', {
      delegate: this.#records.who(mandate.delegate, [mandate.principal]),
      principal: this.#records.who(mandate.principal, [mandate.principal]),
      acts: listed((mandate.acts ?? []).map((act) => actWords(this.#words, act))),
      types: listed((mandate.record_types ?? []).map(plural)),
      from: calendar.day(String(mandate.valid_from)),
      until: calendar.day(mandate.revoked_at ?? String(mandate.valid_until)),
      manner: howWords(this.#words, mandate.basis),
    })
  }

  #sums(): PagePart[] {
    const { say, told } = this.#words
    return sumsTable(
      this.#words,
      this.#shown.all,
      ({ to, isByGrant, purpose }) => ({
        reader: to === null ? say('answer.namedInThem') : this.#records.reader(to, isByGrant),
        purpose: purpose === null ? null : told(this.#wording.purpose(purpose)),
      }),
      INDENT,
    )
  }

  #note({ pointer }: Redaction): void {
    const member = pointer.slice(pointer.lastIndexOf('/') + 1)
    this.#leftOut.set(member, (this.#leftOut.get(member) ?? 0) + 1)
  }

  #leftOutLines(): PagePart[] {
    const { listed, say, sayIfKnown } = this.#words
    const each = [...this.#leftOut].map(([name, count]) => {
      const named = ['answer.member', 'column', 'entry'].map((group) => sayIfKnown(`${group}.${name}`))
      const member = named.find((one) => one !== null) ?? spaced(this.#words, name)
      return say('answer.leftOutTimes', { member, count })
    })
    return paragraph(say('answer.leftOut', { members: listed(each) }), INDENT)
  }
}

const headingOf = (title: string): PagePart[] => [
  { kind: 'heading', text: title, lines: ['', title, '-'.repeat(title.length)] },
]
