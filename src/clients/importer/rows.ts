import { Problem, type Violation } from '../../base/problem.ts'
import { draftOf } from '../../domain/draft-shape.ts'
import { withRemedy } from '../../words/fault.ts'
import type { Message } from '../../words/message.ts'
import type { CompiledMap } from './compiled-map.ts'
import type { RowFault } from './fault.ts'
import { makesRecords } from './map.ts'
import type { ReadParty } from './parties.ts'
import { PartyKeys } from './party-keys.ts'
import { type MadeRecord, type Row, SetOfRow } from './record-maker.ts'
import { type Columns, type Lack, type RowContext, RowParts } from './row-parts.ts'
import { RowReader } from './row-reader.ts'

export type { MadeRecord } from './record-maker.ts'

/** Reads one row of a sheet as records, or reports its faults. */

export interface RowReading {
  /** Each names only earlier records. Empty if there are faults. */
  readonly records: readonly MadeRecord[]
  readonly faults: readonly RowFault[]
  readonly parties: readonly ReadParty[]
  readonly lacks: ReadonlySet<Lack>
}

/** Reads a file's rows by one map. */
export class RowMaker {
  readonly #map: CompiledMap
  readonly #context: RowContext
  readonly #index: ReadonlyMap<string, number>

  constructor(map: CompiledMap, context: RowContext, index: ReadonlyMap<string, number>) {
    this.#map = map
    this.#context = context
    this.#index = index
  }

  /** Returns the ids of the parties that a row names, by the sheet's own keys. */
  ownParties(row: number, cells: readonly string[]): string[] {
    const reader = new RowReader(this.#map, this.#index, this.#context.tables, row, cells)
    return new PartyKeys(this.#map, this.#context, reader).ownIds()
  }

  /** @param key identifies the row; the ids of its records follow from it */
  read(row: number, key: string, cells: readonly string[]): RowReading {
    const reader = new RowReader(this.#map, this.#index, this.#context.tables, row, cells)
    const parts = new RowParts(this.#map, this.#context, reader)
    return readRow({ map: this.#map, parts, reader, ids: this.#context.ids, key })
  }
}

function readRow(row: Row): RowReading {
  const { map, parts, reader } = row
  const { parties = {}, key = [], required = [] } = map.spec
  for (const column of [...key, ...required]) reader.needed(column)
  const made = makesRecords(map.spec) ? map.sets.flatMap((set) => new SetOfRow(row, set).make()) : []
  if (!makesRecords(map.spec)) for (const role of Object.keys(parties)) parts.party([role])
  const all = [...parts.named.flatMap(statementOf), ...made]
  for (const record of all) checkShape(record, reader)
  const isOfKnown = parts.named.some(({ match }) => match !== undefined)
  if (all.length === 0 && !isOfKnown && reader.faults.length === 0)
    reader.fault('', ...withRemedy('import.fault.noRecord'))
  const { faults } = reader
  return { records: faults.length > 0 ? [] : all, faults, parties: parts.named, lacks: parts.lacks }
}

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
export function columnOf({ pointer }: Violation, columns: Readonly<Columns>): string {
  return columns[pointer.split('/')[1] ?? ''] ?? ''
}

const describe = ({ pointer, message: fault }: Violation): [what: Message, remedy: Message] => [
  ...withRemedy('import.fault.shape', { member: pointer.split('/')[1] ?? 'record', fault }),
]
