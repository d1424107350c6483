import { must } from '../base/typed.ts'
import { GAP, note, type Part, paragraph, partsOfTable } from '../text/parts.ts'
import { apart, COLUMNS, cut, plain, widthOf } from '../text/wrap.ts'
import { count, several } from '../words/english.ts'
import { atStart, shortName } from '../words/party-name.ts'
import type { Grant, GrantorsData, NameShown } from './data.ts'
import { Lexicon, nameShown } from './lexicon.ts'
import { headParts } from './render.ts'
import { INDENT, type Section, sectionParts, sentence } from './section.ts'

/** Most grantors printed; more do not fit on the page. */
const MOST_GRANTORS = 480

interface Grantor {
  readonly subject: string
  readonly name: string | null
  /** Member number and telephone, if they are open to the reader. */
  readonly reached: string | null
  readonly types: ReadonlySet<string>
  readonly firstEnd: string
  readonly isChanging: boolean
}

/** A party of the list, with the name that the page shows; null if it shows none. */
export interface Listed {
  readonly id: string
  readonly name: string | null
}

/** Renders a line per party that opened anything to the reader for this purpose, and lists those parties. */
export function renderGrantors(data: GrantorsData): { readonly parts: Part[]; readonly listed: Listed[] } {
  const lexicon = new Lexicon(data, null)
  const grantors = grantorsOf(data, lexicon)
  return {
    parts: [
      ...headParts('WHO HAS OPENED RECORDS TO THE READER', data, lexicon),
      ...sectionParts({
        title: 'PARTIES',
        ...(grantors.length === 0 ? { before: NOBODY } : listOf(grantors, data, lexicon)),
      }),
    ],
    listed: grantors.map(({ subject, name }) => ({ id: subject, name: name === null ? null : apart(name) })),
  }
}

const NOBODY = sentence('Nobody: there is no live grant to the reader for this purpose.')

function listOf(grantors: readonly Grantor[], data: GrantorsData, lexicon: Lexicon): Omit<Section, 'title'> {
  const shown = grantors.slice(0, MOST_GRANTORS)
  const until = shown.map(
    (grantor) => lexicon.calendar.day(grantor.firstEnd) + (grantor.isChanging ? ' *' : ''),
  )
  const types = shown.map((grantor) => cut(typesText(data, grantor.types, lexicon), 60))
  const left = COLUMNS - widest(until) - widest(types) - 3 * INDENT.length
  const table = partsOfTable(
    [{ title: 'Until' }, { title: 'Party', leads: true }, { title: 'Opened' }],
    shown.map((grantor, i) => [
      must(until[i]),
      cut(
        grantor.name ?? (grantor.types.has('party') ? '(no name to show)' : '(name not opened)'),
        Math.min(left, 42),
      ),
      must(types[i]),
    ]),
    INDENT,
    shown.map(({ subject }) => subject),
  )
  const { length } = data.grants.found
  return {
    before: [
      ...sentence(
        `${several(grantors.length, 'party', 'parties')} by ${several(length, 'live grant', 'live grants')} for this purpose.`,
      ),
      ...(data.grants.complete
        ? []
        : sentence('The reader holds more grants than this page reads, so some are missing.')),
      ...(data.namesComplete ? [] : sentence('Not every name was looked up.')),
      GAP,
      table.head,
    ],
    beyond: grantors.length - shown.length,
    entries: table.rows.map((row, i) => () => {
      const reached = shown[i]?.reached ?? null
      return reached === null ? [row] : [row, ...note(reached, ' '.repeat(table.secondAt))]
    }),
    leftOut: (n) =>
      `Not printed, since a section has at most 500 lines: ${several(n, 'further party', 'further parties')}.`,
    after: [
      GAP,
      ...(grantors.some((grantor) => grantor.isChanging)
        ? sentence('* The first of several grants ends on this day; the others go on.')
        : []),
      ...paragraph(
        'To see one of them, ask again and name it in the parameter "subject", as the list of grants gives it. A grant does not say that there are records.',
        INDENT,
        INDENT,
        {
          linked:
            'Choose a name to see what its party has opened. A grant does not say that there are records.',
        },
      ),
    ],
  }
}

const widest = (texts: readonly string[]) => texts.reduce((width, text) => Math.max(width, widthOf(text)), 6)

function grantorsOf(data: GrantorsData, lexicon: Lexicon): Grantor[] {
  const bySubject = Map.groupBy(data.grants.found, ({ subject }) => subject)
  return [...bySubject].map(([subject, grants]) => grantorOf(subject, grants, lexicon)).sort(byName)
}

function grantorOf(subject: string, grants: readonly Grant[], lexicon: Lexicon): Grantor {
  const ends = grants.map((grant) => grant.expires_at).sort()
  const types = new Set(grants.flatMap((grant) => grant.record_types))
  const name = types.has('party') ? lexicon.name(subject) : undefined
  return {
    subject,
    name: name === undefined ? null : (shortName(name.called, 40) ?? nameShown(name)),
    reached: name === undefined ? null : reachedBy(name),
    types,
    firstEnd: must(ends[0]),
    isChanging: ends[0] !== ends.at(-1),
  }
}

function reachedBy({ called: { memberNo }, phone }: NameShown): string | null {
  const said = [
    ...(memberNo === null ? [] : [`number ${plain(memberNo, 20)}`]),
    ...(phone === undefined ? [] : [`telephone ${plain(phone, 20)}`]),
  ]
  return said.length === 0 ? null : atStart(said.join(', '))
}

/** Made on first use: making it takes 7 ms, which would delay the start. */
let collator: Intl.Collator | undefined

/** Compares by name; parties without a name come last, by the end of their grants. */
function byName(a: Grantor, b: Grantor): number {
  if (a.name !== null && b.name !== null) {
    collator ??= new Intl.Collator('en')
    return collator.compare(a.name, b.name)
  }
  if (a.name !== null || b.name !== null) return a.name === null ? 1 : -1
  return a.firstEnd < b.firstEnd ? -1 : a.firstEnd > b.firstEnd ? 1 : 0
}

/** Names of types that are shorter than the registry's, to fit on a line. */
const SHORT: Readonly<Record<string, string>> = {
  delivery_confirmation: 'confirmation',
  custody_transfer: 'transfer',
}

function typesText(data: GrantorsData, types: ReadonlySet<string>, lexicon: Lexicon): string {
  const all = [...data.reference.recordTypes.keys()]
  const words = (some: readonly string[]) =>
    some.map((type) => SHORT[type] ?? lexicon.recordType(type).toLowerCase()).join(', ')
  const missing = all.filter((type) => !types.has(type))
  if (missing.length === 0) return `all ${count(all.length)} types`
  return missing.length < all.length / 2
    ? `all but ${words(missing)}`
    : words(all.filter((type) => types.has(type)))
}
