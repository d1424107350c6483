import { Problem, type Violation } from '../../base/problem.ts'
import { draftOf } from '../../domain/draft-shape.ts'
import { withRemedy } from '../../words/fault.ts'
import type { Message } from '../../words/message.ts'
import type { RowFault } from '../sheets/fault.ts'
import { makesRecords } from './map.ts'
import { PartyReader, type ReadParty } from './parties.ts'
import { type MadeRecord, partyOf, type RowInProgress, recordsOf } from './record-maker.ts'
import type { Lack, MemberColumns, SheetRow } from './row.ts'
import type { RowReader } from './row-reader.ts'

/** Reads one row of a sheet as records, or reports its faults. */

export interface RowReading {
  /** Each names only earlier records. Empty if there are faults. */
  readonly records: readonly MadeRecord[]
  readonly faults: readonly RowFault[]
  readonly parties: readonly ReadParty[]
  readonly lacks: ReadonlySet<Lack>
}

/** @param key identifies the row; the ids of its records follow from it */
export function readRow(cells: SheetRow, key: string): RowReading {
  const { map, reader } = cells
  const row: RowInProgress = {
    ...cells,
    key,
    parties: new PartyReader(cells),
    named: new Map(),
    times: new Map(),
    lacks: new Set(),
  }
  const { parties = {}, key: keyColumns = [], required = [] } = map.spec
  for (const column of [...keyColumns, ...required]) reader.needed(column)
  const made = map.sets.flatMap((set) => recordsOf(row, set))
  const isFaulty = makesRecords(map.spec) && reader.faults.length > 0
  if (made.length === 0 && !isFaulty && isOfParties(map))
    for (const role of Object.keys(parties)) partyOf(row, [role])
  const named = [...row.named.values()]
  const all = [...named.flatMap(statementOf), ...made]
  for (const record of all) checkShape(record, reader)
  const isOfKnown = named.some(({ match }) => match !== undefined)
  if (all.length === 0 && !isOfKnown && reader.faults.length === 0)
    reader.fault('', ...withRemedy('import.fault.noRecord'))
  const { faults } = reader
  return { records: faults.length > 0 ? [] : all, faults, parties: named, lacks: row.lacks }
}

/** Whether rows describe parties, and plots at most: then one without a plot still makes its parties. */
const isOfParties = ({ sets }: SheetRow['map']): boolean =>
  sets.every(({ order }) => order.every((type) => type === 'plot'))

/** Checks the shape of a record as POST /v1/records does. Faults name the cell. */
function checkShape({ draft, columns }: MadeRecord, reader: RowReader): void {
  try {
    draftOf(draft)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    for (const fault of error.extra.errors ?? []) reader.fault(columnOf(fault, columns), ...describe(fault))
  }
}

function statementOf({ statement, columns }: ReadParty): MadeRecord[] {
  return statement === null ? [] : [{ draft: statement, columns }]
}

/** Returns the column of a violation's pointer; empty if there is none. */
export function columnOf({ pointer }: Violation, columns: Readonly<MemberColumns>): string {
  return columns[pointer.split('/')[1] ?? ''] ?? ''
}

const describe = ({ pointer, message: fault }: Violation): [what: Message, remedy: Message] => [
  ...withRemedy('import.fault.shape', { member: pointer.split('/')[1] ?? 'record', fault }),
]
