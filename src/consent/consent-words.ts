import { must } from '../base/typed.ts'
import type { DelegatedAct } from '../domain/delegation.ts'
import type { PartyName } from '../domain/party.ts'
import { lastInstant } from '../domain/time.ts'
import type { GrantableType } from '../domain/types/index.ts'
import { apart, plain, quoted } from '../text/wrap.ts'
import { atStart, nameInSentence } from '../words/party-name.ts'
import { uncapitalised, type Words } from '../words/words.ts'
import type { Fetched } from './fetched.ts'
import type { GrantView } from './grants.ts'

/** Sentences read out before consent or an objection is recorded, without codes or identifiers. */

/** Returns nouns for what a type of record shows of a person. */
const seenBy = ({ say }: Words, type: GrantableType): string[] => say(`seen.${type}`).split('; ')

const called = (words: Words, party: PartyName): string => nameInSentence(party, words)

type Terms = 'record_types' | 'expires_at' | 'occurred_from' | 'occurred_to' | 'keep_until'

export interface GrantWords extends Pick<GrantView, Terms> {
  readonly grantee: PartyName
  readonly purpose: { readonly id: string; readonly name: string; readonly meaning: string }
  /** RFC 3339; null: at once. */
  readonly valid_from: string | null
  /** The grant replaces an earlier one. */
  readonly replaces?: boolean
  /** Earlier grants to the same reader for the same purpose stay in force. */
  readonly isBesideOthers?: boolean
  /** It has ended, so that it cannot be taken back any more. */
  readonly isOver?: boolean
}

