import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { kindWords } from '../../base/error-kinds.ts'
import { idText } from '../../domain/id.ts'
import { replay } from '../../records/intake/replay.ts'
import { ACT_TABLES } from '../../store/acts/act-tables.ts'
import { type ComparedRow, lacking, REPLAYED_TABLES, ScratchFile } from '../../store/file/scratch-file.ts'
import type { Extent } from '../../store/inspect/extent.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import { isWrittenBehind } from '../../store/jobs/behind.ts'
import { Store } from '../../store/store.ts'
import { KnownParties } from '../../store/tables/parties.ts'
import { OperatorFault } from '../../words/fault.ts'
import { type Message, message, type Value } from '../../words/message.ts'
import { notInterpreted } from './entries.ts'
import type { Examination, Faults } from './faults.ts'
import type { FaultKind } from './kinds.ts'

/**
 * Makes the rows that follow from the log again in a scratch file, by the functions that the writer uses, and
 * compares them. The database only grows, so the service need not stop: the rows of a replay are in the
 * database at any later moment, and the rows of the database are in a replay of any later moment.
 */

/** Where the scratch file is made. */
export interface Scratch {
  readonly folder: string
  /** Bytes that must stay free there. */
  readonly reserveBytes: number
}

const MIB = 1024 * 1024
/** Room for the scratch file's own pages, beyond the size of the database that it is made from. */
const SPARE_BYTES = 16 * MIB

/** Checks the folder of the scratch file. @throws {OperatorFault} if it lacks room or cannot be written to */
export function checkScratch(database: string, { folder, reserveBytes }: Scratch): void {
  const needed = statSync(database).size + SPARE_BYTES
  const refusal = (why: Message) => new OperatorFault(why, message('verify.scratch.remedy'))
  let free: number
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    free = Math.max(0, bavail * bsize - reserveBytes)
  } catch (error) {
    throw refusal(message('verify.scratchNotWritable', { folder, code: kindWords(error) }))
  }
  if (free < needed)
    throw refusal(
      message(reserveBytes === 0 ? 'verify.scratchNoRoom' : 'verify.scratchNoRoomKept', {
        folder,
        needed: Math.ceil(needed / MIB),
        free: Math.floor(free / MIB),
      }),
    )
}

/** How a difference is reported. */
type Finding = readonly [kind: FaultKind, finding: Message]
/** The findings of a group of tables. */
interface Findings {
  /** For a row that should exist. */
  readonly missing: Finding
  /** For a row that should not exist. */
  readonly extra: Finding
  /** For a row of which some columns differ; null where the whole row is the key. */
  readonly differs: FaultKind | null
}
const OF_ACTS: Findings = {
  missing: ['act_row_missing', message('verify.found.actRowMissing')],
  extra: ['act_row_without_act', message('verify.found.actRowExtra')],
  differs: 'act_row_differs',
}
const OF_RECORDS: Findings = {
  missing: ['derived_row_missing', message('verify.found.rowMissing')],
  extra: ['derived_row_without_record', message('verify.found.rowExtra')],
  differs: null,
}

const findingsOf = (table: string): Findings =>
  table in ACT_TABLES ? OF_ACTS : { ...OF_RECORDS, differs: table === 'inference' ? 'column_differs' : null }

/** Most missing rows of a table that are paired with altered ones. With more, the file was rewritten. */
const MOST_PAIRED = 10_000

export interface ReplayOutcome {
  /** By number of a party: 1 if the log names it. */
  readonly named: Uint8Array
  /** Number of rows compared. */
  readonly rows: number
}

const REPLAYING = message('verify.doing.replayed')
export const COMPARING = message('verify.check.derived')

/** Returns the steps for the progress: of entries, then of tables, by their share of the time. */
export const replaySteps = (newest: number): number => newest + newest / 4

/** Replays the log and compares. @param advance receives the number of steps done, of `replaySteps` */
export async function examineReplayed(
  exam: Examination,
  { database, folder }: { readonly database: string; readonly folder: string },
  advance: (doing: Message, steps: number) => void,
): Promise<ReplayOutcome> {
  const file = new ScratchFile(database, join(folder, `granary.db.scratch-${process.pid}`))
  try {
    const comparison = new ReplayComparison(exam, file, advance)
    await comparison.run()
    return comparison
  } finally {
    file.db.close()
  }
}

class ReplayComparison implements ReplayOutcome {
  readonly named: Uint8Array
  rows = 0
  readonly #inspection: Inspection
  readonly #file: ScratchFile
  readonly #store: Store
  readonly #extent: Extent
  readonly #faults: Faults
  readonly #advance: (doing: Message, steps: number) => void
  #through = 0

  constructor(
    { inspection, extent, faults }: Examination,
    file: ScratchFile,
    advance: (doing: Message, steps: number) => void,
  ) {
    this.named = new Uint8Array(extent.parties + 1)
    this.#inspection = inspection
    this.#file = file
    const parties = new KnownParties(file.db, (n) => {
      this.named[n] = 1
    })
    this.#store = new Store(file.db, () => ({ shownMs: Date.now(), upMs: 0 }), { parties })
    this.#extent = extent
    this.#faults = faults
    this.#advance = advance
  }

