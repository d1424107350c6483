import { OperatorFault, type Violation } from '../../base/problem.ts'

/** What is wrong with one row, and what would make it right. */
export interface RowFault {
  /** As a spreadsheet shows it: the header is row 1, and a cell with line breaks is still one row. */
  readonly row: number
  /** Other rows that it is about as well. */
  readonly also?: readonly number[]
  /** The column's name; empty where the whole row is meant. */
  readonly column: string
  /** The cell as written, shortened. */
  readonly value: string
  /** Without the value, so that the same fault in many rows reads the same. */
  readonly message: string
  readonly remedy: string
}

/** The file cannot be read at all, so that no row of it can be named. */
export class ImportFault extends OperatorFault {
  constructor(message: string, remedy: string) {
    super(message, remedy)
    this.name = 'ImportFault'
  }
}

/** The mapping file cannot be used. Carries every fault, not only the first. */
export class MapFault extends OperatorFault {
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    const lines = violations.map(
      ({ pointer, message }) => `  ${pointer === '' ? '(the whole map)' : pointer} ${message}`,
    )
    super(
      `The map cannot be used:\n${lines.join('\n')}`,
      'Correct the places named; packaging/examples/README.md explains every member.',
      2,
    )
    this.name = 'MapFault'
    this.violations = violations
  }
}

const LONGEST_SHOWN = 120

/** A cell as a fault shows it: on one line, and short. */
export function shown(cell: string): string {
  const oneLine = cell.replace(/\s+/g, ' ').trim()
  return oneLine.length <= LONGEST_SHOWN ? oneLine : `${[...oneLine].slice(0, LONGEST_SHOWN).join('')}…`
}
