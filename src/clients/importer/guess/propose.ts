import { given, isOneOf, must, nonEmpty } from '../../../base/typed.ts'
import { calendarDay, noonOfDay } from '../../../cli/day.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { LAWFUL_BASES, type LawfulBasis } from '../../../domain/shapes.ts'
import { AnswerFault, type Told } from '../../../words/fault.ts'
import { type Message, message } from '../../../words/message.ts'
import { englishWords } from '../../../words/words.ts'
import { GEOMETRY_COLUMN } from '../../outlines/features.ts'
import { normalized } from '../../sheets/meaning.ts'
import { reviewsIn } from '../../sheets/submissions.ts'
import type { ImportMap } from '../map.ts'
import {
  dayOf,
  emptyWords,
  farmerOf,
  GuessedColumns,
  MAKES,
  type Makes,
  meaningsFor,
  memberFor,
  OPEN,
  quantitiesOf,
  recordsOf,
  type StandIns,
} from './guessed-map.ts'
import type { Layout } from './layout.ts'
import { type GuessedColumn, kindOf, MANY, type Meaning, meant } from './meanings.ts'
import { type Choices, isOpen, type Option, type Point, Points, REVIEW } from './points.ts'
import { checkOf, cropOf, otherUnitsOf, priceOf, unitsOf, withFactors } from './quantity-points.ts'
import { formatsOf, numbersIn } from './reading-points.ts'
import type { RegistryName } from './words.ts'

/**
 * Proposes what a sheet means: each column, how sure that is, and what no column tells. Pure: with what a person chose, it
 * proposes the rest again, and once nothing is open, its map reads the sheet.
 */

export interface ProposalFacts {
  readonly crops: readonly RegistryName[]
  readonly units: readonly RegistryName[]
  readonly conversions: readonly ConversionFacts[]
  readonly timeZone: string
  /** `GRANARY_COUNTRY`; empty if it is not set. */
  readonly country: string
  readonly today: string
  /** A name for the map, made of the file's name. */
  readonly name: string
}

/** A sheet, as far as it shows by itself what it is. */
export interface ReadSheet {
  readonly layout: Layout
  readonly columns: readonly GuessedColumn[]
  /** Whether it is a file of the map, whose rows are plots. */
  readonly isOfPlots: boolean
  readonly remarks: readonly Told[]
}

export interface ProposedColumn extends GuessedColumn {
  readonly options: readonly Meaning[]
}

export interface Proposal {
  readonly rows: number
  readonly remarks: readonly Told[]
  readonly columns: readonly ProposedColumn[]
  /** What no column tells. */
  readonly points: readonly Point[]
  /** What only another choice of a column mends. */
  readonly faults: readonly Message[]
  /** How many things a person has to decide. */
  readonly open: number
  /** With stand-ins for what is open. */
  readonly draft: ImportMap
}

/** Returns the map of a proposal; null while a person has something to decide. */
export const mapOf = ({ open, draft }: Proposal): ImportMap | null => (open === 0 ? draft : null)

export function propose(
  { layout, columns: guessed, isOfPlots, remarks }: ReadSheet,
  facts: ProposalFacts,
  choices: Choices = {},
  standIn: StandIns = OPEN,
): Proposal {
  const points = new Points(choices)
  const makes = isOfPlots ? 'plot' : rowOf(points, guessed)
  const all = columnsFor(guessed, makes, choices)
  const columns = new GuessedColumns(all)
  const parts = { points, columns, facts, standIn, hasTitle: (layout.csv.skip_lines ?? 0) > 0 }
  const content = makes === 'plot' ? plots(parts) : makes === 'people' ? people(parts) : produce(parts, makes)
  const reviews = isOfPlots ? [] : reviewedAway(points, all)
  const basis = basisOf(points)
  const finished = content(basis)
  const asOf = points.text(
    'as_of',
    message(isOfPlots ? 'import.guess.plotsAsOf' : 'import.guess.peopleAsOf'),
    (text) => dayIn(text, facts),
    facts.today,
  )
  const name = points.text('name', message('import.guess.mapName'), nameIn, facts.name)
  const faults = [...lacks(columns, makes), ...clashes(columns)]
  const draft = given({
    name: name ?? facts.name,
    ...given({ key: finished.key }),
    csv: Object.keys(layout.csv).length === 0 ? undefined : layout.csv,
    lawful_basis: basis ?? standIn.basis,
    as_of: asOf ?? facts.today,
    time_zone: facts.timeZone,
    ...finished,
    empty: nonEmpty(emptyWords(columns)),
    skip: nonEmpty([...layout.skip, ...reviews]),
  }) as ImportMap
  return {
    rows: layout.rowCount + layout.furtherRows,
    remarks: [...remarks, ...layout.remarks],
    columns: all,
    points: points.all,
    faults,
    open:
      all.filter(({ meaning }) => meaning === null).length + points.all.filter(isOpen).length + faults.length,
    draft,
  }
}

