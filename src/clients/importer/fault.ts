import { OperatorFault, type Violation } from '../../base/problem.ts'

/** A fault of one row, and its remedy. */
export interface RowFault {
  /** As in a spreadsheet: the header is row 1, and line breaks inside a cell do not count. */
  readonly row: number
  /** Other rows concerned. */
  readonly also?: readonly number[]
  /** The column's name; empty for the whole row. */
  readonly column: string
  /** The cell as written, shortened. */
  readonly value: string
  /** Without the value, so that equal faults can be grouped. */
  readonly message: string
  readonly remedy: string
}

/** The file as a whole cannot be read. */
export class ImportFault extends OperatorFault {
  constructor(message: string, remedy: string) {
    super(message, remedy)
    this.name = 'ImportFault'
  }
}

/** The mapping file is invalid. Lists all faults. */
export class MapFault extends OperatorFault {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    const lines = violations.map(
      ({ pointer, message }) => `  ${pointer === '' ? '(the whole map)' : pointer} ${message}`,
    )
    super(
      `The map cannot be used:\n${lines.join('\n')}`,
      'Correct these places; packaging/examples/README.md explains every member.',
      2,
    )
    this.name = 'MapFault'
    this.violations = violations
  }
}

const LONGEST_SHOWN = 120

/** A cell shortened to one line. */
export function shown(cell: string): string {
  const oneLine = cell.replace(/\s+/g, ' ').trim()
  return oneLine.length <= LONGEST_SHOWN ? oneLine : `${[...oneLine].slice(0, LONGEST_SHOWN).join('')}…`
}
