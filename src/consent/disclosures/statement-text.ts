import { must } from '../../base/typed.ts'
import { GRANTABLE_TYPES, type GrantableType } from '../../domain/types/index.ts'
import { field, note, type Part, paragraph, partsOfTable, textOf } from '../../text/parts.ts'
import type { Column } from '../../text/table.ts'
import { COLUMNS, plain } from '../../text/wrap.ts'
import { type Calendar, count, counted, listed, plural, several } from '../../words/english.ts'
import { atStart } from '../../words/party-name.ts'
import { keepingSentence, windowSentences } from '../consent-words.ts'
import type { MemberStatement, OpenTo } from './statement-tasks.ts'
import { disclosureSentence } from './words.ts'

/** The printed statement of who read what about a member, for the command and the office page. */

const INDENT = '  '
const HANGING = '      '

export const statementText = (statement: MemberStatement, calendar: Calendar): string =>
  textOf(statementParts(statement, calendar))

export function statementParts(statement: MemberStatement, calendar: Calendar): Part[] {
  return [
    ...head(statement, calendar),
    ...section('WHO READ IT, IN ALL', totals(statement, calendar)),
    ...section('WHO MAY READ NOW', mayRead(statement, calendar)),
    ...section('HOW TO STOP IT', howToStop(statement)),
    ...section('THE READINGS, NEWEST FIRST', readings(statement, calendar)),
  ]
}

const RULE = '='.repeat(COLUMNS)
const TITLE = 'WHO READ WHAT IS RECORDED ABOUT YOU'

function head(statement: MemberStatement, calendar: Calendar): Part[] {
  const { name, member_no, cooperative, made_at, scope } = statement
  const scopeWords =
    scope === 'all'
      ? 'every record about you'
      : 'the records about you that the cooperative may read itself. Others may be kept here too: your own access, or an answer to your request to know what is held about you, tells who read them'
  const called = name === null ? 'somebody without a name here' : plain(name, NAME)
  return [
    { kind: 'heading', text: TITLE, lines: [RULE, TITLE, RULE] },
    field('For', member_no === null ? called : `${called}, member ${plain(member_no, 20)}`),
    field(
      'Made',
      `${calendar.moment(made_at)}${cooperative === null ? '' : `, by ${plain(cooperative, 50)}`}`,
    ),
    field('Dates', `by the clocks in ${calendar.timeZone}`),
    field('Covers', `${scopeWords}.`),
  ]
}

const section = (title: string, parts: readonly Part[]): Part[] => [
  { kind: 'heading', text: title, lines: ['', title, '-'.repeat(title.length)] },
  ...parts,
]

const sentence = (text: string): Part[] => paragraph(text, INDENT, HANGING)

/** Most columns of a full name with its details. */
const NAME = 120

const readerWords = (to: string | null, name: string | null): string => {
  if (name !== null) return plain(name, NAME)
  return to === null ? 'persons named in the records' : 'another person'
}

const purposeWords = (name: string | null): string =>
  name === null
    ? 'no stated purpose'
    : plain(name, 30).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

const TOTALS = [
  { title: 'Reader', gives: true },
  { title: 'For' },
  { title: 'Times', align: 'right' },
  { title: 'Last' },
] as const satisfies readonly Column[]

function totals({ totals: all }: MemberStatement, calendar: Calendar): Part[] {
  if (all.length === 0) return sentence('Nobody but you.')
  const cells = all.map(({ to, to_name, purpose_name, readings: times, last_at }) => [
    readerWords(to, to_name),
    purposeWords(purpose_name),
    count(times),
    calendar.day(last_at),
  ])
  const { head, rows } = partsOfTable(TOTALS, cells, INDENT)
  const shownOf = ({ first_at, shown }: (typeof all)[number]) =>
    note(`Since ${calendar.day(first_at)}; shown, each time counted: ${typesWords(shown)}.`, HANGING)
  return [head, ...all.flatMap((one, i) => [must(rows[i]), ...shownOf(one)])]
}

type Counts = Readonly<Partial<Record<GrantableType, number>>>

const typesWords = (shown: Counts): string =>
  listed(
    GRANTABLE_TYPES.flatMap((type) => {
      const times = shown[type]
      return times === undefined ? [] : [counted(type, times)]
    }),
  )

function mayRead({ may_read, objections }: MemberStatement, calendar: Calendar): Part[] {
  return [
    ...(may_read.length === 0
      ? sentence('You have opened your records to nobody.')
      : may_read.flatMap((grant) => openWords(grant, calendar))),
    ...sentence(
      'Whoever recorded something about you, or is part of it, may read that without your consent.',
    ),
    ...objections.flatMap((sentences) => sentence(sentences.join(' '))),
  ]
}

/** Prints a grant: reader, types, purpose and end; on separate lines, its other terms and number. */
function openWords(grant: OpenTo, calendar: Calendar): Part[] {
  const { id, grantee, grantee_name, purpose_name, record_types, expires_at } = grant
  const types = listed(record_types.map(plural))
  return [
    ...sentence(
      `${atStart(readerWords(grantee, grantee_name))} may read your ${types}, for ${purposeWords(purpose_name)}, until ${calendar.day(expires_at)}.`,
    ),
    ...furtherTerms(grant, calendar).flatMap((term) => paragraph(term, HANGING)),
    ...paragraph(`Number of this consent: ${id}`, HANGING),
  ]
}

/** Returns the window and how long copies may be kept, in the words read out when the consent was given. */
const furtherTerms = (grant: OpenTo, calendar: Calendar): readonly string[] => [
  ...windowSentences(grant, calendar),
  ...(grant.keep_until === undefined ? [] : [keepingSentence(grant.keep_until, calendar)]),
]

function howToStop({ may_read }: MemberStatement): Part[] {
  return [
    ...(may_read.length === 0
      ? []
      : paragraph(
          'You can take back any consent above, at any time and without giving a reason: say so at the counter. It ends on the page Consent, or with "granary grant revoke" and its number, and holds from the next reading on.',
          INDENT,
        )),
    ...paragraph(
      'You can object to your records being used, for some purposes or for all. Say so at the counter: you hear at once what that stops, and what a law or a contract lets go on.',
      INDENT,
    ),
    ...paragraph('What was read before cannot be called back.', INDENT),
  ]
}

function readings({ newest, older, cooperative }: MemberStatement, calendar: Calendar): Part[] {
  const others = cooperative === null ? 'the cooperative' : plain(cooperative, NAME)
  return [
    ...sentence(`By others than ${others}, whose readings are in the totals above.`),
    ...(newest.length === 0 ? sentence('None.') : []),
    ...newest.flatMap((one) => {
      const { to, to_name, purpose_name, shown } = one
      const reader = to === null ? 'a person named in them' : readerWords(to, to_name)
      const why = purpose_name === null ? null : purposeWords(purpose_name)
      return sentence(disclosureSentence(one, typesWords(shown), reader, why, calendar))
    }),
    ...(older === 0
      ? []
      : paragraph(
          `${several(older, 'older reading is', 'older readings are')} in the totals above, but not listed here. An answer to your request to know what is held about you lists all.`,
          INDENT,
        )),
  ]
}