  async run(): Promise<void> {
    const { written, entries: newest } = this.#extent
    const tables = Object.keys(REPLAYED_TABLES)
    const behind = tables.filter(isWrittenBehind)
    const steps = newest / 4 / (tables.length + behind.length)
    await this.#replay(Math.min(written, newest))
    // The service may still have rows of later entries in memory.
    for (const table of behind) {
      await this.#each(table, 'main', (row) => this.#tell(table, row, OF_RECORDS.missing))
      this.#advance(COMPARING, steps)
    }
    await this.#replay(newest)
    for (const table of tables) {
      if (isWrittenBehind(table))
        await this.#each(table, 'old', (row) => this.#tell(table, row, OF_RECORDS.extra))
      else await this.#compare(table)
      this.#advance(COMPARING, steps)
    }
    this.#store.writer.close()
  }

  async #replay(through: number): Promise<void> {
    if (through <= this.#through) return
    this.#file.copyBesides()
    let at = this.#through
    await replay(this.#store, this.#file, {
      from: at + 1,
      through,
      onUnfollowable: (seq, entry, error) => {
        // The check of the log itself reports missing entries.
        if (entry === undefined) return
        this.#faults.add('row_unfollowable', this.#inspection.entryAt(seq), notInterpreted(error))
      },
      onProgress: (last) => {
        this.#advance(REPLAYING, Math.max(0, Math.min(last, this.#extent.entries) - at))
        at = last
      },
    })
    this.#through = through
  }

  /** Replays the entries that were appended since. */
  async #catchUp(): Promise<void> {
    let newest = this.#through
    while (this.#inspection.kindOf(newest + 1) !== undefined) newest++
    await this.#replay(newest)
  }

  /** Passes on each row of one of the two files that the other lacks. */
  async #each(table: string, of: 'main' | 'old', found: (row: ComparedRow) => void): Promise<void> {
    for (const slice of lacking(this.#file.db, table, of)) {
      if (of === 'old') this.rows += slice.looked
      if (slice.rows.length > 0) {
        if (of === 'old') await this.#catchUp()
        for (const row of slice.again()) found(row)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #compare(table: string): Promise<void> {
    const { missing, extra, differs } = findingsOf(table)
    const of = REPLAYED_TABLES[table] as string
    const made = new Map<number, ComparedRow>()
    await this.#each(table, 'main', (row) => {
      if (differs !== null && made.size < MOST_PAIRED) made.set(Number(row[of]), row)
      else this.#tell(table, row, missing)
    })
    await this.#each(table, 'old', (row) => {
      const seq = Number(row[of])
      const should = made.get(seq)
      if (should === undefined || differs === null) this.#tell(table, row, extra)
      else {
        made.delete(seq)
        for (const [column, cell] of Object.entries(should))
          if (shown(cell) !== shown(row[column]))
            this.#faults.add(
              differs,
              this.#inspection.entryAt(seq),
              message('verify.found.cell', {
                table,
                column,
                found: cellIn(row[column]),
                should: cellIn(cell),
              }),
            )
      }
    })
    for (const row of made.values()) this.#tell(table, row, missing)
  }

  #tell(table: string, row: ComparedRow, [kind, finding]: Finding): void {
    const of = REPLAYED_TABLES[table] as string
    const cells = Object.entries(row)
      .filter(([column]) => column !== of)
      .map(([column, cell]) => this.#cellAt(column, cell))
    const where = [message('verify.at.table', { table }), this.#inspection.entryAt(Number(row[of])), ...cells]
    this.#faults.add(kind, { examples: where }, finding)
  }

  #cellAt(column: string, cell: ComparedRow[string]): Message {
    if (!PARTIES.has(column) || cell === null)
      return message('verify.at.cell', { column, value: cellIn(cell) })
    const party = this.#inspection.partyAt(Number(cell))
    return column === 'party' ? party : message('verify.at.cell', { column, value: party })
  }
}

/** Columns that hold numbers of parties. */
const PARTIES: ReadonlySet<string> = new Set([
  'asker',
  'asserted_by',
  'cooperative',
  'delegate',
  'grantee',
  'party',
  'principal',
  'subject',
])

const ID_BYTES = 16
const LONGEST_SHOWN = 80

const cellIn = (cell: ComparedRow[string] | undefined): Value => shown(cell) ?? message('verify.nothing')

/** Null for an empty cell. */
function shown(cell: ComparedRow[string] | undefined): string | null {
  if (cell === null || cell === undefined) return null
  const words =
    typeof cell === 'string'
      ? JSON.stringify(cell)
      : !Buffer.isBuffer(cell)
        ? String(cell)
        : cell.length === ID_BYTES
          ? idText(cell)
          : cell.toString('hex')
  return words.length > LONGEST_SHOWN ? `${words.slice(0, LONGEST_SHOWN)}…` : words
}
