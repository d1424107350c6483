import { lastInstant } from '../../domain/time.ts'
import { GRANTABLE_TYPES, type GrantableType } from '../../domain/types/index.ts'
import { field, type Part, paragraph, textOf } from '../../text/parts.ts'
import { COLUMNS, plain } from '../../text/wrap.ts'
import type { Value } from '../../words/message.ts'
import { atStart, begunByName, shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { fetchedWords, keepingSentence, windowSentences } from '../consent-words.ts'
import { messageSentence } from '../messages.ts'
import { tellObjection } from '../objection-shapes.ts'
import type { MemberStatement, OpenTo } from './statement-tasks.ts'
import { sumsTable } from './sums-table.ts'
import { disclosureSentence } from './words.ts'

/** The printed statement of who read what about a member, for the command and the office page. */

const INDENT = '  '
const HANGING = '      '

export const statementText = (words: Words, statement: MemberStatement): string =>
  textOf(statementParts(words, statement))

export function statementParts(words: Words, statement: MemberStatement): Part[] {
  const { say } = words
  return [
    ...head(words, statement),
    ...section(say('statement.paper.totals'), totals(words, statement)),
    ...section(say('statement.paper.mayRead'), mayRead(words, statement)),
    ...endedParts(words, statement),
    ...section(say('statement.paper.stop'), howToStop(words, statement)),
    ...section(say('statement.paper.readings'), readings(words, statement)),
    ...messageParts(words, statement),
  ]
}

const RULE = '='.repeat(COLUMNS)

function head(words: Words, statement: MemberStatement): Part[] {
  const { calendar, say } = words
  const { name, member_no, cooperative, made_at, scope } = statement
  const title = say('statement.paper.title')
  const called = (name && shortName(name, words, NAME)) ?? say('statement.paper.nameless')
  const at = calendar.moment(made_at)
  return [
    { kind: 'heading', text: title, lines: [RULE, title, RULE] },
    ...paragraph(words.reviewNote('statement') ?? '', ''),
    field(
      say('statement.paper.for'),
      member_no === null
        ? called
        : say('statement.paper.member', { name: called, number: plain(member_no, 20) }),
    ),
    field(
      say('statement.paper.made'),
      cooperative === null ? at : say('statement.paper.madeBy', { at, cooperative: plain(cooperative, 50) }),
    ),
    field(say('statement.paper.dates'), say('statement.paper.clocks', { timeZone: calendar.timeZone })),
    field(
      say('statement.paper.covers'),
      say(scope === 'all' ? 'statement.paper.coversAll' : 'statement.paper.coversOwn'),
    ),
  ]
}

const section = (title: string, parts: readonly Part[]): Part[] => [
  { kind: 'heading', text: title, lines: ['', title, '-'.repeat(title.length)] },
  ...parts,
]

const sentence = (text: string): Part[] => paragraph(text, INDENT, HANGING)

/** Most columns of a full name with its details. */
const NAME = 120

const readerWords = ({ say, told }: Words, to: string | null, name: Value | null): string => {
  if (name !== null) return plain(told(name), NAME)
  return say(to === null ? 'member.namedInThem' : 'member.anotherPerson')
}

const purposeWords = (words: Words, code: string | null, name: string | null): string =>
  code === null || name === null
    ? words.say('statement.paper.noPurpose')
    : words.purposeNoun({ id: code, name: plain(name, 30) })

/** The table by month, and below it which kinds of records each reader was shown for each purpose. */
function totals(words: Words, { months, totals: all }: MemberStatement): Part[] {
  const { say } = words
  if (months.length === 0) return sentence(say('statement.paper.nobody'))
  const table = sumsTable(
    words,
    months,
    ({ to, to_name, purpose, purpose_name }) => ({
      reader: readerWords(words, to, to_name),
      purpose: purpose === null ? null : purposeWords(words, purpose, purpose_name),
    }),
    INDENT,
  )
  const kinds = all.flatMap(({ to, to_name, purpose, purpose_name, shown }) => {
    const reader = readerWords(words, to, to_name)
    const why = purposeWords(words, purpose, purpose_name)
    return sentence(
      begunByName(
        to_name,
        say('statement.paper.kindsOf', { reader, purpose: why, types: typesWords(words, shown) }),
      ),
    )
  })
  return kinds.length === 0 ? table : [...table, ...paragraph(say('statement.paper.kinds'), INDENT), ...kinds]
}

type TypeCounts = Readonly<Partial<Record<GrantableType, number>>>

const typesWords = ({ counted, listed }: Words, shown: TypeCounts): string =>
  listed(
    GRANTABLE_TYPES.flatMap((type) => {
      const times = shown[type]
      return times === undefined ? [] : [counted(type, times)]
    }),
  )

function mayRead(words: Words, { may_read, objections }: MemberStatement): Part[] {
  const { say } = words
  return [
    ...(may_read.length === 0
      ? sentence(say('statement.paper.openedNone'))
      : may_read.flatMap((grant) => openWords(words, grant))),
    ...sentence(say('statement.paper.own')),
    ...objections.flatMap((told) => sentence(tellObjection(words, told).join(' '))),
  ]
}

/** Prints a grant: reader, types, purpose and end; on separate lines, its other terms and number. */
function openWords(words: Words, grant: OpenTo): Part[] {
  const { calendar, listed, plural, say } = words
  const { id, grantee, grantee_name, purpose, purpose_name, record_types, expires_at } = grant
  const opened = say('statement.paper.opened', {
    reader: readerWords(words, grantee, grantee_name),
    types: listed(record_types.map(plural)),
    purpose: purposeWords(words, purpose, purpose_name),
    until: calendar.day(lastInstant(expires_at)),
  })
  return [
    ...sentence(begunByName(grantee_name, opened)),
    ...furtherTerms(words, grant).flatMap((term) => paragraph(term, HANGING)),
    ...paragraph(say('statement.paper.number', { id }), HANGING),
  ]
}

/** The consents that have ended and the records that changed since, and whether the readers' programs know. */
function endedParts(words: Words, { ended, ended_earlier, changed }: MemberStatement): Part[] {
  const { calendar, count, say } = words
  if (ended.length === 0 && changed.length === 0) return []
  return section(say('statement.paper.ended'), [
    ...ended.flatMap((end) => {
      const { grantee, grantee_name, purpose, purpose_name, at, keep_until } = end
      const shown = {
        reader: readerWords(words, grantee, grantee_name),
        purpose: purposeWords(words, purpose, purpose_name),
        day: calendar.day(at),
      }
      const told = [fetchedWords(words, end)]
      return sentence(
        [
          begunByName(grantee_name, say('statement.paper.endedOn', shown)),
          ...[...told, ...(keep_until === undefined ? [] : [keepingSentence(words, keep_until)])].map(
            atStart,
          ),
        ].join(' '),
      )
    }),
    ...(ended_earlier === 0 ? [] : sentence(say('statement.paper.endedEarlier', { count: ended_earlier }))),
    ...changed.flatMap(({ to, to_name, changed: all, acknowledged }) =>
      sentence(
        begunByName(
          to_name,
          say('statement.paper.changed', {
            reader: readerWords(words, to, to_name),
            count: all,
            known: count(acknowledged),
          }),
        ),
      ),
    ),
    ...paragraph(say('fetched.byHand'), INDENT),
  ])
}

function messageParts(words: Words, { messages }: MemberStatement): Part[] {
  if (messages.length === 0) return []
  const { say } = words
  return section(say('statement.paper.messages'), [
    ...messages.flatMap((one) => sentence(messageSentence(words, one))),
    ...paragraph(say('statement.paper.stopMessages'), INDENT),
  ])
}

/** Returns the window and how long copies may be kept, in the words read out when the consent was given. */
const furtherTerms = (words: Words, grant: OpenTo): readonly string[] => [
  ...windowSentences(words, grant),
  ...(grant.keep_until === undefined ? [] : [keepingSentence(words, grant.keep_until)]),
]

function howToStop({ say }: Words, { may_read }: MemberStatement): Part[] {
  return [
    ...(may_read.length === 0 ? [] : paragraph(say('statement.paper.takeBack'), INDENT)),
    ...paragraph(say('statement.paper.object'), INDENT),
    ...paragraph(say('statement.paper.notRecalled'), INDENT),
  ]
}

function readings(words: Words, { newest, older, cooperative }: MemberStatement): Part[] {
  const { say } = words
  return [
    ...sentence(
      cooperative === null
        ? say('statement.paper.byOthersThanOurs')
        : say('statement.paper.byOthers', { cooperative: plain(cooperative, NAME) }),
    ),
    ...(newest.length === 0 ? sentence(say('statement.paper.none')) : []),
    ...newest.flatMap((one) => {
      const { to, to_name, purpose, purpose_name, shown } = one
      const reader = to === null ? say('answer.namedInThem') : readerWords(words, to, to_name)
      const why = purpose_name === null ? null : purposeWords(words, purpose, purpose_name)
      return sentence(disclosureSentence(words, one, typesWords(words, shown), reader, why))
    }),
    ...(older === 0 ? [] : paragraph(say('statement.paper.older', { count: older }), INDENT)),
  ]
}
