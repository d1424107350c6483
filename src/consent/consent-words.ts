import { must } from '../base/typed.ts'
import type { DelegatedAct } from '../domain/delegation.ts'
import type { PartyName } from '../domain/party.ts'
import type { GrantableType } from '../domain/types/index.ts'
import { apart, plain, quoted } from '../text/wrap.ts'
import type { Calendar } from '../words/english.ts'
import { listed, plural, say } from '../words/english.ts'
import { atStart, nameInSentence } from '../words/party-name.ts'

/** Sentences read out before consent or an objection is recorded, without codes or identifiers. */

/** Returns phrases for what a type of record shows of a person: each follows "your". */
const seenBy = (type: GrantableType): string[] => say(`seen.${type}`).split('; ')

export interface GrantWords {
  readonly grantee: PartyName
  readonly purpose: { readonly name: string; readonly meaning: string }
  readonly record_types: readonly GrantableType[]
  /** RFC 3339; null: at once. */
  readonly valid_from: string | null
  readonly expires_at: string
  /** Window of what happened: `from` is inclusive, `to` exclusive; absent: no bound. */
  readonly occurred_from?: string
  readonly occurred_to?: string
  /** Absent: no limit. */
  readonly keep_until?: string
  /** The grant replaces an earlier one. */
  readonly replaces?: boolean
  /** Earlier grants to the same reader for the same purpose stay in force. */
  readonly isBesideOthers?: boolean
}

export function grantSentences(grant: GrantWords, calendar: Calendar): string[] {
  const { grantee, purpose, record_types, valid_from, expires_at } = grant
  const from = valid_from === null ? '' : `from ${calendar.longDay(valid_from)} `
  // The end is exclusive, so midnight belongs to the day before.
  const until = calendar.longDay(Date.parse(expires_at) - 1)
  return [
    `You let ${nameInSentence(grantee)} see ${seen(record_types)} ${from}until ${until}.`,
    `Only for this: ${purposeWords(purpose)}.`,
    ...windowSentences(grant, calendar),
    ...(grant.keep_until === undefined ? [] : [keepingSentence(grant.keep_until, calendar)]),
    ...(grant.replaces ? ['This takes the place of what you allowed them for this before.'] : []),
    ...(grant.isBesideOthers
      ? [
          'Something else that you allowed them for this goes on beside it. They may read and keep whatever either of the two allows.',
        ]
      : []),
    'You can take this back here at any time, without giving a reason.',
  ]
}

/** Columns for a reason: enough for the longest, in any script. */
const REASON_COLUMNS = 600

export interface RequestWords extends GrantWords {
  /** The asker's own words. */
  readonly reason: string
}

/**
 * Returns what an asker requests, and what the person would agree to: all terms, including those without a
 * bound. The terms may be narrower than those asked for.
 */
export function requestSentences(request: RequestWords, calendar: Calendar): string[] {
  const [opened, purpose, ...others] = grantSentences(request, calendar)
  return [
    `${atStart(nameInSentence(request.grantee))} asks to see records about you. They say: ${apart(quoted(request.reason, REASON_COLUMNS))}`,
    'You need not agree. If you refuse, or do not answer, they are not told which.',
    'If you agree:',
    must(opened),
    must(purpose),
    ...(windowSentences(request, calendar).length === 0
      ? ['That holds for everything, however long ago it happened.']
      : []),
    ...(request.keep_until === undefined
      ? ['No day is set after which they must delete copies of what they were shown.']
      : []),
    ...others,
  ]
}

/** Returns sentences on the window. Names and plots are not events, so no window leaves them out. */
export function windowSentences(
  {
    occurred_from,
    occurred_to,
    record_types,
  }: Pick<GrantWords, 'occurred_from' | 'occurred_to' | 'record_types'>,
  calendar: Calendar,
): string[] {
  if (occurred_from === undefined && occurred_to === undefined) return []
  const from = occurred_from === undefined ? '' : ` from ${calendar.longDay(occurred_from)}`
  // The end is exclusive, so midnight belongs to the day before.
  const to = occurred_to === undefined ? ' on' : ` up to ${calendar.longDay(Date.parse(occurred_to) - 1)}`
  return [
    `Only what happened${from}${to}, those days included.`.replace(' on, those days included', ' on'),
    ...(record_types.includes('party')
      ? [`They see your ${listed(seenBy('party'))} as they are now and were before.`]
      : []),
    ...(record_types.includes('plot')
      ? [`They see your ${listed(seenBy('plot'))}, whenever they were drawn.`]
      : []),
  ]
}

export const keepingSentence = (keepUntil: string, calendar: Calendar): string =>
  `They may keep copies of what they were shown until ${calendar.longDay(Date.parse(keepUntil) - 1)}, and must then delete them.`

export interface MandateWords {
  readonly delegate: PartyName
  readonly record_types: readonly GrantableType[]
  readonly acts: readonly DelegatedAct[]
  /** RFC 3339. */
  readonly valid_from: string
  readonly valid_until: string
}

/** Permitted acts; each phrase follows "they may". */
const ACTS: Readonly<Record<DelegatedAct, string>> = {
  assert: 'record',
  correct: 'correct or take back what was recorded in your name',
  confirm: 'confirm deliveries',
  object: 'object to others seeing your records',
}

export function mandateSentences(mandate: MandateWords, calendar: Calendar): string[] {
  const { delegate, record_types, acts, valid_from, valid_until } = mandate
  const until = calendar.longDay(Date.parse(valid_until) - 1)
  return [
    `You let ${nameInSentence(delegate)} act in your place from ${calendar.longDay(valid_from)} until ${until}.`,
    `They may ${listed(acts.map((act) => ACTS[act]))}.`,
    `That holds for ${listed(record_types.map(plural))}. What they do in your place says that they did it.`,
    'You can end this here at any time, without giving a reason.',
  ]
}

export interface ObjectionWords {
  /** Null: every purpose. */
  readonly purposes: readonly GrantWords['purpose'][] | null
  /** Null: every type. */
  readonly record_types: readonly GrantableType[] | null
}

export function objectionSentences({ purposes, record_types }: ObjectionWords): string[] {
  const what = record_types === null ? 'anything that is recorded about you' : seen(record_types)
  return [
    purposes === null
      ? `You do not want others to see ${what}, whatever they want it for.`
      : `You do not want others to see ${what} for ${alternatives(purposes.map(purposeWords))}. For anything else nothing changes.`,
    'It holds at once. You can withdraw it in person or in writing.',
    'Once it is written down, you will hear what it cannot stop, and what you can do instead.',
  ]
}

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join('; ')}; or ${words.at(-1)}`

/** Returns a phrase for what a type of record shows. */
export const seenOf = (type: GrantableType): string => listed(seenBy(type))

const seen = (types: readonly GrantableType[]) => `your ${listed(types.flatMap(seenBy))}`

const purposeWords = ({ name, meaning }: GrantWords['purpose']) =>
  `${uncapitalised(plain(name, 60))} (${uncapitalised(plain(meaning, 200)).replace(/\.$/, '')})`

const uncapitalised = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