interface Parts {
  readonly points: Points
  readonly columns: GuessedColumns
  readonly facts: ProposalFacts
  readonly standIn: StandIns
  /** Whether lines stand above the header. */
  readonly hasTitle: boolean
}

/** What a row makes, once the lawful basis is known. */
type Content = (basis: LawfulBasis | null) => Partial<ImportMap>

function rowOf(points: Points, guessed: readonly GuessedColumn[]): Makes {
  const isList = !guessed.some(({ kind }) => kind === 'day' || kind === 'weight')
  const options = MAKES.map((word): Option<Makes> => ({ word, shown: message(`import.guess.row.${word}`) }))
  return must(
    points.choice('makes', message('import.guess.whatIsARow'), options, isList ? 'people' : 'delivery'),
  )
}

/** Takes the columns as chosen, and as guessed where nothing was. */
function columnsFor(
  guessed: readonly GuessedColumn[],
  makes: Makes,
  choices: Choices,
): readonly ProposedColumn[] {
  const names = guessed.map(({ name }) => normalized(name))
  const all = meaningsFor(makes)
  const options = names.map((name, i) =>
    name === '' || names.indexOf(name) !== i ? (['nothing'] as const) : all,
  )
  const chosen = options.map((some, i) => {
    const word = choices[`column_${i}`]
    return isOneOf<Meaning>(some, word) ? word : undefined
  })
  const isTaken = (meaning: Meaning) => !MANY.has(meaning) && chosen.includes(meaning)
  const undecided = (why: Message) => ({ meaning: null, sureness: 'decide' as const, why })
  return guessed.map((column, i) => {
    const its = { ...column, options: must(options[i]) }
    const [word, { meaning, kind }] = [chosen[i], column]
    if (word !== undefined && isTaken(word) && chosen.indexOf(word) !== i)
      return { ...its, ...undecided(message('import.guess.twoColumns', { meaning: meant(word) })) }
    if (word !== undefined)
      return { ...its, meaning: word, sureness: 'chosen', why: message('import.why.chosen') }
    if (meaning === null || (all.includes(meaning) && !isTaken(meaning))) return its
    if (kind !== null) {
      const isOther = all.includes(meaning)
      const why = message(isOther ? 'import.why.takenBy' : 'import.why.notOfRow', { meaning: meant(meaning) })
      return { ...its, ...undecided(why) }
    }
    const plain = all.includes('note') ? 'note' : 'nothing'
    return { ...its, meaning: plain, sureness: 'none', why: message(`import.why.${plain}`) }
  })
}

/** Returns the meanings without which nothing can be read, if no column may still turn out to have them. */
function lacks(columns: GuessedColumns, makes: Makes): Message[] {
  const needed: readonly Meaning[] =
    makes === 'plot' ? ['member_no', 'plot'] : makes === 'people' ? ['name'] : ['weight']
  const has = (meaning: Meaning) =>
    (meaning === 'weight' ? columns.quantity !== undefined : columns.has(meaning)) ||
    mayBe(columns, kindOf(meaning))
  return needed
    .filter((meaning) => !has(meaning))
    .map((meaning) => message('import.guess.noColumn', { meaning: meant(meaning) }))
}

