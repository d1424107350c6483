import { normalized } from './meaning.ts'
import type { Figures } from './prices.ts'
import { isGrossOrTare } from './weighing.ts'

/**
 * Finds the columns of a sheet that also have quantities, and what they are to each other: shifts, grades and their total,
 * two crops, ordered and received. A row has one quantity, so a person says what becomes of each further one.
 */

export interface FiguresColumn {
  readonly name: string
  /** A figure of each row. */
  readonly figures: Figures
}

/** What becomes of a further quantity: added to the first, a record of its own, the sum of others, or a remark. */
export const FATES = ['add', 'another', 'sum', 'remark'] as const
export type Fate = (typeof FATES)[number]

/** By what a further quantity is known. */
export type Resemblance = 'sum' | 'weighing' | 'order' | 'shift' | 'grade' | 'crop' | 'quantity'

export interface FurtherQuantity {
  readonly name: string
  readonly resembles: Resemblance
  /** What a person may choose. */
  readonly fates: readonly Fate[]
  /** Null if only a person can say it. */
  readonly proposed: Fate | null
  /** The columns that it is the sum of. */
  readonly sumOf: readonly string[]
  /** The rows, from zero, in which the sum is another one. */
  readonly contradicting: readonly number[]
}

export interface SeveralQuantities {
  /** The column of the quantity of the row; the total if there is one that agrees. Null if only a person can say it. */
  readonly quantity: string | null
  /** If it is a total: the columns of its parts, and the rows, from zero, in which they have another sum. */
  readonly sumOf: readonly string[]
  readonly contradicting: readonly number[]
  readonly further: readonly FurtherQuantity[]
}

const TOTAL = /\b(total|sum|jumla|somme|all)\b/
const ORDER =
  /\b(ordered|order|expected|dispatched|sent|target|requested|rejected|advance|agizo|imeagizwa|commande|commandé|refusé|attendu)\b/
const SHIFT =
  /\b(morning|evening|afternoon|noon|night|am|pm|shift|asubuhi|mchana|jioni|usiku|matin|midi|soir|apres-midi)\b/
const GRADE =
  /\b(grades?|class|quality|screen|daraja|qualite|categorie|a{1,3}|ab|pb|faq|[1-4](st|nd|rd|th)|[abc])\b/
const QUANTITY =
  /\b(kgs?|kilos?|weight|wt|qty|quantity|net|litres?|liters?|poids|quantite|uzito|kiasi|halisi|wavu|lbs?|tons?|tonnes?|mt|bags?|gunia|received|delivered|accepted|imepokelewa|recu|livre)\b/

/** A share of rows that may contradict a sum, which is then still one, with faults. */
const MOST_CONTRADICTING = 0.2

const plain = (name: string): string =>
  normalized(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_.()[\]:/-]+/g, ' ')

/**
 * @param columns of figures that are neither prices, numbers of people nor anything else, in the order of the sheet
 * @param isCrop whether a heading names a crop
 */
export function severalQuantities(
  columns: readonly FiguresColumn[],
  isCrop: (heading: string) => boolean = () => false,
): SeveralQuantities {
  const sums = new Map(
    columns.flatMap((column, i) => sumAt(columns, i).map((sum) => [column.name, sum] as const)),
  )
  const alike = columns.filter(({ name }) => sums.has(name) || resemblanceOf(name, isCrop) !== null)
  if (alike.length < 2) return { quantity: alike[0]?.name ?? null, sumOf: [], contradicting: [], further: [] }
  const wrongIn = ({ name }: FiguresColumn) => sums.get(name)?.contradicting.length ?? 0
  const [total] = alike
    .filter(({ name }) => sums.has(name) && !isGrossOrTare(plain(name)))
    .sort((one, other) => wrongIn(one) - wrongIn(other))
  const others = alike.filter(
    ({ name }) => !['order', 'weighing'].includes(resemblanceOf(name, isCrop) ?? ''),
  )
  // Two quantities of the same kind have no first one.
  const quantity = total?.name ?? (others.length === 1 ? (others[0]?.name ?? null) : null)
  const further = alike.flatMap(({ name }): FurtherQuantity[] => {
    if (name === quantity) return []
    const sum = sums.get(name)
    const said = resemblanceOf(name, isCrop)
    // A gross weight is the sum of net and tare.
    const resembles = sum === undefined || said === 'weighing' ? (said ?? 'quantity') : 'sum'
    const isPart = total !== undefined && (sums.get(total.name)?.of.includes(name) ?? false)
    return [
      {
        name,
        resembles,
        fates: FATES.filter((fate) => fate !== 'sum' || sum !== undefined),
        // Parts of a total would count twice.
        proposed:
          resembles === 'sum'
            ? 'sum'
            : isPart || resembles === 'weighing' || resembles === 'order'
              ? 'remark'
              : null,
        sumOf: sum?.of ?? [],
        contradicting: sum?.contradicting ?? [],
      },
    ]
  })
  const { of: sumOf = [], contradicting = [] } = sums.get(total?.name ?? '') ?? {}
  return { quantity, sumOf, contradicting, further }
}

/** Whether the headings of columns say that all of them are shifts, or all of them grades. */
export function areOfOneKind(names: readonly string[]): boolean {
  const [first, ...others] = names.map((name) => resemblanceOf(name, () => false))
  return (first === 'shift' || first === 'grade') && others.every((one) => one === first)
}

function resemblanceOf(name: string, isCrop: (heading: string) => boolean): Resemblance | null {
  const heading = plain(name)
  if (isGrossOrTare(heading)) return 'weighing'
  if (ORDER.test(heading)) return 'order'
  if (SHIFT.test(heading)) return 'shift'
  if (isCrop(name)) return 'crop'
  if (QUANTITY.test(heading) || TOTAL.test(heading)) return GRADE.test(heading) ? 'grade' : 'quantity'
  return GRADE.test(heading) ? 'grade' : null
}

interface Sum {
  readonly of: readonly string[]
  readonly contradicting: readonly number[]
}

/**
 * Returns the neighbours whose sum the column is, the most of them first: those before it, or after it. Without a heading
 * that says so, every row must agree, and two rows are needed.
 */
export function sumAt(columns: readonly FiguresColumn[], i: number): readonly Sum[] {
  const column = columns[i]
  if (column === undefined) return []
  const isSaid = TOTAL.test(plain(column.name))
  const before = columns.slice(0, i)
  const after = columns.slice(i + 1)
  const runs = [
    ...before.map((_, from) => before.slice(from)),
    ...after.map((_, last) => after.slice(0, after.length - last)),
  ].filter(({ length }) => length > 1)
  for (const parts of runs) {
    const rows = column.figures.flatMap((total, row) => {
      const figures = parts.map(({ figures }) => figures[row] ?? null)
      if (total === null || figures.every((figure) => figure === null)) return []
      const sum = figures.reduce<number>((all, figure) => all + (figure ?? 0), 0)
      return [{ row, isSum: Math.abs(sum - total) < 0.005 * Math.max(1, parts.length), of: figures }]
    })
    // Where but one part has figures, each column is the sum of it.
    const used = parts.filter((_, at) => rows.some(({ of }) => (of[at] ?? 0) > 0))
    const contradicting = rows.filter(({ isSum }) => !isSum).map(({ row }) => row)
    const isSum = isSaid
      ? contradicting.length <= rows.length * MOST_CONTRADICTING
      : contradicting.length === 0 && rows.length > 1
    if (rows.length > 0 && used.length > 1 && isSum)
      return [{ of: parts.map(({ name }) => name), contradicting }]
  }
  return []
}
