import { OperatorFault, type Told } from '../../words/fault.ts'

/** A fault of one row, and its remedy. */
export interface RowFault {
  /** Counted as in a spreadsheet: the header is row 1, and line breaks inside a cell do not count. */
  readonly row: number
  /** Other rows concerned. */
  readonly also?: readonly number[]
  /** The column's name; empty for the whole row. */
  readonly column: string
  /** The cell as written, shortened. */
  readonly value: string
  /** What the column or the row is or does. Does not contain the value, so that equal faults can be grouped. */
  readonly message: Told
  readonly remedy: Told
}

/** @param column empty for the whole row */
export const rowFault = (row: number, what: Told, remedy: Told, column = '', value = ''): RowFault => ({
  row,
  column,
  value,
  message: what,
  remedy,
})

/** Thrown if the file as a whole cannot be read. */
export class ImportFault extends OperatorFault {
  constructor(what: Told, remedy: Told) {
    super(what, remedy)
    this.name = 'ImportFault'
  }
}

/** Returns the first few, and a mark if there are more. */
export const firstOf = <T>(list: readonly T[], most: number): readonly (T | string)[] =>
  list.length > most ? [...list.slice(0, most), '…'] : list

const LONGEST_SHOWN = 120

/** Returns a cell as one short line. */
export function shown(cell: string): string {
  const oneLine = cell.replace(/\s+/g, ' ').trim()
  return oneLine.length <= LONGEST_SHOWN ? oneLine : `${[...oneLine].slice(0, LONGEST_SHOWN).join('')}…`
}
