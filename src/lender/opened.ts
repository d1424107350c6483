import { isOneOf } from '../base/typed.ts'
import type { Fork } from '../domain/forks.ts'
import type { Part } from '../text/parts.ts'
import { quoted } from '../text/wrap.ts'
import { count, several } from '../words/english.ts'
import type { ApiRecord, Listing, SubjectData } from './data.ts'
import type { Lexicon } from './lexicon.ts'
import { type Opening, openingsOf } from './openings.ts'
import { sentence } from './section.ts'

/** What the reader's own grants show about a type of record; never whether records exist. */

/** Whether any live grant opens records of the type, of any time. */
export const isOpened = ({ grants }: SubjectData, type: string): boolean =>
  grants.found.some((grant) => isOneOf(grant.record_types, type))

/** The first lines of a section: why it may show records, of which time, and how long copies may be kept. */
export function groundParts(
  data: SubjectData,
  lexicon: Lexicon,
  type: string,
  shown: readonly ApiRecord[],
): Part[] {
  if (lexicon.isOwn) return []
  const openings = openingsOf(data.grants.found, type)
  if (openings.length === 0)
    return sentence(
      `Refused: ${lexicon.subject} has not opened the type ${lexicon.recordType(type)} to the reader. Only what the reader wrote or has a part in can stand here.`,
    )
  return [...openingParts(openings, lexicon), ...keepParts(shown, lexicon)]
}

/** Prints each window with its own end, if the ends differ. */
function openingParts(openings: readonly Opening[], lexicon: Lexicon): Part[] {
  const { calendar } = lexicon
  const [end, another] = new Set(openings.map(({ until }) => calendar.day(until)))
  // Two bounds within the same day give the same words.
  const windows = [...new Set(openings.map((opening) => windowText(opening, lexicon)))]
  if (another === undefined)
    return [
      ...sentence(`Opened to the reader until ${end}.`),
      ...(windows.includes(null) ? [] : sentence(`Only what happened ${windows.join(', or ')}.`)),
    ]
  const lines = openings.map(
    (opening) => `- ${windowText(opening, lexicon) ?? 'at any time'}: until ${calendar.day(opening.until)}`,
  )
  return [
    ...sentence('Opened to the reader, by when it happened:'),
    ...[...new Set(lines)].flatMap((line) => sentence(line, '    ')),
  ]
}

/** Returns words for the window, with the days that are included; null for any time. */
export function windowText({ from, to }: Opening, { calendar }: Lexicon): string | null {
  const bounds = [
    ...(from === null ? [] : [`from ${calendar.day(from)}`]),
    // The bound is exclusive, so midnight belongs to the day before.
    ...(to === null ? [] : [`up to ${calendar.day(Date.parse(to) - 1)}`]),
  ]
  return bounds.length === 0 ? null : bounds.join(' ')
}

function keepParts(shown: readonly ApiRecord[], { calendar }: Lexicon): Part[] {
  const ends = shown.map(({ derived }) => derived.keep_until).filter((end) => end !== undefined)
  const [first, last] = [ends.toSorted()[0], ends.toSorted().at(-1)]
  if (first === undefined || last === undefined) return []
  const some = ends.length < shown.length ? 'Copies of some of this' : 'Copies of this'
  const until = first === last ? calendar.day(first) : `${calendar.day(first)}, of some ${calendar.day(last)}`
  return sentence(`${some} may be kept until ${until}, and must be deleted then.`)
}

/** Printed in place of an empty list. */
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
  forks: readonly Fork<ApiRecord & { readonly name?: string }>[],
  lexicon: Lexicon,
  what: string,
  isComplete: boolean,
): Part[] {
  if (forks.length === 0) return []
  const named = forks.slice(0, FORKS_NAMED).flatMap((versions) => {
    const [first] = versions as readonly [ApiRecord]
    const crop = first.crop === undefined ? '' : `, ${lexicon.crop(first.crop)}`
    return sentence(`- ${lexicon.calendar.asRecorded(first)}${crop}${calledText(versions)}`, '    ')
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

const NAMES_OF_A_FORK = 3

function calledText(versions: Fork<{ readonly name?: string }>): string {
  const names = new Set(versions.map(({ name }) => name).filter((name) => name !== undefined))
  const shown = [...names].slice(0, NAMES_OF_A_FORK).map((name) => quoted(name, 40))
  return shown.length === 0 ? '' : `, ${shown.join(' or ')}`
}
