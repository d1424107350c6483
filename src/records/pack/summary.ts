import { referenceIn, verificationIn } from '../../domain/derived/due-diligence.ts'
import { type Heading, MOST_DESCRIPTION } from '../../domain/eu-statement.ts'
import { codeOf } from '../../text/kinds.ts'
import { type Part, paragraph, textOf } from '../../text/parts.ts'
import { apart, COLUMNS, pad, plain } from '../../text/wrap.ts'
import type { PlainKey } from '../../words/language.ts'
import type { Words } from '../../words/words.ts'
import type { OriginFaults } from '../gate/origin.ts'
import type { StatementShown } from '../views/origin-view.ts'
import { faultWords } from './fault-words.ts'

/** The summary of a pack, for people to read. Kilograms have all their digits: the buyer declares them, and adds them up. */

export interface PackFacts {
  readonly lot: string
  readonly made_at: string
  readonly cooperative: string | null
  readonly goods: {
    readonly crop: string
    readonly name: string | null
    readonly hs: string | null
    readonly scientific_name: string | null
    /** The heading of Annex I of Regulation (EU) 2023/1115 that asks for a statement; null if none does. */
    readonly heading: Heading | null
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
  /** The statements that the plots need: one for each file of them. */
  readonly to_file: readonly StatementToFile[]
  /** Kilograms of the lot that are in none of them; null if those of the lot are not known. */
  readonly kg_in_none: number | null
  readonly faults: readonly OriginFaults[]
  readonly faults_not_shown: number
  readonly statements: readonly StatementShown[]
  readonly proofs: ProofCounts
  readonly checkpoint: string | null
}

export interface StatementToFile {
  readonly file: string
  /** Net mass in kilograms. */
  readonly kg: number
  readonly producers: number
  readonly plots: number
  /** At most 150 characters. */
  readonly description: string
}

export interface Span {
  readonly first: string
  readonly last: string
  readonly records: number
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
/** A page indents what is deeper than two columns. */
const DEEP = 3
const RULE = '='.repeat(COLUMNS)

/** The summary in columns. */
export const summaryText = (words: Words, facts: PackFacts, called: Called): string =>
  textOf(summaryParts(words, facts, called))

/** Returns what people call a plot, by the id of its record; empty for other records. */
type Called = (record: string) => string

export function summaryParts(words: Words, facts: PackFacts, called: Called): Part[] {
  const { amount, say } = words
  const day = dayIn(words)
  const { cooperative, goods, countries, harvested, delivered, kg_by: by } = facts
  const field = (key: PlainKey, text: string): Part => {
    const name = say(key)
    return { kind: 'field', name, text, lines: [`${pad(name, LABEL)}${text}`] }
  }
  const title = say('summary.title')
  const maker = cooperative === null ? say('summary.aCooperative') : plain(cooperative, 60)
  return [
    { kind: 'title', text: title, lines: [RULE, title, RULE] },
    field('summary.lot', facts.lot),
    field('summary.made', say('summary.madeBy', { day: day(facts.made_at), maker })),
    ...section(say('summary.what'), [
      field('summary.goods', `${plain(goods.name ?? goods.crop, 60)} (${goods.crop})`),
      field('summary.hs', goods.hs ?? say('summary.noHs')),
      ...(goods.hs === null ? [] : [line(annexWords(words, goods.heading), INDENT)]),
      field('summary.scientific', goods.scientific_name ?? say('summary.notInRegistry')),
      field('summary.countries', countries.length === 0 ? say('summary.notKnown') : countries.join(', ')),
      field('summary.harvested', spanWords(words, harvested) ?? say('summary.noHarvest')),
      field('summary.delivered', spanWords(words, delivered) ?? say('summary.noDelivery')),
    ]),
    ...section(say('summary.kilograms'), [
      field('summary.inAll', facts.kg === null ? say('summary.notKnown') : amount(facts.kg)),
      field('summary.named', say('summary.namedKg', { kg: amount(by.named) })),
      field('summary.byHolder', say('summary.holderKg', { kg: amount(by.holder) })),
      field('summary.unknown', say('summary.unknownKg', { kg: amount(by.unknown) })),
      field('summary.complete', say(facts.complete ? 'summary.yes' : 'summary.no')),
    ]),
    ...section(say('summary.plots'), plotLines(words, facts)),
    ...(facts.plots.in_files === 0
      ? []
      : section(
          say('summary.files'),
          FILES.flatMap((key) => paragraph(say(key), '')),
        )),
    ...(facts.to_file.length === 0 ? [] : section(say('summary.toFile'), toFileLines(words, facts))),
    ...section(say('summary.statement'), statementLines(words, facts)),
    ...section(say('summary.faults'), faultLines(words, facts, called)),
    ...section(say('summary.proofs'), proofLines(words, facts)),
  ]
}

/** Columns of the labels. */
const LABEL = 12

/** Instructions for a buyer who may see such files for the first time. */
const FILES = [
  'summary.readFaults',
  'summary.uploadPlots',
  'summary.plotsTable',
  'summary.screening',
  'summary.plotIsHome',
] as const

const dayIn =
  ({ calendar }: Words) =>
  (at: string): string =>
    apart(calendar.day(at))

const section = (title: string, parts: readonly Part[]): Part[] => [
  { kind: 'heading', text: title, lines: ['', title] },
  ...parts,
]

/** A line that is not wrapped. */
const line = (text: string, indent = ''): Part => ({
  kind: 'paragraph',
  text,
  depth: indent === '' ? 0 : DEEP,
  isItem: false,
  lines: [`${indent}${text}`],
})

function spanWords(words: Words, span: Span | null): string | null {
  if (span === null) return null
  const [first, last] = [span.first, span.last].map(dayIn(words)) as [string, string]
  const count = span.records
  return first === last
    ? words.say('summary.onDay', { day: first, count })
    : words.say('summary.between', { first, last, count })
}

function plotLines({ amount, count, say }: Words, { plots, not_shown_kg }: PackFacts): Part[] {
  const left = plots.shown - plots.in_files
  return [
    line(say('summary.plotCount', { count: plots.shown, drawn: count(plots.in_files) })),
    ...(left === 0 ? [] : [line(say('summary.onlyInTable', { count: count(left) }))]),
    ...(plots.not_shown === 0
      ? []
      : paragraph(say('summary.notShown', { count: plots.not_shown, kg: amount(not_shown_kg) }), '')),
  ]
}

const annexWords = (words: Words, heading: Heading | null): string =>
  heading === null
    ? words.say('summary.notInAnnex')
    : words.say('summary.inAnnex', { day: dayIn(words)(`${heading.from}T12:00:00.000Z`) })

function toFileLines({ amount, say }: Words, { to_file, kg_in_none }: PackFacts): Part[] {
  return [
    ...paragraph(say('summary.toFileCount', { count: to_file.length }), ''),
    ...to_file.flatMap((one) => [
      ...paragraph(
        say('summary.oneToFile', {
          ...{ file: one.file, kg: amount(one.kg) },
          ...{ producers: one.producers, plots: one.plots },
        }),
        '',
        INDENT,
      ),
      ...paragraph(plain(one.description, MOST_DESCRIPTION), INDENT, INDENT),
    ]),
    ...(kg_in_none === null || kg_in_none <= 0
      ? []
      : paragraph(say('summary.inNone', { kg: amount(kg_in_none) }), '')),
  ]
}

function statementLines(words: Words, { statements }: PackFacts): Part[] {
  const { say } = words
  if (statements.length === 0) return paragraph(say('summary.noStatement'), '')
  return statements.flatMap((statement) => {
    const more = [statement.kind, statement.status].filter((code) => !USUAL.has(code))
    const said = [numbersOf(words, statement), ...more.map((code) => words.worded(codeOf(code)))]
    return paragraph(said.join(', '), '', INDENT)
  })
}

/** What a statement is where nothing else is said. */
const USUAL: ReadonlySet<string> = new Set(['dds', 'submitted'])

function numbersOf(words: Words, statement: StatementShown): string {
  const { say } = words
  const day = dayIn(words)(statement.filed_at)
  const [reference, verification] = [referenceIn(statement), verificationIn(statement)]
  const own = statement.internal_reference
  if (reference === undefined)
    return own === undefined
      ? say('summary.withoutNumber', { day })
      : say('summary.ownNumber', { reference: plain(own, 40), day })
  return verification === undefined
    ? say('summary.reference', { reference: plain(reference, 40), day })
    : say('summary.verified', { reference: plain(reference, 40), verification: plain(verification, 40), day })
}

function faultLines(words: Words, { faults, faults_not_shown }: PackFacts, called: Called): Part[] {
  const { say } = words
  if (faults.length === 0 && faults_not_shown === 0) return [line(say('summary.noFaults'))]
  return [
    ...faults.flatMap(({ code, count, record_ids }) => {
      const { means, remedy } = faultWords(words, code)
      const named = record_ids.slice(0, NAMED_PER_FAULT)
      const more = count - named.length
      return [
        ...paragraph(say('summary.fault', { count: String(count), code, means }), '', INDENT),
        ...paragraph(say('summary.toDo', { remedy }), INDENT),
        ...named.map((id) =>
          line([id, plain(called(id), 50)].filter((text) => text !== '').join('  '), INDENT),
        ),
        ...(more === 0 ? [] : [line(say('summary.more', { count: more }), INDENT)]),
      ]
    }),
    ...(faults_not_shown === 0 ? [] : [line(say('summary.faultsNotShown', { count: faults_not_shown }))]),
  ]
}

function proofLines({ say }: Words, { proofs, checkpoint }: PackFacts): Part[] {
  if (checkpoint === null && proofs.given === 0) return paragraph(say('summary.noRoot'), '')
  return [
    ...paragraph(say('summary.proofsGiven', { count: proofs.given }), ''),
    ...(proofs.with_price === 0
      ? []
      : paragraph(say('summary.proofsWithPrice', { count: proofs.with_price }), '')),
    ...(proofs.missing === 0 ? [] : paragraph(say('summary.proofsMissing', { count: proofs.missing }), '')),
  ]
}
