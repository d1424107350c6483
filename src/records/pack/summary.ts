import { apart, COLUMNS, page, plain, wrap } from '../../text/wrap.ts'
import { type Calendar, count, kg, several } from '../../words/english.ts'
import { faultWords } from './fault-words.ts'

/** The summary of a pack, for people to read. */

export interface PackFacts {
  readonly lot: string
  readonly made_at: string
  readonly cooperative: string | null
  readonly goods: {
    readonly crop: string
    readonly name: string | null
    readonly hs: string | null
    readonly scientific_name: string | null
  }
  readonly countries: readonly string[]
  /** First and last day of the harvests followed, then of the deliveries; null if there are none. */
  readonly harvested: Span | null
  readonly delivered: Span | null
  readonly kg: number | null
  readonly kg_by: { readonly named: number; readonly holder: number; readonly unknown: number }
  readonly complete: boolean
  readonly plots: { readonly shown: number; readonly in_files: number; readonly not_shown: number }
  readonly not_shown_kg: number
  readonly records: number
  readonly faults: readonly PackFault[]
  readonly faults_not_shown: number
  readonly statements: readonly {
    readonly reference_number: string
    readonly verification_number?: string
    readonly filed_at: string
  }[]
  readonly proofs: ProofCounts
  readonly checkpoint: string | null
}

export interface Span {
  readonly first: string
  readonly last: string
  readonly records: number
}

export interface PackFault {
  readonly code: string
  readonly count: number
  readonly record_ids: readonly string[]
}

export interface ProofCounts {
  readonly given: number
  /** Records with a price, whose proofs a pack leaves out unless they are asked for. */
  readonly with_price: number
  /** Records that are not readable in full, or that no root covers yet. */
  readonly missing: number
}

/** Maximum records named for one fault, to keep the summary short; `pack.json` has up to 100. */
const NAMED_PER_FAULT = 5
const INDENT = '  '

/** @param called what people call a plot, by the id of its record; empty for other records */
export function summaryText(
  facts: PackFacts,
  called: (record: string) => string,
  calendar: Calendar,
): string {
  const day = (at: string): string => apart(calendar.day(at))
  const heading = facts.cooperative === null ? 'A cooperative' : plain(facts.cooperative, 60)
  return page([
    '='.repeat(COLUMNS),
    'THE ORIGIN OF A LOT',
    '='.repeat(COLUMNS),
    field('Lot', facts.lot),
    field('Made', `${day(facts.made_at)}, by ${heading}`),
    ...section('WHAT IT IS', [
      field('Goods', `${plain(facts.goods.name ?? facts.goods.crop, 60)} (${facts.goods.crop})`),
      field('HS heading', facts.goods.hs ?? 'not in the registry: ask your customs broker'),
      field('Scientific', facts.goods.scientific_name ?? 'not in the registry'),
      field('Countries', facts.countries.length === 0 ? 'not known' : facts.countries.join(', ')),
      field('Harvested', spanWords(facts.harvested, 'harvest', day)),
      field('Delivered', spanWords(facts.delivered, 'delivery', day)),
    ]),
    ...section('KILOGRAMS', [
      field('In all', facts.kg === null ? 'not known' : kg(facts.kg)),
      field('Named', `${kg(facts.kg_by.named)} from records that name their plots`),
      field(
        'By holder',
        `${kg(facts.kg_by.holder)} where all plots of the member with that crop are declared`,
      ),
      field('Unknown', `${kg(facts.kg_by.unknown)} from no plot that is known`),
      field('Complete', facts.complete ? 'yes' : 'no: see the faults'),
    ]),
    ...section('PLOTS', plotLines(facts)),
    ...(facts.plots.in_files === 0 ? [] : section('WHAT TO DO WITH THE FILES', FILES)),
    ...section('DUE DILIGENCE STATEMENT', statementLines(facts, day)),
    ...section('FAULTS, AND HOW TO PUT THEM RIGHT', faultLines(facts, called)),
    ...section('PROOFS', proofLines(facts)),
  ])
}

