import { must } from '../../../base/typed.ts'
import { NOTHING } from '../../../cli/ask.ts'
import type { ConversionFacts } from '../../../domain/derived/world.ts'
import { definitionalFactor, EXACT_KG } from '../../../domain/registry.ts'
import { factorsAmong } from '../../../records/entry/read.ts'
import { minorDigits } from '../../../text/currencies.ts'
import { message, type Value } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { splitUnit } from '../../sheets/weights.ts'
import type { UnitSpec } from '../map.ts'
import { type Asking, type Choice, wordAsked, wrongAnswer } from './asking.ts'
import { type Answers, isUnitInCells, type PriceAnswer, quantityCells } from './guessed-map.ts'
import type { GuessedColumn } from './meanings.ts'
import { cropsCalled, type RegistryName, unitCalled, unitInHeading, unitsLike } from './words.ts'

/** Asks about units, their kilograms, crops and prices. */

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
    throw wrongAnswer(
      alike.length === 0
        ? message('import.guess.noUnit', { word: text })
        : message('import.guess.noUnitBut', { word: text, units: someOf(alike) }),
    )
  }
  if (cells === null) {
    const column =
      columns.find(({ meaning }) => meaning === 'weight') ??
      columns.find(({ meaning }) => meaning === 'gross')
    const inHeading = unitInHeading(column?.name ?? '', units)
    const unit = inHeading ?? (await asker.value(message('import.guess.unit'), unitOf, { text: 'kg' }))
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
      unitCalled(word, units) ??
      (await asker.value(message('import.guess.whichUnit', { word }), orNone(unitOf)))
    if (unit !== null) found[word] = { unit }
  }
  return found
}

/** Most words of the registry in one sentence. */
const MOST_NAMED = 8

function someOf(words: readonly string[]): Value {
  const more = words.length - MOST_NAMED
  const shown = { examples: words.slice(0, MOST_NAMED) }
  return more > 0 ? message('import.guess.some', { shown, more }) : shown
}

/** @throws {OperatorFault} that states what to answer instead */
export function cropCalled(text: string, crops: readonly RegistryName[]): string {
  const found = cropsCalled(text, crops)
  const [only, another] = found
  if (only !== undefined && another === undefined) return only.id
  throw wrongAnswer(
    only === undefined
      ? message('import.guess.noCrop', { word: text })
      : message('import.guess.severalCrops', { crops: someOf(found.map(({ id }) => id)) }),
  )
}

export async function cropsAsked(
  asker: Asking,
  columns: readonly GuessedColumn[],
  crops: readonly RegistryName[],
): Promise<Answers['crops']> {
  const cropOf = (text: string) => cropCalled(text, crops)
  const column = columns.find(({ meaning }) => meaning === 'crop')
  if (column === undefined) return asker.value(message('import.guess.crop'), cropOf)
  const found: Record<string, string> = {}
  for (const word of new Set(column.cells.map(normalized))) {
    const [only, another] = cropsCalled(word, crops)
    const crop =
      only !== undefined && another === undefined
        ? only.id
        : await asker.value(message('import.guess.whichCrop', { word }), orNone(cropOf))
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

export async function priceAsked(asker: Asking, isWhole: boolean): Promise<PriceAnswer> {
  const currency = await asker.value(message('import.guess.currency'), (text) => {
    const code = text.toUpperCase()
    if (minorDigits(code) !== null) return code
    throw wrongAnswer(message('import.guess.notACurrency', { text }))
  })
  const decimals = must(minorDigits(currency))
  if (isWhole) return { currency, decimals, per: 'unit' }
  const choices: readonly Choice<PriceAnswer['per']>[] = [
    { word: 'kg', shown: message('import.guess.perKg') },
    { word: 'unit', shown: message('import.guess.perUnit') },
  ]
  return {
    currency,
    decimals,
    per: await wordAsked(asker, message('import.guess.priceIs'), choices, { text: '1' }),
  }
}
