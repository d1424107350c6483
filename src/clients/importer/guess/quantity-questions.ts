import { given, must } from '../../../base/typed.ts'
import { NOTHING } from '../../../cli/ask.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { definitionalFactor, EXACT_KG } from '../../../domain/registry.ts'
import { factorsAmong } from '../../../records/entry/read.ts'
import { shortList } from '../../../records/entry/short-list.ts'
import { minorDigits } from '../../../text/currencies.ts'
import { message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { splitUnit } from '../../sheets/weights.ts'
import type { ImportMap, Value as MapValue, PRICED_PER, PriceSpec, UnitSpec } from '../map.ts'
import { type Asking, type Choice, wordAsked, wrongAnswer } from './asking.ts'
import type { GuessedColumns } from './guessed-map.ts'
import { pricesOf } from './price-columns.ts'
import {
  cropsCalled,
  type RegistryName,
  saysOtherUnit,
  unitCalled,
  unitInHeading,
  unitsLike,
} from './words.ts'

/** Asks about units, their kilograms, crops and prices. */

type Units = NonNullable<ImportMap['units']>

const orNone = (read: (text: string) => string) => (text: string) => (text === NOTHING ? null : read(text))

export async function unitsAsked(
  asker: Asking,
  columns: GuessedColumns,
  { units }: { readonly units: readonly RegistryName[] },
): Promise<Units> {
  const column = columns.quantity
  const written = (column?.cells ?? []).map((cell) => splitUnit(cell).unit)
  const cells = columns.of('unit')?.cells ?? (columns.isUnitInCells ? written : null)
  const unitOf = (text: string): string => {
    const unit = unitCalled(text, units)
    if (unit !== null) return unit
    const alike = unitsLike(text, units)
    throw wrongAnswer(
      alike.length === 0
        ? message('import.guess.noUnit', { word: text })
        : message('import.guess.noUnitBut', { word: text, units: shortList(alike) }),
    )
  }
  if (cells === null) {
    const heading = column?.name ?? ''
    const usual = saysOtherUnit(heading, units) ? undefined : { text: 'kg' }
    const unit =
      unitInHeading(heading, units) ?? (await asker.value(message('import.guess.unit'), unitOf, usual))
    // A cell such as `75 kgs` among plain numbers.
    const own = [...new Set(written.map(normalized))].flatMap((word) => {
      const meant = unitCalled(word, units)
      return meant === null || word === unit ? [] : [[word, { unit: meant }] as const]
    })
    return { [unit]: { unit }, ...Object.fromEntries(own) }
  }
  const found: Record<string, UnitSpec> = {}
  for (const word of new Set(cells.map(normalized))) {
    if (word === '') continue
    const unit =
      unitCalled(word, units) ??
      (await asker.value(message('import.guess.whichUnit', { word }), orNone(unitOf)))
    if (unit !== null) found[word] = { unit }
  }
  return found
}

/** @throws {OperatorFault} that states what to answer instead */
export function cropCalled(text: string, crops: readonly RegistryName[]): string {
  const found = cropsCalled(text, crops)
  const [only, another] = found
  if (only !== undefined && another === undefined) return only.id
  throw wrongAnswer(
    only === undefined
      ? message('import.guess.noCrop', { word: text })
      : message('import.guess.severalCrops', { crops: shortList(found.map(({ id }) => id)) }),
  )
}

/** Asks for the crop: of each word of the column, or one for the whole sheet. */
export async function cropAsked(
  asker: Asking,
  columns: GuessedColumns,
  crops: readonly RegistryName[],
): Promise<MapValue> {
  const cropOf = (text: string) => cropCalled(text, crops)
  const column = columns.of('crop')
  if (column === undefined) return { constant: await asker.value(message('import.guess.crop'), cropOf) }
  const lookup: Record<string, string> = {}
  for (const word of new Set(column.cells.map(normalized))) {
    const [only, another] = cropsCalled(word, crops)
    const crop =
      only !== undefined && another === undefined
        ? only.id
        : await asker.value(message('import.guess.whichCrop', { word }), orNone(cropOf))
    if (crop !== null) lookup[word] = crop
  }
  return { column: column.name, lookup }
}

/** Asks for the factor of each unit, unless it follows from the unit's definition. */
export async function withFactors(
  asker: Asking,
  units: Units,
  { constant, lookup = {} }: MapValue,
  conversions: readonly ConversionFacts[],
): Promise<Units> {
  const codes = constant === undefined ? [...new Set(Object.values(lookup))] : [constant]
  const specs = new Map<string, UnitSpec>()
  for (const unit of new Set(Object.values(units).map((spec) => spec.unit)))
    specs.set(unit, await specOf(asker, unit, codes, conversions))
  return Object.fromEntries(Object.entries(units).map(([word, { unit }]) => [word, must(specs.get(unit))]))
}

async function specOf(
  asker: Asking,
  unit: string,
  crops: readonly string[],
  conversions: readonly ConversionFacts[],
): Promise<UnitSpec> {
  const definitional = definitionalFactor(conversions, unit)
  if (definitional !== undefined) return { unit, conversion: definitional.id }
  if (EXACT_KG.has(unit)) return { unit }
  const found: Record<string, string> = {}
  for (const crop of crops) {
    const factors = factorsAmong(conversions, unit, crop)
    if (factors.length === 0) continue
    const choices = [
      ...factors.map(({ id, factor, kind, region }) => ({
        word: id,
        shown:
          region === undefined
            ? message('import.guess.factor', { factor: { typed: factor }, kind: { code: kind }, id })
            : message('import.guess.factorIn', {
                factor: { typed: factor },
                kind: { code: kind },
                region,
                id,
              }),
      })),
      { word: NONE, shown: message('import.guess.noFactor') },
    ]
    const id = await asker.choice(message('import.guess.kg', { crop, unit }), choices, { text: '1' })
    if (id !== NONE) found[crop] = id
  }
  return Object.keys(found).length === 0 ? { unit } : { unit, conversion_for: found }
}

const NONE = 'none'

/** Asks for the currency of the prices, and what they are for. */
export async function priceAsked(asker: Asking, columns: GuessedColumns): Promise<PriceSpec> {
  const column = must(columns.named('price', 'unit_price'))
  const currency = await asker.value(message('import.guess.currency'), (text) => {
    const code = text.toUpperCase()
    if (minorDigits(code) !== null) return code
    throw wrongAnswer(message('import.guess.notACurrency', { text }))
  })
  const price = { column, currency: { constant: currency }, decimals: must(minorDigits(currency)) }
  const { priced, check } = pricesOf(columns)
  if (columns.has('price') && priced === 'whole') return { ...price, ...given({ check }) }
  const choices: readonly Choice<(typeof PRICED_PER)[number] | 'whole'>[] = [
    { word: 'kg', shown: message('import.guess.perKg') },
    { word: 'unit', shown: message('import.guess.perUnit') },
    ...(columns.has('price') ? [{ word: 'whole' as const, shown: message('import.guess.ofWhole') }] : []),
  ]
  const usual = priced === 'each' ? { text: '1' } : undefined
  const per = await wordAsked(asker, message('import.guess.priceIs'), choices, usual)
  return per === 'whole' ? price : { ...price, per }
}