/** Returns meanings that cannot both be read from a row. */
function clashes(columns: GuessedColumns): Message[] {
  const pairs: readonly (readonly [Meaning, Meaning])[] = [
    ['weight', 'gross'],
    ['count', 'tare'],
    ['kg_price', 'unit_price'],
    // Beside the whole price, the import compares the price of one with it.
    ...(checkOf(columns) === undefined
      ? ([
          ['price', 'kg_price'],
          ['price', 'unit_price'],
        ] as const)
      : []),
  ]
  return pairs
    .filter((pair) => pair.every((meaning) => columns.has(meaning)))
    .map(([one, other]) => message('import.guess.notTogether', { one: meant(one), other: meant(other) }))
}

/** Whether a column of this kind is still to be decided. */
const mayBe = ({ all }: GuessedColumns, wanted: GuessedColumn['kind'] | undefined): boolean =>
  all.some(({ meaning, kind }) => meaning === null && kind === wanted)

function people({ points, columns, facts, standIn }: Parts): Content {
  const country = countryOf(points, columns, facts.country, standIn)
  return () => given({ country, ...farmerOf(without(columns, country, standIn)) })
}

function produce(parts: Parts, makes: 'delivery' | 'harvest'): Content {
  const { points, columns, facts, standIn, hasTitle } = parts
  const day = dayOfRows(parts)
  const farmer =
    columns.has('name', 'member_no') || mayBe(columns, 'person')
      ? null
      : points.text('farmer', message('import.guess.farmer'), (text) => text.slice(0, 200))
  const { isOpen: isSignOpen, ...numbers } = numbersIn(points, columns)
  const words = unitsOf(points, columns, facts.units, standIn)
  const crop = cropOf(points, columns, facts.crops, standIn)
  const others = otherUnitsOf(points, columns, facts.units, standIn)
  const all = { ...words, ...Object.fromEntries([...others.values()].map((unit) => [unit, { unit }])) }
  const units = withFactors(points, all, crop, facts.conversions)
  // The book of a single buying centre names it above the rows.
  const place =
    hasTitle && memberFor(makes, 'place') !== undefined && !columns.has('place')
      ? points.text(
          'place',
          message('import.guess.place'),
          (text) => (text === '-' ? null : text.slice(0, 200)),
          '-',
        )
      : null
  const price = memberFor(makes, 'price') === undefined ? null : priceOf(points, columns, standIn)
  const country = countryOf(points, columns, facts.country, standIn)
  const receipt = columns.named('receipt')
  return (basis) => {
    const of = price === null ? null : priceBasis(points, basis)
    const { decimal } = numbers
    return given({
      key: receipt === undefined ? undefined : [receipt],
      country,
      decimal: decimal === '.' ? undefined : decimal,
      thousands: (isSignOpen
        ? (standIn.thousands ?? numbers.thousands)
        : numbers.thousands) as ImportMap['thousands'],
      crop,
      units,
      quantities: quantitiesOf(columns, units, others),
      dates: { day },
      ...farmerOf(without(columns, country, standIn), farmer ?? standIn.farmer),
      ...recordsOf(
        makes,
        columns,
        place,
        of === 'without' ? null : price,
        (of ?? standIn.basis) as LawfulBasis,
      ),
    })
  }
}

/** One day for every row is asked for only if no column looks like days. */
function dayOfRows({ points, columns, facts, standIn }: Parts) {
  const column = columns.of('date')
  if (column === undefined) {
    const constant = mayBe(columns, 'day')
      ? null
      : points.text('day', message('import.guess.day'), (text) => dayIn(text, facts))
    return { constant: constant ?? standIn.day }
  }
  const formats = formatsOf(points, column, facts.timeZone) ?? standIn.formats
  return formats === null ? { constant: standIn.day } : dayOf(column.name, formats, column.dates?.isOfDays)
}

/** Leaves telephone numbers out that cannot be read without their country. */
const without = (
  columns: GuessedColumns,
  country: string | undefined,
  { country: mark }: StandIns,
): GuessedColumns =>
  country === undefined && mark === null && !isInternational(columns)
    ? new GuessedColumns(columns.all.filter(({ meaning }) => meaning !== 'phone'))
    : columns

const isInternational = (columns: GuessedColumns): boolean =>
  (columns.of('phone')?.cells ?? []).every((cell) => cell.startsWith('+'))

