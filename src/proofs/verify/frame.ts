import { entriesOf } from '../../base/typed.ts'
import type { NumberedTable } from '../../store/inspect/extent.ts'
import { walked } from '../../store/inspect/inspection.ts'
import { danglingReferences, pageFaults, tableNames } from '../../store/inspect/pages.ts'
import { type Db, fileMarks, schemaDifferences } from '../../store/open.ts'
import { SCHEMA_VERSION } from '../../store/upgrades.ts'
import type { Examination, Faults } from './faults.ts'
import type { FaultKind } from './kinds.ts'

/** Checks of the database around its rows: guards, pages, references and row numbers. */

const CHANGES = {
  missing: 'It is missing.',
  altered: 'It differs from the one that this version of the program makes.',
  added: 'It was added: the program makes none of this name.',
} as const

/**
 * Checks the tables, indexes and guards of the file, and the marks in its header.
 * @returns the number of tables, and the names of those that are missing or different: with any, nothing else
 * can be checked
 */
export function examineGuards(db: Db, faults: Faults): { looked: number; unusable: readonly string[] } {
  const differences = schemaDifferences(db)
  for (const { name, change } of differences) faults.add('guard_altered', name, CHANGES[change])
  const marked = (finding: string) => faults.add('file_marked_otherwise', 'header of the file', finding)
  const { isOurs, version } = fileMarks(db)
  if (!isOurs) marked('It is not marked as a file of Granary.')
  if (version !== SCHEMA_VERSION)
    marked(`It is marked as version ${version}, but its tables are those of version ${SCHEMA_VERSION}.`)
  return {
    looked: tableNames(db).length,
    unusable: differences
      .filter(({ name, change }) => change !== 'added' && name.startsWith('table '))
      .map(({ name }) => name),
  }
}

/** Runs SQLite's checks of a table's pages, indexes and references. */
export function examinePages(db: Db, table: string, faults: Faults): void {
  for (const said of pageFaults(db, table)) faults.add('page_damaged', `table ${table}`, `${said}.`)
  const { found, count } = danglingReferences(db, table)
  for (const { rowid, parent } of found)
    faults.add(
      'reference_dangling',
      `table ${table}${rowid === null ? '' : `, row ${rowid}`}`,
      `It names a row of ${parent} that does not exist${count > found.length ? ` (${count} such rows)` : ''}.`,
    )
}

/** Tables whose rows are checked one by one, by number; with the kind and place of a fault. */
const BY_NUMBER: { readonly [T in NumberedTable]?: readonly [FaultKind, string] } = {
  entry: ['entry_out_of_number', 'entries of the log'],
  audit: ['audit_out_of_number', 'entries of the audit log'],
  party: ['party_out_of_number', 'parties'],
  anchor_batch: ['batch_out_of_order', 'roots'],
}

/**
 * Checks that rows are numbered from 1 without a gap. Every other check starts at 1, so a row below that
 * would escape them all, although the program would find and use it.
 */
export function examineNumberings({ extent, faults }: Examination): void {
  const { numberings, entries, written } = extent
  if (written > entries)
    faults.add(
      'derived_row_without_record',
      `table written_through, entry ${written}`,
      'No entry has this number, so the rows of later entries would be taken for written.',
    )
  for (const [table, { first, last, count, newest }] of entriesOf(numberings)) {
    const told = BY_NUMBER[table]
    if (told === undefined) {
      if (first !== 1 || last !== count)
        faults.add(
          'journal_differs',
          `table ${table}`,
          `Its ${count} rows are numbered from ${first} to ${last}; numbers start with 1 and have no gap.`,
        )
      continue
    }
    const tell = (finding: string) => faults.add(...told, finding)
    if (first < 1) tell(`The first has the number ${first}; numbers start with 1.`)
    if (last !== count) tell(`There are ${count}, but the last has the number ${last}; numbers have no gap.`)
    if (newest < last)
      tell(
        `Those beyond number ${newest} were not checked: the program never leaves so large a gap in the numbers.`,
      )
  }
}

/**
 * Checks that each party has a row, and that some entry names it.
 * @param named by party number: 1 if one does
 */
export function examineParties({ inspection, extent, faults }: Examination, named?: Uint8Array): void {
  const { parties, partyWords } = inspection
  let next = 1
  for (const n of walked(
    (after, count) => parties.after(after, count),
    0,
    (n: number) => n,
  )) {
    if (n > extent.parties) return
    for (; next < n; next++)
      faults.add('party_missing', `party number ${next}`, 'The table party has no row with this number.')
    next = n + 1
    if (named !== undefined && named[n] !== 1)
      faults.add('party_unnamed', partyWords(n), 'No entry of the log names it.')
  }
}