/** Instructions for a buyer who may see such files for the first time. */
const FILES = [
  ...wrap('Read the faults below first: one faulty plot spoils the declaration of the whole lot.'),
  ...wrap(
    'plots-1.geojson and those that follow: upload them where the information system of the European Union (TRACES) asks for geolocation.',
  ),
  ...wrap('plots.csv: the same plots as a table, to look through, with those that cannot be drawn.'),
  ...wrap('screening-1.geojson and those that follow: for a check against maps of forest, such as Whisp.'),
  ...wrap('A plot is a home. Keep the files safe, and give them to nobody who need not have them.'),
]

const field = (name: string, text: string): string => `${name.padEnd(12)}${text}`

const section = (title: string, lines: readonly string[]): string[] => ['', title, ...lines]

function spanWords(span: Span | null, what: 'harvest' | 'delivery', day: (at: string) => string): string {
  if (span === null) return `no ${what} is recorded behind it`
  const [first, last] = [day(span.first), day(span.last)]
  const of = several(span.records, 'record', 'records')
  return first === last ? `${first} (${of})` : `${first} to ${last} (${of})`
}

function plotLines({ plots, not_shown_kg }: PackFacts): string[] {
  const left = plots.shown - plots.in_files
  return [
    `${several(plots.shown, 'plot', 'plots')}; in the map files: ${count(plots.in_files)}.`,
    ...(left === 0
      ? []
      : [`Only in plots.csv, since they cannot be drawn (see the faults): ${count(left)}.`]),
    ...(plots.not_shown === 0
      ? []
      : wrap(
          `The cooperative may not show ${several(plots.not_shown, 'more plot', 'more plots')}, behind ${kg(not_shown_kg)} kg. Ask the members for their consent.`,
        )),
  ]
}

function statementLines({ statements }: PackFacts, day: (at: string) => string): string[] {
  if (statements.length === 0)
    return wrap(
      'None is recorded. When the buyer has filed one, the cooperative records its numbers: granary record add due_diligence, or the page of the lot.',
    )
  return statements.map(({ reference_number, verification_number, filed_at }) => {
    const more = verification_number === undefined ? '' : `, verification ${plain(verification_number, 40)}`
    return `Reference ${plain(reference_number, 40)}${more}, filed ${day(filed_at)}`
  })
}

function faultLines({ faults, faults_not_shown }: PackFacts, called: (record: string) => string): string[] {
  if (faults.length === 0 && faults_not_shown === 0) return ['None was found.']
  return [
    ...faults.flatMap(({ code, count, record_ids }) => {
      const { means, remedy } = faultWords(code)
      const named = record_ids.slice(0, NAMED_PER_FAULT)
      const more = count - named.length
      return [
        ...wrap(`${count} x ${code}: ${means}`, '', INDENT),
        ...wrap(`To do: ${remedy}`, INDENT),
        ...named.map(
          (id) => `${INDENT}${[id, plain(called(id), 50)].filter((text) => text !== '').join('  ')}`,
        ),
        ...(more === 0 ? [] : [`${INDENT}and ${more} more, in pack.json`]),
      ]
    }),
    ...(faults_not_shown === 0
      ? []
      : [`${several(faults_not_shown, 'fault', 'faults')} of records that the cooperative may not read.`]),
  ]
}

function proofLines({ proofs, checkpoint }: PackFacts): string[] {
  if (checkpoint === null && proofs.given === 0)
    return wrap(
      'None: the log has no signed root yet. One is made with the pack of a clerk or a manager; if theirs has no proofs either, see "granary doctor".',
    )
  return [
    ...wrap(
      `${several(proofs.given, 'record', 'records')} in proofs-1.jsonl and those that follow, to be checked with: granary verify-proof FILE --key KEY. Ask the cooperative for the key on paper or by telephone (granary anchor status shows it): one that came with this pack proves nothing.`,
    ),
    ...(proofs.with_price === 0
      ? []
      : wrap(
          `${several(proofs.with_price, 'record has', 'records have')} no proof here, because it would show what the member was paid. granary lot pack --with-prices adds them.`,
        )),
    ...(proofs.missing === 0
      ? []
      : wrap(
          `${several(proofs.missing, 'record has', 'records have')} no proof here, because the cooperative may not read the whole record, or no root covers it yet. A root is made each day, and with each pack, except an auditor's.`,
        )),
  ]
}
