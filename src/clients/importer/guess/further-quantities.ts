import { must } from '../../../base/typed.ts'
import { normalized } from '../../sheets/meaning.ts'
import { areOfOneKind, severalQuantities } from '../../sheets/several-quantities.ts'
import { hasTare } from '../../sheets/weighing.ts'
import { heading } from './headings.ts'
import type { LaidOutColumn } from './layout.ts'
import { figuresIn } from './styles.ts'

/** What the columns of quantities of a sheet are to each other. */
export interface FurtherQuantities {
  /** The total of others in every row, which is then the quantity; null without one. */
  readonly total: number | null
  /** Columns that are no quantity of their own, by their places: parts or sums of others, and what was only ordered. */
  readonly kept: ReadonlyMap<number, 'part' | 'sum' | 'order'>
  /** Places of a total and its parts, if one of the parts may be a tare; empty otherwise. */
  readonly unclear: readonly number[]
}

/** More columns of quantities than in any sheet; each is compared with every run of the others. */
const MOST_COLUMNS = 24
/** Enough rows to tell a sum. */
const ROWS = 2_000

/** @param places of columns with quantities, gross weights and tares left out */
export function furtherQuantities(
  columns: readonly LaidOutColumn[],
  places: readonly number[],
): FurtherQuantities {
  if (places.length > MOST_COLUMNS) return { total: null, kept: new Map(), unclear: [] }
  const some = places.map((i) => {
    const { name, inRows } = must(columns[i])
    const first = inRows.slice(0, ROWS)
    return { name, inRows: first, cells: first.filter((cell) => cell !== '') }
  })
  const { quantity, sumOf, contradicting, further } = severalQuantities(
    some.map((column) => ({ name: column.name, figures: figuresIn(column) })),
  )
  const placeOf = (name: string) => must(places[some.findIndex((column) => column.name === name)])
  const isTotal = quantity !== null && sumOf.length > 0 && contradicting.length === 0
  const kept = new Map<number, 'part' | 'sum' | 'order'>()
  for (const { name, resembles, contradicting: wrong } of further)
    if (resembles === 'order') kept.set(placeOf(name), 'order')
    else if (isTotal && sumOf.includes(name)) kept.set(placeOf(name), 'part')
    else if (resembles === 'sum' && wrong.length === 0) kept.set(placeOf(name), 'sum')
  const parts = some.filter(({ name }) => isTotal && sumOf.includes(name))
  const whole = some.find(({ name }) => name === quantity)
  const isUnclear =
    whole !== undefined &&
    hasTare(
      figuresIn(whole),
      parts.map((part) => ({ heading: heading(normalized(part.name)), figures: figuresIn(part) })),
      areOfOneKind(sumOf),
    )
  return {
    total: isTotal ? placeOf(quantity) : null,
    kept,
    unclear: isUnclear ? [whole, ...parts].map(({ name }) => placeOf(name)) : [],
  }
}