export function grantSentences(words: Words, grant: GrantWords): string[] {
  const { calendar, say } = words
  const { grantee, purpose, record_types, valid_from, expires_at } = grant
  // The end is exclusive, so midnight belongs to the day before.
  const until = calendar.longDay(lastInstant(expires_at))
  const opened = { reader: called(words, grantee), seen: seen(words, record_types), until }
  return [
    valid_from === null
      ? say('consent.said.opens', opened)
      : say('consent.said.opensFrom', { ...opened, from: calendar.longDay(valid_from) }),
    say('consent.said.only', { purpose: purposeWords(words, purpose) }),
    ...windowSentences(words, grant),
    ...(grant.keep_until === undefined ? [] : [keepingSentence(words, grant.keep_until)]),
    ...(grant.replaces ? [say('consent.said.replaces')] : []),
    ...(grant.isBesideOthers ? [say('consent.said.beside')] : []),
    ...(grant.isOver ? [] : [say('consent.said.takeBack')]),
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
export function requestSentences(words: Words, request: RequestWords): string[] {
  const { say } = words
  const [opened, purpose, ...others] = grantSentences(words, request)
  const reason = apart(quoted(request.reason, REASON_COLUMNS))
  return [
    atStart(say('consent.said.asks', { asker: called(words, request.grantee), reason })),
    say('consent.said.free'),
    say('consent.said.ifAgree'),
    must(opened),
    must(purpose),
    ...(windowSentences(words, request).length === 0 ? [say('consent.said.ever')] : []),
    ...(request.keep_until === undefined ? [say('consent.said.noKeep')] : []),
    ...others,
  ]
}

/** Returns sentences on the window. Names and plots are not events, so no window leaves them out. */
export function windowSentences(
  words: Words,
  {
    occurred_from,
    occurred_to,
    record_types,
  }: Pick<GrantWords, 'occurred_from' | 'occurred_to' | 'record_types'>,
): string[] {
  if (occurred_from === undefined && occurred_to === undefined) return []
  const { say } = words
  const timeless = (['party', 'plot'] as const).filter((type) => record_types.includes(type))
  return [
    windowSentence(words, occurred_from, occurred_to),
    ...timeless.map((type) => say(`consent.said.${type}`, { seen: seen(words, [type]) })),
  ]
}

function windowSentence({ calendar, say }: Words, occurredFrom?: string, occurredTo?: string): string {
  const from = occurredFrom === undefined ? undefined : calendar.longDay(occurredFrom)
  // The end is exclusive, so midnight belongs to the day before.
  const to = occurredTo === undefined ? undefined : calendar.longDay(lastInstant(occurredTo))
  if (to === undefined) return say('consent.said.since', { from: must(from) })
  return from === undefined ? say('consent.said.upTo', { to }) : say('consent.said.between', { from, to })
}

export const keepingSentence = ({ calendar, say }: Words, keepUntil: string): string =>
  say('consent.said.keep', { until: calendar.longDay(lastInstant(keepUntil)) })

/** Returns whether the reader's program knows that a consent ended or a record changed (contract §21). */
export function fetchedWords({ calendar, say }: Words, { told_at, acknowledged_at }: Fetched): string {
  if (told_at === null) return say('fetched.none')
  return acknowledged_at === null
    ? say('fetched.told', { told: calendar.day(told_at) })
    : say('fetched.known', { known: calendar.day(acknowledged_at) })
}

export interface MandateWords {
  readonly delegate: PartyName
  readonly record_types: readonly GrantableType[]
  readonly acts: readonly DelegatedAct[]
  /** RFC 3339. */
  readonly valid_from: string
  readonly valid_until: string
}

export function mandateSentences(words: Words, mandate: MandateWords): string[] {
  const { calendar, listed, plural, say } = words
  const { delegate, record_types, acts, valid_from, valid_until } = mandate
  return [
    say('mandate.said.lets', {
      delegate: called(words, delegate),
      from: calendar.longDay(valid_from),
      until: calendar.longDay(lastInstant(valid_until)),
    }),
    say('mandate.said.may', { acts: listed(acts.map((act) => say(`mandate.said.act.${act}`))) }),
    say('mandate.said.types', { types: listed(record_types.map(plural)) }),
    say('mandate.said.end'),
  ]
}

export interface ObjectionWords {
  /** Null: every purpose. */
  readonly purposes: readonly GrantWords['purpose'][] | null
  /** Null: every type. */
  readonly record_types: readonly GrantableType[] | null
}

export function objectionSentences(words: Words, { purposes, record_types }: ObjectionWords): string[] {
  return [
    objectionSentence(words, purposes, record_types),
    words.say('objection.said.holds'),
    words.say('objection.said.hear'),
  ]
}

function objectionSentence(
  words: Words,
  named: ObjectionWords['purposes'],
  types: ObjectionWords['record_types'],
): string {
  const { say } = words
  if (named === null)
    return types === null
      ? say('objection.said.allAny')
      : say('objection.said.someAny', { seen: seen(words, types) })
  const purposes = alternatives(
    words,
    named.map((purpose) => purposeWords(words, purpose)),
  )
  return types === null
    ? say('objection.said.allFor', { purposes })
    : say('objection.said.someFor', { seen: seen(words, types), purposes })
}

/** Joins alternatives that have commas of their own. */
function alternatives({ say }: Words, [first = '', ...rest]: readonly string[]): string {
  const last = rest.pop()
  if (last === undefined) return first
  const before = rest.reduce(
    (all, next) => say('objection.said.then', { before: all, next }) as string,
    first,
  )
  return say('objection.said.or', { before, last })
}

/** Returns nouns for what a type of record shows. */
export const seenOf = (words: Words, type: GrantableType): string => seen(words, [type])

/** Returns what the types of records show of a person, as it is read out. */
export const seen = (words: Words, types: readonly GrantableType[]): string =>
  words.listed(types.flatMap((type) => seenBy(words, type)))

const purposeWords = (words: Words, { id, name, meaning }: GrantWords['purpose']): string =>
  words.say('consent.said.purpose', {
    name: words.purposeNoun({ id, name: plain(name, 60) }),
    meaning: uncapitalised(plain(words.purposeMeaning({ id, meaning }), 200)).replace(/\.$/, ''),
  })
