import { must } from '../../../base/typed.ts'
import { type Asking, type Choice, NOTHING, wordAsked } from '../../../cli/ask.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { definitionalFactor, EXACT_KG } from '../../../domain/registry.ts'
import { factorsAmong } from '../../../records/entry/read.ts'
import { shortList } from '../../../records/entry/short-list.ts'
import { minorDigits } from '../../../text/currencies.ts'
import { normalized } from '../identity.ts'
import type { UnitSpec } from '../map.ts'
import { splitUnit } from '../weights.ts'
import { type Answers, isUnitInCells, type PriceAnswer, quantityCells } from './guessed-map.ts'
import type { GuessedColumn } from './meanings.ts'
import { cropsCalled, type RegistryName, unitCalled, unitInHeading, unitsLike } from './words.ts'

/** Asks about units, their kilograms, crops and prices. */

const REFUSES = '(- to refuse its rows)'
const orNone = (read: (text: string) => string) => (text: string) => (text === NOTHING ? null : read(text))

export async function unitsAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  { units }: { readonly units: readonly RegistryName[] },
): Promise<Answers['units']> {
  const unitCells = columns.find(({ meaning }) => meaning === 'unit')?.cells
  const cells =
    unitCells ?? (isUnitInCells(columns) ? quantityCells(columns).map((cell) => splitUnit(cell).unit) : null)
  const unitOf = (text: string): string => {
    const unit = unitCalled(text, units)
    if (unit !== null) return unit
    const alike = unitsLike(text, units)
    throw new Error(
      `The registry has no unit "${text}". ${alike.length === 0 ? 'granary registry list units shows the units' : `It has ${shortList(alike)}`}.`,
    )
  }
  if (cells === null) {
    const column =
      columns.find(({ meaning }) => meaning === 'weight') ??
      columns.find(({ meaning }) => meaning === 'gross')
    const inHeading = unitInHeading(column?.name ?? '', units)
    const unit = inHeading ?? (await asker.value('In which unit is the quantity?', unitOf, { text: 'kg' }))
    // A cell such as `75 kgs` among plain numbers.
    const words = (column?.cells ?? []).map((cell) => normalized(splitUnit(cell).unit))
    const own = [...new Set(words)].flatMap((word) => {
      const meant = unitCalled(word, units)
      return meant === null || word === unit ? [] : [[word, { unit: meant }] as const]
    })
    return { [unit]: { unit }, ...Object.fromEntries(own) }
  }
  const found: Record<string, Answers['units'][string]> = {}
  for (const word of new Set(cells.map(normalized))) {
    if (word === '') continue
    const unit =
      unitCalled(word, units) ?? (await asker.value(`Which unit is "${word}"? ${REFUSES}`, orNone(unitOf)))
    if (unit !== null) found[word] = { unit }
  }
  return found
}

/** @throws {Error} that states what to answer instead */
export function cropCalled(text: string, crops: readonly RegistryName[]): string {
  const found = cropsCalled(text, crops)
  const [only, another] = found
  if (only !== undefined && another === undefined) return only.id
  throw new Error(
    only === undefined
      ? `The registry has no crop "${text}". granary registry list crops shows the crops, granary registry add adds one.`
      : `Several crops are called that: ${shortList(found.map(({ id }) => id))}.`,
  )
}

export async function cropsAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  crops: readonly RegistryName[],
): Promise<Answers['crops']> {
  const cropOf = (text: string) => cropCalled(text, crops)
  const column = columns.find(({ meaning }) => meaning === 'crop')
  if (column === undefined) return asker.value('Which crop is it, in every row?', cropOf)
  const found: Record<string, string> = {}
  for (const word of new Set(column.cells.map(normalized))) {
    const [only, another] = cropsCalled(word, crops)
    const crop =
      only !== undefined && another === undefined
        ? only.id
        : await asker.value(`Which crop is "${word}"? ${REFUSES}`, orNone(cropOf))
    if (crop !== null) found[word] = crop
  }
  return found
}

/** Asks for the factor of each unit, unless it follows from the unit's definition. */
export async function withFactors(
  asker: Asking,
  units: Answers['units'],
  crops: Answers['crops'],
  conversions: readonly ConversionFacts[],
): Promise<Answers['units']> {
  const codes = typeof crops === 'string' ? [crops] : [...new Set(Object.values(crops ?? {}))]
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
        shown: `${factor} kg, ${kind.replaceAll('_', ' ')}${region === undefined ? '' : ` in ${region}`} (${id})`,
      })),
      { word: NONE, shown: 'unknown: its rows have no kilograms' },
    ]
    const id = await asker.choice(`How many kilograms of ${crop} is one ${unit}?`, choices, { text: '1' })
    if (id !== NONE) found[crop] = id
  }
  return Object.keys(found).length === 0 ? { unit } : { unit, conversion_for: found }
}

const NONE = 'none'

export async function priceAsked(asker: Asking, isWhole: boolean): Promise<PriceAnswer> {
  const currency = await asker.value('In which currency is the price, such as UGX?', (text) => {
    const code = text.toUpperCase()
    if (minorDigits(code) !== null) return code
    throw new Error(`"${text}" is not a currency. Write its three letters, such as UGX or KES.`)
  })
  const decimals = must(minorDigits(currency))
  if (isWhole) return { currency, decimals, per: 'unit' }
  const choices: readonly Choice<PriceAnswer['per']>[] = [
    { word: 'kg', shown: 'for one kilogram' },
    { word: 'unit', shown: 'for one unit, as the quantity is written' },
  ]
  return {
    currency,
    decimals,
    per: await wordAsked(asker, 'The price is', choices, { text: '1' }),
  }
}
