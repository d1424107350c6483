import { message } from '../../../words/message.ts'
import type { MergedFigure } from '../../sheets/merged.ts'
import { type GuessedColumn, twoOf } from './columns.ts'

/** A weight or a price in merged cells is not read: the rows that they cover are refused, so its column is not sure. */
export const withMergedFigures = (
  columns: readonly GuessedColumn[],
  figures: readonly MergedFigure[],
): readonly GuessedColumn[] =>
  columns.map((column, i) => {
    const covered = figures.filter((figure) => figure.column === i)
    const isOfEach = column.kind === 'weight' || column.kind === 'price'
    if (covered.length === 0 || column.sureness !== 'sure' || !isOfEach) return column
    const its = { count: covered.length, cells: twoOf(covered.map(({ at }) => at)) }
    return { ...column, sureness: 'look', why: message('import.why.mergedFigures', its) }
  })
