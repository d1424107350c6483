import { must } from '../base/typed.ts'
import { GAP, note, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import { compareIn } from '../text/sorting.ts'
import { apart, plain } from '../text/wrap.ts'
import { shortName } from '../words/party-name.ts'
import { addressing, type Words } from '../words/words.ts'
import type { Grant, GrantorsData, NameShown } from './data.ts'
import { Lexicon } from './lexicon.ts'
import { headParts } from './render.ts'
import { INDENT, MAX_LINES, type Section, sectionParts, sentence } from './section.ts'

/** Most grantors printed; more do not fit on the page. */
const MOST_GRANTORS = 480

interface Grantor {
  readonly subject: string
  readonly name: string | null
  readonly memberNo: string | null
  /** Member number and telephone, if they are open to the reader. */
  readonly reached: string | null
  readonly types: ReadonlySet<string>
  readonly firstEnd: string
  readonly isChanging: boolean
}

/** A party of the list, with the name and the member number that the page shows; null if it shows none. */
export interface ListedGrantor {
  readonly id: string
  readonly name: string | null
  readonly member_no: string | null
}

/**
 * Renders a line per party that opened anything to the reader for this purpose, and lists those parties.
 * @param words of the reader
 */
export function renderGrantors(
  words: Words,
  data: GrantorsData,
  { isPage = false, find }: { readonly isPage?: boolean; readonly find?: string | undefined } = {},
): { readonly parts: Part[]; readonly listed: ListedGrantor[] } {
  const { say } = words
  const lexicon = new Lexicon(isPage ? addressing(words) : words, data, null, isPage)
  const all = grantorsOf(data, lexicon)
  const sought = find === undefined ? null : keyOf(find)
  const grantors = sought === null ? all : all.filter((grantor) => isSought(grantor, sought))
  return {
    parts: [
      ...headParts(say('view.list.title', { at: words.calendar.moment(data.asAtMs) }), data, lexicon),
      ...sectionParts({
        title: say('view.list.parties'),
        ...(all.length === 0
          ? { before: sentence(lexicon.words.say('view.list.nobody')) }
          : listOf(grantors, data, lexicon, sought === null ? null : all.length)),
      }),
    ],
    listed: grantors.map(({ subject, name, memberNo }) => ({
      id: subject,
      name: name === null ? null : apart(name),
      member_no: memberNo,
    })),
  }
}

/** @param of the number of all parties, if these are only those that were sought */
function listOf(
  grantors: readonly Grantor[],
  data: GrantorsData,
  lexicon: Lexicon,
  of: number | null,
): Omit<Section, 'title'> {
  const { say, count, calendar } = lexicon.words
  const shown = grantors.slice(0, MOST_GRANTORS)
  const table = partsOfTable(
    [
      { title: say('view.list.until') },
      { title: say('view.list.party'), leads: true, narrows: true },
      { title: say('view.list.opened'), narrows: true },
    ],
    shown.map(({ name, types, firstEnd, isChanging }) => [
      calendar.day(firstEnd) + (isChanging ? ' *' : ''),
      name ?? say(types.has('party') ? 'view.list.noName' : 'view.list.nameNotOpened'),
      typesText(data, types, lexicon),
    ]),
    INDENT,
    shown.map(({ subject }) => subject),
  )
  return {
    before: [
      ...(of === null
        ? sentence(say('view.list.count', { parties: grantors.length, grants: data.grants.found.length }))
        : sentence(say('view.list.found', { count: grantors.length, all: of }))),
      ...(data.grants.complete ? [] : sentence(say('view.list.moreGrants'))),
      ...(data.namesComplete ? [] : sentence(say('view.list.moreNames'))),
      ...(grantors.length === 0 ? [] : [GAP, table.head]),
    ],
    beyond: grantors.length - shown.length,
    entries: table.rows.map((row, i) => () => {
      const reached = shown[i]?.reached ?? null
      return reached === null ? [row] : [row, ...note(reached, ' '.repeat(table.secondAt))]
    }),
    leftOut: (left) => say('view.list.left', { lines: count(MAX_LINES), count: left }),
    after: [
      GAP,
      ...(grantors.some((grantor) => grantor.isChanging) ? sentence(say('view.list.changing')) : []),
      ...paragraph(say('view.list.ask'), INDENT, INDENT, { linked: say('view.list.choose') }),
    ],
  }
}

/** Names and numbers that differ only in case, accents or spaces match. */
const keyOf = (text: string): string =>
  apart(text)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toLowerCase()

const isSought = ({ name, reached }: Grantor, sought: string): boolean =>
  [name, reached].some((text) => text !== null && keyOf(text).includes(sought))

function grantorsOf(data: GrantorsData, lexicon: Lexicon): Grantor[] {
  const bySubject = Map.groupBy(data.grants.found, ({ subject }) => subject)
  const compare = compareIn(lexicon.words.language.locale)
  return [...bySubject]
    .map(([subject, grants]) => grantorOf(subject, grants, lexicon))
    .sort((a, b) => byName(a, b, compare))
}

function grantorOf(subject: string, grants: readonly Grant[], lexicon: Lexicon): Grantor {
  const ends = grants.map((grant) => grant.expires_at).sort()
  const types = new Set(grants.flatMap((grant) => grant.record_types))
  const name = types.has('party') ? lexicon.name(subject) : undefined
  return {
    subject,
    name: name === undefined ? null : (shortName(name.called, lexicon.words, 40) ?? lexicon.nameShown(name)),
    memberNo: name?.called.memberNo == null ? null : plain(name.called.memberNo),
    reached: name === undefined ? null : reachedBy(lexicon.words, name),
    types,
    firstEnd: must(ends[0]),
    isChanging: ends[0] !== ends.at(-1),
  }
}

function reachedBy({ say }: Words, { called: { memberNo }, phone }: NameShown): string | null {
  const number = memberNo === null ? null : plain(memberNo, 20)
  const dialled = phone === undefined ? null : plain(phone, 20)
  if (number !== null && dialled !== null) return say('view.list.numberAndPhone', { number, phone: dialled })
  if (number !== null) return say('view.list.number', { number })
  return dialled === null ? null : say('view.list.phone', { phone: dialled })
}

/** Compares by name; parties without a name come last, by the end of their grants. */
function byName(a: Grantor, b: Grantor, compare: Intl.Collator['compare']): number {
  if (a.name !== null && b.name !== null) return compare(a.name, b.name) || (a.subject < b.subject ? -1 : 1)
  if (a.name !== null || b.name !== null) return a.name === null ? 1 : -1
  return a.firstEnd < b.firstEnd ? -1 : a.firstEnd > b.firstEnd ? 1 : 0
}

function typesText(data: GrantorsData, types: ReadonlySet<string>, lexicon: Lexicon): string {
  const { say, sayIfKnown, language } = lexicon.words
  const all = [...data.reference.recordTypes.keys()]
  const full = (type: string) => lexicon.recordType(type).toLocaleLowerCase(language.locale)
  const short = (type: string) => sayIfKnown(`view.short.${type}`) ?? full(type)
  const sharing = Map.groupBy(all, short)
  /** A word that several types share stands once for all of them; some of them have their full names. */
  const nameIn = (some: readonly string[], type: string) =>
    sharing.get(short(type))?.every((other) => some.includes(other)) ? short(type) : full(type)
  const names = (some: readonly string[]) => [...new Set(some.map((type) => nameIn(some, type)))].join(', ')
  const missing = all.filter((type) => !types.has(type))
  if (missing.length === 0) return say('view.list.allTypes', { count: all.length })
  return missing.length < all.length / 2
    ? say('view.list.allBut', { types: names(missing) })
    : names(all.filter((type) => types.has(type)))
}
