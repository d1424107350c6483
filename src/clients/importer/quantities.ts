import { given } from '../../base/typed.ts'
import type { ConversionFacts } from '../../domain/derived/world.ts'
import { MEASURES, type Measure } from '../../domain/measures.ts'
import { minorOf, TYPED } from '../../domain/typed.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { normalized } from '../sheets/meaning.ts'
import { type Amount, amountOf, kilograms, product, splitUnit } from '../sheets/weights.ts'
import type { PriceSpec, QuantitySpec, UnitSpec } from './map.ts'
import type { SheetRow } from './row.ts'
import type { RowReader } from './row-reader.ts'

/** A quantity as observed and in kilograms. */
export interface ReadQuantity {
  readonly quantity: { readonly value: number; readonly unit: string; readonly label?: string }
  readonly conversion: ConversionFacts | undefined
  /** Null if there is no factor; the record is then stored without kilograms. */
  readonly kg: number | null
  readonly column: string
}

/** @returns null after a fault */
export function readQuantity(row: SheetRow, spec: QuantitySpec, crop: string): ReadQuantity | null {
  const { map, reader } = row
  const cell = reader.needed(spec.column)
  const count = spec.count === undefined ? undefined : amountIn(row, spec.count, reader.needed(spec.count))
  const unitCell = spec.unit_column === undefined ? undefined : reader.needed(spec.unit_column)
  if (cell === null || unitCell === null) return null
  const fixed = spec.unit ?? unitCell
  const written = splitUnit(cell)
  // In a cell such as `75 kgs` in a column of kilograms, the cell's own unit counts, if the map has the word.
  const isOwn =
    fixed === undefined ||
    (spec.unit !== undefined && written.number !== '' && map.units.has(normalized(written.unit)))
  const split = isOwn ? written : { number: cell, unit: fixed }
  const gross = amountIn(row, spec.column, split.number)
  const amount =
    gross === null || spec.less === undefined ? gross : lessTare(row, spec.column, gross, spec.less)
  const unit = unitOf(row, spec, split.unit)
  if (amount === null || count === null || unit === null) return null
  const conversion = factorFor(row, spec, unit, crop)
  if (conversion === null) return null
  const each = kilograms(product(amount), unit.unit, conversion?.factor)
  if (!isPlausible(reader, spec, each)) return null
  const value = product(amount, ...(count === undefined ? [] : [count]))
  const label = labelOf(reader, spec, split.unit, unit.unit, cell)
  return {
    quantity: { value, unit: unit.unit, ...given({ label: label || undefined }) },
    conversion,
    kg: kilograms(value, unit.unit, conversion?.factor),
    column: spec.column,
  }
}

/** @param text null after a fault */
function amountIn({ map, reader }: SheetRow, column: string, text: string | null): Amount | null {
  if (text === null) return null
  if (text.startsWith('-'))
    return reader.fault(column, message('import.fault.belowZero'), message('import.fault.realAmount.remedy'))
  const amount = amountOf(text, map.numbers)
  return 'fault' in amount ? reader.fault(column, amount.fault, amount.remedy) : amount
}

/** Reads a number of this measure. What is no figure at all has the faults of an amount. @returns null after a fault */
export function readNumber(row: SheetRow, column: string, measure: Measure): number | null {
  const { map, reader } = row
  const cell = reader.needed(column)
  if (cell === null) return null
  const read = TYPED[measure](cell, map.numbers)
  if ('value' in read) return read.value
  const [what, remedy] = MEASURES[measure].unreal
  if (read.fault.is !== 'none') return reader.fault(column, message(what), message(remedy))
  amountIn(row, column, cell)
  return null
}

/** Subtracts the tare. An empty cell is no tare. */
function lessTare(row: SheetRow, column: string, gross: Amount, less: string): Amount | null {
  const { reader } = row
  const cell = reader.text(less)
  if (cell === null) return null
  if (cell === '' || /^0+([.,]0*)?$/.test(cell)) return gross
  const tare = amountIn(row, less, splitUnit(cell).number)
  if (tare === null) return null
  const decimals = Math.max(gross.decimals, tare.decimals)
  const scaled = (amount: Amount) => amount.digits * 10n ** BigInt(decimals - amount.decimals)
  const digits = scaled(gross) - scaled(tare)
  if (digits > 0n) return { digits, decimals }
  return reader.fault(less, ...withRemedy('import.fault.tare', null, { column }))
}

function unitOf({ map, reader }: SheetRow, spec: QuantitySpec, word: string): UnitSpec | null {
  const known = map.units.get(normalized(word))
  if (known !== undefined) return known
  const units = { examples: Object.keys(map.spec.units ?? {}) }
  const column = spec.unit_column ?? spec.column
  if (word === '') reader.fault(column, ...withRemedy('import.fault.noUnit', null, { units }))
  else
    reader.fault(
      column,
      message('import.fault.unknownUnit'),
      message(
        spec.unit_column === undefined
          ? 'import.fault.unknownUnitAfter.remedy'
          : 'import.fault.unknownUnit.remedy',
        { units },
      ),
    )
  return null
}

/**
 * Returns the unit's factor for this crop; undefined if the map names none and the unit has no definition in
 * kilograms.
 */
