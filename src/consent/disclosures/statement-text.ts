import { GRANTABLE_TYPES, type GrantableType } from '../../domain/types/index.ts'
import { counted, listed, plural } from '../../text/nouns.ts'
import { atStart } from '../../text/party-name.ts'
import { type Calendar, count, several } from '../../text/phrases.ts'
import { COLUMNS, pad, page, plain, widthOf, wrap } from '../../text/wrap.ts'
import { keepingSentence, windowSentences } from '../consent-words.ts'
import type { MemberStatement, OpenTo } from './statement-tasks.ts'
import { disclosureSentence } from './words.ts'

/** Who read what about a member, as a text to print and hand to them: the same from the command and from the office page. */

const INDENT = '  '
const HANGING = '      '

export function statementText(statement: MemberStatement, calendar: Calendar): string {
  return page([
    ...head(statement, calendar),
    ...section('WHO READ IT, IN ALL', totals(statement, calendar)),
    ...section('WHO MAY READ NOW', mayRead(statement, calendar)),
    ...section('HOW TO STOP IT', howToStop(statement)),
    ...section('THE READINGS, NEWEST FIRST', readings(statement, calendar)),
  ])
}

function head(statement: MemberStatement, calendar: Calendar): string[] {
  const { name, member_no, cooperative, made_at, scope } = statement
  const scopeWords =
    scope === 'all'
      ? 'every record about you'
      : 'the records about you that the cooperative may read itself. Others may be kept here too: your own access, or an answer to your request to know what is held about you, tells who read them'
  return [
    '='.repeat(COLUMNS),
    'WHO READ WHAT IS RECORDED ABOUT YOU',
    '='.repeat(COLUMNS),
    `For       ${name === null ? 'somebody without a name here' : plain(name, NAME)}${
      member_no === null ? '' : `, member ${plain(member_no, 20)}`
    }`,
    `Made      ${calendar.moment(made_at)}${cooperative === null ? '' : `, by ${plain(cooperative, 50)}`}`,
    `Dates     by the clocks in ${calendar.timeZone}`,
    ...wrap(`Covers    ${scopeWords}.`, '', '          '),
  ]
}

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  title,
  '-'.repeat(title.length),
  ...lines,
]

/** A name in full, with what stands around it. */
const NAME = 120

const readerWords = (to: string | null, name: string | null): string => {
  if (name !== null) return plain(name, NAME)
  return to === null ? 'persons named in the records' : 'another person'
}

const purposeWords = (name: string | null): string =>
  name === null
    ? 'no stated purpose'
    : plain(name, 30).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

const COLUMN_WIDTHS = [42, 30, 8, 12] as const

function totals({ totals: all }: MemberStatement, calendar: Calendar): string[] {
  if (all.length === 0) return [`${INDENT}Nobody but you.`]
  const row = (...cells: readonly string[]) =>
    INDENT +
    cells
      .map((cell, i) => pad(cell, COLUMN_WIDTHS[i] as number, i === 2 ? 'right' : 'left'))
      .join('  ')
      .trimEnd()
  /** A reader whose name is too long for its column stands above the other cells. */
  const rowOf = (reader: string, ...others: readonly string[]) =>
    widthOf(reader) <= COLUMN_WIDTHS[0]
      ? [row(reader, ...others)]
      : [...wrap(reader, INDENT), row('', ...others)]
  return [
    row('Reader', 'For', 'Times', 'Last'),
    row(...COLUMN_WIDTHS.map((width) => '-'.repeat(width))),
    ...all.flatMap(({ to, to_name, purpose_name, readings: times, first_at, last_at, shown }) => [
      ...rowOf(readerWords(to, to_name), purposeWords(purpose_name), count(times), calendar.day(last_at)),
      ...wrap(`Since ${calendar.day(first_at)}; shown, each time counted: ${typesWords(shown)}.`, HANGING),
    ]),
  ]
}

type Counts = Readonly<Partial<Record<GrantableType, number>>>

const typesWords = (shown: Counts): string =>
  listed(
    GRANTABLE_TYPES.flatMap((type) => {
      const times = shown[type]
      return times === undefined ? [] : [counted(type, times)]
    }),
  )

function mayRead({ may_read, objections }: MemberStatement, calendar: Calendar): string[] {
  const open =
    may_read.length === 0
      ? [`${INDENT}You have opened your records to nobody.`]
      : may_read.flatMap((grant) => openWords(grant, calendar))
  return [
    ...open,
    ...wrap(
      'Whoever recorded something about you, or is part of it, may read that without your consent.',
      INDENT,
    ),
    ...objections.flatMap((sentences) => wrap(sentences.join(' '), INDENT, HANGING)),
  ]
}

/** To whom, what, for what, until when; and, in a line of its own, the number by which it is ended. */
function openWords(grant: OpenTo, calendar: Calendar): string[] {
  const { id, grantee, grantee_name, purpose_name, record_types, expires_at } = grant
  const types = listed(record_types.map(plural))
  return [
    ...wrap(
      `${atStart(readerWords(grantee, grantee_name))} may read your ${types}, for ${purposeWords(purpose_name)}, until ${calendar.day(expires_at)}.`,
      INDENT,
      HANGING,
    ),
    ...furtherTerms(grant, calendar).flatMap((term) => wrap(term, HANGING)),
    `${HANGING}Number of this consent: ${id}`,
  ]
}

/** From which days, and how long copies may be kept: as it was read out when the consent was given. */
const furtherTerms = (grant: OpenTo, calendar: Calendar): readonly string[] => [
  ...windowSentences(grant, calendar),
  ...(grant.keep_until === undefined ? [] : [keepingSentence(grant.keep_until, calendar)]),
]

function howToStop({ may_read }: MemberStatement): string[] {
  return [
    ...(may_read.length === 0
      ? []
      : wrap(
          'You can take back any consent above, at any time and without giving a reason: say so at the counter. It ends on the page Consent, or with "granary grant revoke" and its number, and holds from the next reading on.',
          INDENT,
        )),
    ...wrap(
      'You can object to your records being used, for some purposes or for all. Say so at the counter: you hear at once what that stops, and what a law or a contract lets go on.',
      INDENT,
    ),
    ...wrap('What was read before cannot be called back.', INDENT),
  ]
}

function readings({ newest, older, cooperative }: MemberStatement, calendar: Calendar): string[] {
  const others = cooperative === null ? 'the cooperative' : plain(cooperative, NAME)
  return [
    ...wrap(`By others than ${others}, whose readings are in the totals above.`, INDENT),
    ...(newest.length === 0 ? [`${INDENT}None.`] : []),
    ...newest.flatMap((one) => {
      const { to, to_name, purpose_name, shown } = one
      const reader = to === null ? 'a person named in them' : readerWords(to, to_name)
      const why = purpose_name === null ? null : purposeWords(purpose_name)
      return wrap(disclosureSentence(one, typesWords(shown), reader, why, calendar), INDENT, HANGING)
    }),
    ...(older === 0
      ? []
      : wrap(
          `${several(older, 'older reading is', 'older readings are')} in the totals above, but not listed here. An answer to your request to know what is held about you lists all.`,
          INDENT,
        )),
  ]
}
