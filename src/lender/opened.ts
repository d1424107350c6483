import { TIMELESS_TYPES } from '../domain/consent.ts'
import type { Fork } from '../domain/forks.ts'
import type { Part } from '../text/parts.ts'
import { count, several } from '../text/phrases.ts'
import type { ApiRecord, Listing, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { sentence } from './section.ts'

/** What the reader's own grants show about a type of record; never whether records exist. */

/** The latest end of live grants for a type; null without one. */
export function openedUntil(data: SubjectData, type: string): string | null {
  const ends = data.grants.found
    .filter((grant) => grant.record_types.includes(type))
    .map((grant) => grant.expires_at)
  return ends.sort().at(-1) ?? null
}

/** The first lines of a section: why it may show records, from when they are, and how long copies may be kept. */
export function groundParts(
  data: SubjectData,
  lexicon: Lexicon,
  type: string,
  shown: readonly ApiRecord[],
): Part[] {
  if (lexicon.isOwn) return []
  const until = openedUntil(data, type)
  if (until === null)
    return sentence(
      `Refused: ${lexicon.subject} has not opened the type ${lexicon.recordType(type)} to the reader. Only what the reader wrote or has a part in can stand here.`,
    )
  const windows = isTimeless(type) ? null : windowsOf(data, type, lexicon)
  return [
    ...sentence(`Opened to the reader until ${lexicon.calendar.day(until)}.`),
    ...(windows === null ? [] : sentence(`Only what happened ${windows.join(', or ')}.`)),
    ...keepParts(shown, lexicon),
  ]
}

const isTimeless = (type: string): boolean => TIMELESS_TYPES.some((one) => one === type)

/** From when until when records of a type are opened; null: whenever they happened. */
function windowsOf({ grants }: SubjectData, type: string, { calendar }: Lexicon): readonly string[] | null {
  const ofType = grants.found.filter((grant) => grant.record_types.includes(type))
  const spans = ofType.map(({ occurred_from: from, occurred_to: to }) =>
    [
      ...(from === undefined ? [] : [`from ${calendar.day(from)}`]),
      // Midnight belongs to the day before.
      ...(to === undefined ? [] : [`until ${calendar.day(Date.parse(to) - 1)}`]),
    ].join(' '),
  )
  return spans.includes('') ? null : [...new Set(spans)].sort()
}

function keepParts(shown: readonly ApiRecord[], { calendar }: Lexicon): Part[] {
  const ends = shown.map(({ derived }) => derived.keep_until).filter((end) => end !== undefined)
  const [first, last] = [ends.toSorted()[0], ends.toSorted().at(-1)]
  if (first === undefined || last === undefined) return []
  const some = ends.length < shown.length ? 'Copies of some of this' : 'Copies of this'
  const until = first === last ? calendar.day(first) : `${calendar.day(first)}, of some ${calendar.day(last)}`
  return sentence(`${some} may be kept until ${until}, and must be deleted then.`)
}

/** Replaces an empty list. */
export function emptyParts(lexicon: Lexicon): Part[] {
  return sentence(lexicon.isOwn ? 'None.' : 'None is shown. That does not say that there is none.')
}

export function unreadParts(listing: Listing<unknown>, what: string): Part[] {
  return listing.complete
    ? []
    : sentence(
        `Only the newest ${count(listing.found.length)} ${what} were read. There are more, and they are in no sum.`,
      )
}

const FORKS_NAMED = 10

/** Names forked records without figures: nobody can know which is right. */
export function forkParts(
  forks: readonly Fork<ApiRecord>[],
  lexicon: Lexicon,
  what: string,
  isComplete: boolean,
): Part[] {
  if (forks.length === 0) return []
  const named = forks.slice(0, FORKS_NAMED).flatMap((versions) => {
    const [first] = versions as readonly [ApiRecord]
    const crop = first.crop === undefined ? '' : `, ${lexicon.crop(first.crop)}`
    return sentence(`- ${lexicon.calendar.asRecorded(first)}${crop}`, '    ')
  })
  const more = forks.length - FORKS_NAMED
  return [
    ...sentence(
      `Contradicting corrections: ${what} in no sum, and shown without figures. ${lexicon.flags(['forked'])}`,
    ),
    ...named,
    ...(more > 0 ? sentence(`- and ${several(more, 'other', 'others')}`, '    ') : []),
    ...(isComplete ? [] : sentence('- and more that were not read', '    ')),
  ]
}
