import { isOneOf, must } from '../base/typed.ts'
import type { Fork } from '../domain/forks.ts'
import { lastInstant } from '../domain/time.ts'
import type { Part } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import type { Words } from '../words/words.ts'
import type { ApiRecord, Listing, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { type LenderOpening, openingsOf } from './openings.ts'
import { sentence } from './section.ts'

/** What the reader's own grants show about a type of record; never whether records exist. */

/** Whether any live grant opens records of the type, of any time. */
export const isOpened = ({ grants }: SubjectData, type: string): boolean =>
  grants.found.some((grant) => isOneOf(grant.record_types, type))

/** Types of records that have a section of their own. */
export type Printed = 'delivery' | 'obligation' | 'payment' | 'lot' | 'plot'

/** The first lines of a section: why it may show records, of which time, and how long copies may be kept. */
export function groundParts(
  data: SubjectData,
  lexicon: Lexicon,
  type: Printed,
  shown: readonly ApiRecord[],
): Part[] {
  if (lexicon.isOwn) return []
  const openings = openingsOf(data.grants.found, type)
  if (openings.length === 0)
    return sentence(
      lexicon.words.say('view.ground.refused', {
        subject: lexicon.subject,
        type: lexicon.recordType(type),
      }),
    )
  return [...openingParts(openings, lexicon.words), ...keepParts(shown, lexicon.words)]
}

/** Prints each window with its own end, if the ends differ. */
function openingParts(openings: readonly LenderOpening[], words: Words): Part[] {
  const { say, calendar } = words
  const [end, another] = new Set(openings.map(({ until }) => calendar.day(lastInstant(until))))
  // Two bounds within the same day give the same words.
  const windows = [...new Set(openings.map((opening) => windowText(words, opening)))]
  if (another === undefined)
    return [
      ...sentence(say('view.ground.until', { day: must(end) })),
      ...(windows.includes(null)
        ? []
        : sentence(say('view.ground.window', { windows: alternatives(words, windows.filter(isText)) }))),
    ]
  const lines = openings.map((opening) =>
    say('view.ground.windowUntil', {
      window: windowText(words, opening) ?? say('view.ground.anyTime'),
      day: calendar.day(lastInstant(opening.until)),
    }),
  )
  return [
    ...sentence(say('view.ground.byWindow')),
    ...[...new Set(lines)].flatMap((line) => sentence(`- ${line}`, '    ')),
  ]
}

const isText = (text: string | null): text is string => text !== null

const alternatives = ({ say }: Words, windows: readonly string[]): string =>
  windows.reduce((one, other) => (one === '' ? other : say('view.ground.orWindow', { one, other })), '')

/** Returns words for the window, with the days that are included; null for any time. */
export function windowText({ say, calendar }: Words, { from, to }: LenderOpening): string | null {
  const first = from === null ? null : calendar.day(from)
  // The bound is exclusive, so midnight belongs to the day before.
  const last = to === null ? null : calendar.day(Date.parse(to) - 1)
  if (first !== null && last !== null) return say('view.window.both', { first, last })
  if (first !== null) return say('view.window.from', { day: first })
  return last === null ? null : say('view.window.to', { day: last })
}

function keepParts(shown: readonly ApiRecord[], { say, calendar }: Words): Part[] {
  const ends = shown.map(({ derived }) => derived.keep_until).filter((end) => end !== undefined)
  const [first, last] = [ends.toSorted()[0], ends.toSorted().at(-1)]
  if (first === undefined || last === undefined) return []
  const some = ends.length < shown.length ? 'yes' : 'no'
  const day = calendar.day(first)
  return sentence(
    first === last
      ? say('view.keep', { some, day })
      : say('view.keep.longer', { some, day, last: calendar.day(last) }),
  )
}

/** Printed in place of an empty list. */
export function emptyParts({ isOwn, words }: Lexicon): Part[] {
  return sentence(words.say(isOwn ? 'view.empty.own' : 'view.empty'))
}

export function unreadParts(listing: Listing<unknown>, type: Printed, { words }: Lexicon): Part[] {
  return listing.complete ? [] : sentence(words.say('view.unread', { type, count: listing.found.length }))
}

const FORKS_NAMED = 10

/** Names forked records without figures: nobody can know which is right. */
export function forkParts(
  forks: readonly Fork<ApiRecord & { readonly name?: string }>[],
  lexicon: Lexicon,
  type: Printed,
  isComplete: boolean,
): Part[] {
  if (forks.length === 0) return []
  const { say } = lexicon.words
  const item = (text: string) => sentence(`- ${text}`, '    ')
  const named = forks.slice(0, FORKS_NAMED).flatMap((versions) => {
    const [first] = versions as readonly [ApiRecord]
    const crop = first.crop === undefined ? [] : [lexicon.crop(first.crop)]
    return item([lexicon.calendar.asRecorded(first), ...crop, ...namesIn(versions, lexicon.words)].join(', '))
  })
  const more = forks.length - FORKS_NAMED
  const flags = lexicon.flags(['forked']) ?? ''
  return [
    ...sentence(`${say('view.forks', { type })} ${flags}`),
    ...named,
    ...(more > 0 ? item(say('view.forks.others', { count: more })) : []),
    ...(isComplete ? [] : item(say('view.forks.unread'))),
  ]
}

const NAMES_OF_A_FORK = 3

/** Returns the names that the versions give, as alternatives; none if they give none. */
function namesIn(versions: Fork<{ readonly name?: string }>, { either }: Words): string[] {
  const names = new Set(versions.map(({ name }) => name).filter((name) => name !== undefined))
  const shown = [...names].slice(0, NAMES_OF_A_FORK).map((name) => quoted(name, 40))
  return shown.length === 0 ? [] : [either(shown)]
}