function countryOf(
  points: Points,
  columns: GuessedColumns,
  country: string,
  standIn: StandIns,
): string | undefined {
  if (!columns.has('phone')) return undefined
  if (country !== '' || isInternational(columns)) return country || undefined
  return (
    points.text('country', message('import.guess.phoneCountry'), countryIn) ?? standIn.country ?? undefined
  )
}

function plots({ points, columns, facts, standIn }: Parts): Content {
  const country = points.text(
    'country',
    message('import.guess.plotCountry'),
    countryIn,
    facts.country || null,
  )
  const crops = [
    { word: '-', shown: message('import.guess.noCropOfAll') },
    ...facts.crops.map(({ id, name, shown }) => ({ word: id, shown: shown ?? name })),
  ]
  const crop = points.choice('crop', message('import.guess.plotCrop'), crops, '-')
  const key = columns.named('plot') ?? ''
  return () => ({
    key: [key],
    members: { member: { member_no: { column: columns.named('member_no') ?? '' } } },
    records: {
      plot: {
        holder: ['member'],
        plot_name: { column: columns.named('plot_name') ?? key },
        country: { constant: country ?? standIn.country ?? '' },
        ...(crop === null || crop === '-' ? {} : { crop: { constant: crop } }),
        geometry: { column: GEOMETRY_COLUMN },
      },
    },
  })
}

/** Rows that somebody rejected; which words say so is for a person to decide. */
function reviewedAway(points: Points, columns: readonly GuessedColumn[]): Layout['skip'] {
  return reviewsIn(columns).flatMap(({ column, words }) => {
    const rejected = words.filter(({ is }) => is === 'rejected')
    const doubtful = words.filter(({ is }) => is !== 'accepted')
    const leaving = [
      ['rejected', rejected] as const,
      ...(doubtful.length > rejected.length ? [['doubtful', doubtful] as const] : []),
    ].filter(([, { length }]) => length > 0)
    const options: Option[] = leaving.map(([word, some]) => ({
      word,
      shown: message('import.guess.leaveOut', {
        words: { examples: some.map(({ word }) => word) },
        count: some.reduce((sum, { count }) => sum + count, 0),
      }),
    }))
    const none = { word: '-', shown: message('import.guess.leaveNone') }
    const asks = message('import.guess.review', { column })
    const answer = points.choice(`${REVIEW}${column}`, asks, [...options, none])
    const [, left] = leaving.find(([word]) => word === answer) ?? []
    return left === undefined ? [] : [{ column, words: left.map(({ word }) => normalized(word)) }]
  })
}

/** The lawful basis. There is no default: a person must decide. */
function basisOf(points: Points): LawfulBasis | null {
  const options = LAWFUL_BASES.map((word) => ({
    word,
    shown: message('import.guess.word', { word: { code: word } }),
  }))
  return points.choice(
    'basis',
    message('import.guess.basis'),
    options,
    null,
    message('import.guess.onWhichBasis'),
  )
}

/**
 * Returns the basis of records with prices, or that the prices are not to be stored; null if a person has to decide. Money is
 * special personal data (contract §3), and only people who know the farmers know whether these agreed. There is no default.
 */
function priceBasis(points: Points, basis: LawfulBasis | null): LawfulBasis | 'without' | null {
  if (basis === null || basis === 'special_data_consent') return basis
  const its = { basis: { code: basis } }
  const options = [
    { word: 'agreed', shown: message('import.guess.withPrices') },
    { word: 'without', shown: message('import.guess.withoutPrices', its) },
  ] as const
  const about = message('import.guess.hasPrices', its)
  const answer = points.choice('prices', message('import.guess.mayStorePrices'), options, null, about)
  return answer === 'agreed' ? 'special_data_consent' : answer
}

function countryIn(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  throw new AnswerFault(message('import.guess.twoLetters'))
}

function nameIn(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(text)) return text
  throw new AnswerFault(message('import.guess.writeMapName'))
}

function dayIn(text: string, { today, timeZone }: ProposalFacts): string {
  const day = calendarDay(englishWords(timeZone), text, must(noonOfDay(timeZone, today)))
  if (noonOfDay(timeZone, day) === null) throw new AnswerFault(message('import.guess.writeDay', { today }))
  if (day > today) throw new AnswerFault(message('import.guess.inFuture'))
  return day
}
