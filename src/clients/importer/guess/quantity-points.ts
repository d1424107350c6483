import { given, must } from '../../../base/typed.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { definitionalFactor, EXACT_KG } from '../../../domain/registry.ts'
import { factorsAmong } from '../../../records/entry/read.ts'
import { minorDigits } from '../../../text/currencies.ts'
import { AnswerFault } from '../../../words/fault.ts'
import { message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { pricesAgree } from '../../sheets/prices.ts'
import { splitUnit } from '../../sheets/weights.ts'
import type { ImportMap, Value as MapValue, PriceSpec, UnitSpec } from '../map.ts'
import type { GuessedColumns, StandIns } from './guessed-map.ts'
import type { Option, Points } from './points.ts'
import { figuresIn } from './styles.ts'
import { cropsCalled, type RegistryName, saysOtherUnit, unitCalled, unitInHeading } from './words.ts'

/** What a person decides about units, their kilograms, crops and prices. */

type Units = NonNullable<ImportMap['units']>

/** The rows of a word that means nothing are refused. */
const NONE = '-'
/** More different words than people use for units or crops; the rows of others are refused. */
const MOST_WORDS = 40
const LONGEST_WORD = 60

const named = (rows: readonly RegistryName[]): Option[] =>
  rows.map(({ id, name, shown }) => ({ word: id, shown: shown ?? name }))
const orNone = (options: readonly Option[]): readonly Option[] => [
  { word: NONE, shown: message('import.guess.refuseRows') },
  ...options,
]

/** Returns the different words of cells, as far as they can be decided one by one. */
const wordsIn = (cells: readonly string[]): string[] =>
  [...new Set(cells.map(normalized))].filter((word) => word !== '' && word.length <= LONGEST_WORD)

export function unitsOf(
  points: Points,
  columns: GuessedColumns,
  units: readonly RegistryName[],
  standIn: StandIns,
): Units {
  const column = columns.quantity
  const written = [column, ...columns.others].flatMap((one) =>
    (one?.cells ?? []).map((cell) => splitUnit(cell).unit),
  )
  const cells = columns.of('unit')?.cells ?? (columns.isUnitInCells ? written : null)
  const options = named([...units].sort((a, b) => Number(b.id === 'kg') - Number(a.id === 'kg')))
  if (cells === null) {
    const inHeading = unitInHeading(column?.name ?? '', units)
    const unit = inHeading ?? points.choice('unit', message('import.guess.unit'), options) ?? standIn.unit
    // A cell such as `75 kgs` among plain numbers.
    const own = wordsIn(written).flatMap((word) => {
      const meant = unitCalled(word, units)
      return meant === null || word === unit ? [] : [[word, { unit: meant }] as const]
    })
    return { [unit]: { unit }, ...Object.fromEntries(own) }
  }
  const found: Record<string, UnitSpec> = {}
  let asked = 0
  for (const word of wordsIn(cells)) {
    const known = unitCalled(word, units)
    const unit =
      known ??
      (asked++ < MOST_WORDS
        ? (points.choice(`unit:${word}`, message('import.guess.whichUnit', { word }), orNone(options)) ??
          standIn.unit)
        : NONE)
    if (unit !== NONE) found[word] = { unit }
  }
  return found
}

/** The units that the headings of further quantities name, by heading. */
export function otherUnitsOf(
  points: Points,
  columns: GuessedColumns,
  units: readonly RegistryName[],
  standIn: StandIns,
): ReadonlyMap<string, string> {
  if (columns.has('unit') || columns.isUnitInCells) return new Map()
  return new Map(
    columns.others.flatMap(({ name }) => {
      const inHeading = unitInHeading(name, units)
      if (inHeading === null && !saysOtherUnit(name, units)) return []
      const asks = message('import.guess.unitOf', { name })
      return [
        [name, inHeading ?? points.choice(`unit_of:${name}`, asks, named(units)) ?? standIn.unit] as const,
      ]
    }),
  )
}

/** The crop of each word of the column, or one for the whole sheet. */
export function cropOf(
  points: Points,
  columns: GuessedColumns,
  crops: readonly RegistryName[],
  standIn: StandIns,
): MapValue {
  const column = columns.of('crop')
  const options = named(crops)
  if (column === undefined)
    return { constant: points.choice('crop', message('import.guess.crop'), options) ?? standIn.crop }
  const lookup: Record<string, string> = {}
  let asked = 0
  for (const word of wordsIn(column.cells)) {
    const [only, another] = cropsCalled(word, crops)
    const crop =
      only !== undefined && another === undefined
        ? only.id
        : asked++ < MOST_WORDS
          ? (points.choice(`crop:${word}`, message('import.guess.whichCrop', { word }), orNone(options)) ??
            standIn.crop)
          : NONE
    if (crop !== NONE) lookup[word] = crop
  }
  return { column: column.name, lookup }
}

/** The factor of each unit, unless it follows from the unit's definition: the one with the strongest evidence is proposed. */
export function withFactors(
  points: Points,
  units: Units,
  { constant, lookup = {} }: MapValue,
  conversions: readonly ConversionFacts[],
): Units {
  const codes = constant === undefined ? [...new Set(Object.values(lookup))] : [constant]
  const specs = new Map<string, UnitSpec>()
  for (const unit of new Set(Object.values(units).map((spec) => spec.unit)))
    specs.set(unit, specOf(points, unit, codes, conversions))
  return Object.fromEntries(Object.entries(units).map(([word, { unit }]) => [word, must(specs.get(unit))]))
}

function specOf(
  points: Points,
  unit: string,
  crops: readonly string[],
  conversions: readonly ConversionFacts[],
): UnitSpec {
  const definitional = definitionalFactor(conversions, unit)
  if (definitional !== undefined) return { unit, conversion: definitional.id }
  if (EXACT_KG.has(unit)) return { unit }
  const found: Record<string, string> = {}
  for (const crop of crops) {
    const factors = factorsAmong(conversions, unit, crop)
    const [strongest] = factors
    if (strongest === undefined) continue
    const options = factors.map(({ id, factor, kind, region }) => {
      const its = { factor: { typed: factor }, kind: { code: kind }, id }
      return {
        word: id,
        shown:
          region === undefined
            ? message('import.guess.factor', its)
            : message('import.guess.factorIn', { ...its, region }),
      }
    })
    const asks = message('import.guess.kg', { crop: { code: crop }, unit: { code: unit } })
    const none = { word: NONE, shown: message('import.guess.noFactor') }
    const id = points.choice(`kg:${unit}:${crop}`, asks, [...options, none], strongest.id)
    if (id !== null && id !== NONE) found[crop] = id
  }
  return Object.keys(found).length === 0 ? { unit } : { unit, conversion_for: found }
}

/** Codes of currencies that are other words in headings: kilograms in capitals before all. */
const OTHER_WORDS = ['KGS', 'ALL', 'TOP', 'CUP', 'PEN', 'TRY', 'MOP']

/** Two currencies are called so. */
const CFA = /(^|[^\p{L}])f? ?cfa($|[^\p{L}])|francs? ?cfa/iu
const cfaFrancs = (): readonly Option[] => [
  { word: 'XOF', shown: message('import.guess.cfaWest') },
  { word: 'XAF', shown: message('import.guess.cfaCentral') },
]

/** The currency of the prices, and what they are for; null where they are not to be stored, or not yet decided. */
export function priceOf(points: Points, columns: GuessedColumns, standIn: StandIns): PriceSpec | null {
  const column = columns.of('price', 'kg_price', 'unit_price')
  if (column === undefined) return null
  const written = /\b[A-Z]{3}\b/g
  const seen = [...column.name.matchAll(written), ...(column.cells[0] ?? '').matchAll(written)]
  const inSheet =
    seen.map(([code]) => code).find((code) => !OTHER_WORDS.includes(code) && minorDigits(code) !== null) ??
    null
  const read = (text: string): string => {
    const code = text.toUpperCase()
    if (minorDigits(code) !== null) return code
    throw new AnswerFault(message('import.guess.notACurrency', { text }))
  }
  const asks = message('import.guess.currency')
  const isCfa = inSheet === null && [column.name, column.cells[0] ?? ''].some((text) => CFA.test(text))
  const currency =
    (isCfa ? points.choice('currency', asks, cfaFrancs()) : points.text('currency', asks, read, inSheet)) ??
    standIn.currency
  if (currency === null) return null
  const price = {
    column: column.name,
    currency: { constant: currency },
    decimals: minorDigits(currency) ?? 0,
  }
  if (column.meaning === 'price') return { ...price, ...given({ check: checkOf(columns) }) }
  return { ...price, per: column.meaning === 'kg_price' ? 'kg' : 'unit' }
}

/** Returns the price of one, which the import compares with the whole price in every row; undefined without one. */
export function checkOf(columns: GuessedColumns): PriceSpec['check'] {
  const [whole, each, quantity] = [
    columns.of('price'),
    columns.of('kg_price', 'unit_price'),
    columns.quantity,
  ]
  if (whole === undefined || each === undefined || quantity === undefined) return undefined
  const { rows, agreeing } = pricesAgree(figuresIn(each), figuresIn(quantity), figuresIn(whole))
  // Where most rows do not agree, the two columns are not of the same quantity.
  if (rows === 0 || agreeing * 2 < rows) return undefined
  return { column: each.name, per: each.meaning === 'kg_price' ? 'kg' : 'unit' }
}
