import { must } from '../../../base/typed.ts'
import { message } from '../../../words/message.ts'
import { normalized } from '../../sheets/meaning.ts'
import { pricedWhat, pricesAgree, saysWholePrice } from '../../sheets/prices.ts'
import { addingUp } from '../../sheets/weighing.ts'
import { type GuessedColumn, kindOf, type Meaning } from './columns.ts'
import { heading, type Read } from './headings.ts'
import type { LaidOutColumn } from './layout.ts'
import { figuresIn } from './styles.ts'

/** What columns show of each other: whether gross, tare and net weights add up, and what a price is for. */

const DECIDED_BY_A_PERSON = { meaning: null, sureness: 'decide' } as const

/**
 * What other columns show of a gross weight, a tare or a price; null if nothing.
 * @param weights all columns that look like weights
 */
export function explanationOf(
  meaning: Meaning,
  { inRows }: Read,
  of: (meaning: Meaning) => Read | undefined,
  weights: readonly Read[] = [],
): Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'> | null {
  const [net, gross, tare] = [of('weight'), of('gross'), of('tare')]
  if ((meaning === 'gross' || meaning === 'tare') && net !== undefined) {
    if (gross !== undefined && tare !== undefined && isNet(gross, net, tare))
      return { meaning: 'note', sureness: 'sure', why: message('import.why.netAgrees') }
    return { ...DECIDED_BY_A_PERSON, why: message('import.why.besideNet') }
  }
  const [whole, rate, quantity] = [of('price'), of('kg_price') ?? of('unit_price'), net ?? gross]
  if (kindOf(meaning) !== 'price') return null
  const quantities = quantity === undefined ? [] : figuresIn(quantity)
  if (whole === undefined || rate === undefined) return pricedAlone(meaning, must(whole ?? rate), quantity)
  const { rows, agreeing } = pricesAgree(figuresIn(rate), quantities, figuresIn(whole))
  if (rows === 0 || agreeing * 2 < rows) {
    const other = pricedBy(weights, [rate, whole])
    if (other !== undefined)
      return { ...DECIDED_BY_A_PERSON, why: message('import.why.pricesOfOther', { name: other.name }) }
    // Where the quantity itself is still to be decided, nothing contradicts the prices.
    const why = quantity === undefined ? 'whichPrice' : 'pricesDiffer'
    return { ...DECIDED_BY_A_PERSON, why: message(`import.why.${why}`) }
  }
  // The import compares the two, and refuses the rows in which they differ.
  if (agreeing < rows)
    return { meaning, sureness: 'look', why: message('import.why.pricesInMost', { count: rows - agreeing }) }
  const isWhole = inRows === whole.inRows
  return { meaning: isWhole ? meaning : 'note', sureness: 'sure', why: message('import.why.priceAgrees') }
}

/** What the figures show of the only column of prices. */
function pricedAlone(
  meaning: Meaning,
  column: Read,
  quantity: Read | undefined,
): Pick<GuessedColumn, 'meaning' | 'sureness' | 'why'> | null {
  if (meaning === 'kg_price' || (meaning === 'price' && saysWholePrice(column.name))) return null
  const priced = quantity === undefined ? null : pricedWhat(figuresIn(column), figuresIn(quantity))
  if (priced === 'whole' && meaning === 'price')
    return { meaning, sureness: 'look', why: message('import.why.proportional') }
  // Of bags, it could be for one bag or for one kilogram.
  if (priced === 'each' && /\b(kgs?|kilos?)\b/.test(heading(normalized(quantity?.name ?? ''))))
    return { meaning: 'kg_price', sureness: 'look', why: message('import.why.sameForAll') }
  return { ...DECIDED_BY_A_PERSON, why: message('import.why.whichPrice') }
}

/** Whether a gross weight is net and tare, in every row that has them all, and there are such rows. */
function isNet(gross: Read, net: Read, tare: Read): boolean {
  const { rows, agreeing } = addingUp(figuresIn(gross), figuresIn(net), figuresIn(tare))
  return rows > 0 && agreeing === rows
}

/**
 * Returns the only one of the columns with which a price of one and a whole price agree in every row; undefined if none
 * or several do.
 * @param prices of which any may be the price of one, and any the whole price
 */
export function pricedBy<Column extends LaidOutColumn>(
  columns: readonly Column[],
  prices: readonly LaidOutColumn[],
): Column | undefined {
  const figures = prices.map(figuresIn)
  const agreeing = columns.filter((column) => {
    const quantities = figuresIn(column)
    return figures.some((each) =>
      figures.some((whole) => {
        const { rows, agreeing } = each === whole ? NONE : pricesAgree(each, quantities, whole)
        return rows > 0 && agreeing === rows
      }),
    )
  })
  return agreeing.length === 1 ? agreeing[0] : undefined
}

const NONE = { rows: 0, agreeing: 0 }
