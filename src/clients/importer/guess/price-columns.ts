import { given } from '../../../base/typed.ts'
import {
  type Figures,
  type PricedWhat,
  pricedWhat,
  pricesAgree,
  saysWholePrice,
} from '../../sheets/prices.ts'
import { amountOf, product, splitUnit } from '../../sheets/weights.ts'
import type { PriceSpec } from '../map.ts'
import type { GuessedColumns } from './guessed-map.ts'
import type { LaidOutColumn } from './layout.ts'
import { numbersOf } from './styles.ts'

/** What the columns of prices of a sheet show. */

/** Returns the figure of each row in the style that the column itself shows. */
export function figuresIn({ cells, inRows }: LaidOutColumn): Figures {
  const { style } = numbersOf(cells)
  return inRows.map((cell) => {
    const amount = amountOf(splitUnit(cell).number, style)
    return 'fault' in amount ? null : product(amount)
  })
}

export interface ShownPrices {
  /** What the column of prices is of, by its heading or its figures; null if a person must say. */
  readonly priced: PricedWhat
  /** The price of one, which the import compares with the whole price in every row. */
  readonly check?: PriceSpec['check']
}

export function pricesOf(columns: GuessedColumns): ShownPrices {
  const [whole, each, quantity] = [columns.of('price'), columns.of('unit_price'), columns.quantity]
  if (whole === undefined) return { priced: 'each' }
  const quantities = quantity === undefined ? [] : figuresIn(quantity)
  if (each === undefined) {
    const isSaid = saysWholePrice(whole.name)
    return { priced: isSaid ? 'whole' : pricedWhat(figuresIn(whole), quantities) }
  }
  const { rows, agreeing } = pricesAgree(figuresIn(each), quantities, figuresIn(whole))
  // Where no row agrees, the two columns are not of the same quantity.
  const isSame = rows > 0 && agreeing * 2 >= rows
  return {
    priced: 'whole',
    ...given({ check: isSame ? { column: each.name, per: 'unit' as const } : undefined }),
  }
}