function factorFor(
  { map, reader, context: { registry } }: SheetRow,
  spec: QuantitySpec,
  unit: UnitSpec,
  crop: string,
): ConversionFacts | undefined | null {
  const id = unit.conversion_for?.[crop] ?? unit.conversion
  if (id === undefined) return registry.definitional(unit.unit)
  const row = registry.conversion(id)
  if (row === undefined || row.crop === undefined || row.crop === crop) return row
  return reader.fault(
    spec.unit_column ?? spec.column,
    ...withRemedy('import.fault.factorOfOther', null, { crop, map: map.spec.name }),
  )
}

function isPlausible(reader: RowReader, spec: QuantitySpec, eachKg: number | null): boolean {
  if (eachKg === null) return true
  const remedy =
    spec.count === undefined
      ? message('import.fault.weight.remedy')
      : message('import.fault.weightOfOne.remedy', { containers: spec.container ?? 'containers' })
  const { most_kg: most = Number.POSITIVE_INFINITY, least_kg: least = 0 } = spec
  if (eachKg >= least && eachKg <= most) return true
  const what =
    eachKg > most
      ? message('import.fault.moreThan', { most: { typed: most } })
      : message('import.fault.lessThan', { least: { typed: least } })
  reader.fault(spec.column, what, remedy)
  return false
}

/**
 * Returns the sheet's own words, such as `300 bags of 60 kg`; or its word for the unit, if that is not the
 * code.
 */
function labelOf(reader: RowReader, spec: QuantitySpec, word: string, code: string, cell: string): string {
  const tare = spec.less === undefined ? '' : reader.text(spec.less)
  if (tare) return `${cell} less ${tare}`
  if (spec.count === undefined) return normalized(word) === code ? '' : word
  const each = splitUnit(cell).unit === '' ? `${cell} ${word}` : cell
  return `${reader.text(spec.count)} ${spec.container ?? 'containers'} of ${each}`
}

/**
 * @param quantity by which a price per unit is multiplied; null if it could not be read
 * @returns undefined if the row states no price; null after a fault
 */
export function readMoney(
  row: SheetRow,
  spec: PriceSpec,
  quantity: ReadQuantity | null,
): { readonly amount_minor: number; readonly currency: string } | null | undefined {
  const { reader } = row
  const cell = reader.text(spec.column)
  if (cell === '') return undefined
  const currency = reader.neededValue(spec.currency)
  const amount = amountIn(row, spec.column, cell)
  if (amount === null || currency === null) return null
  if (spec.per !== undefined) return byWeight(reader, spec, amount, currency, quantity)
  const minor = minorOf(amount, spec.decimals)
  if (minor !== null && !agrees(row, spec, minor, quantity)) return null
  if (minor !== null) return { amount_minor: minor, currency }
  return reader.fault(
    spec.column,
    ...withRemedy('import.fault.notOfCurrency', null, { decimals: spec.decimals }),
  )
}

/**
 * Multiplies a price of one kilogram or unit by the quantity. Calculates exactly, and rounds once to the
 * currency's smallest unit, half up.
 */
function byWeight(
  reader: RowReader,
  spec: PriceSpec,
  price: Amount,
  currency: string,
  quantity: ReadQuantity | null,
): { readonly amount_minor: number; readonly currency: string } | null {
  if (quantity === null) return null
  const times = spec.per === 'kg' ? quantity.kg : quantity.quantity.value
  if (times === null) return reader.fault(quantity.column, ...withRemedy('import.fault.noKgForPrice'))
  const amount = exactly(times)
  const digits = price.digits * amount.digits
  const shift = spec.decimals - price.decimals - amount.decimals
  const unit = 10n ** BigInt(Math.max(0, -shift))
  const minor = shift >= 0 ? digits * 10n ** BigInt(shift) : (2n * digits + unit) / (2n * unit)
  if (minor > 0n && minor <= BigInt(Number.MAX_SAFE_INTEGER)) return { amount_minor: Number(minor), currency }
  return reader.fault(spec.column, ...withRemedy('import.fault.noAmount'))
}

/** Compares a price with that of one in another column. An empty cell contradicts nothing. */
function agrees(row: SheetRow, spec: PriceSpec, minor: number, quantity: ReadQuantity | null): boolean {
  const { check } = spec
  const cell = check === undefined ? '' : row.reader.text(check.column)
  if (check === undefined || cell === '' || quantity === null) return true
  const each = amountIn(row, check.column, cell)
  const times = check.per === 'kg' ? quantity.kg : quantity.quantity.value
  if (each === null) return false
  if (times === null) return true
  const inMinor = 10 ** spec.decimals
  // The price of one may be rounded in its last digit, and the whole to a hundredth of itself or of the currency.
  const rounding = (times * inMinor) / 10 ** each.decimals / 2 + Math.max(minor / 200, inMinor)
  if (Math.abs(product(each) * times * inMinor - minor) <= rounding) return true
  row.reader.fault(spec.column, ...withRemedy('import.fault.otherPrice', { column: check.column }))
  return false
}

/** Returns the decimal number as which a double is written. */
function exactly(value: number): Amount {
  const text = String(value)
  const [whole = '', decimals = ''] = (/e/.test(text) ? value.toFixed(20) : text).split('.')
  return { digits: BigInt(whole + decimals), decimals: decimals.length }
}
