import { entriesOf } from '../../base/typed.ts'
import type { NumberedTable } from '../../store/inspect/extent.ts'
import { walked } from '../../store/inspect/inspection.ts'
import { danglingReferences, pageFaults, tableNames } from '../../store/inspect/pages.ts'
import { type Db, fileMarks, schemaDifferences } from '../../store/open.ts'
import { SCHEMA_VERSION } from '../../store/upgrades.ts'
import type { Examination, Faults } from './faults.ts'
import type { FaultKind } from './kinds.ts'

/** What holds the rows: guards, pages, references and numbers. */

const CHANGES = {
  missing: 'It is missing.',
  altered: 'It is not as this version of the program has it.',
  added: 'It was added: the program has none of that name.',
} as const

/**
 * Tables, indexes and guards of the file, and the marks in its header.
 * @returns how many tables there are, and those that are missing or different, so that nothing else can be checked
 */
export function examineGuards(db: Db, faults: Faults): { looked: number; unusable: readonly string[] } {
  const differences = schemaDifferences(db)
  for (const { name, change } of differences) faults.add('guard_altered', name, CHANGES[change])
  const marked = (finding: string) => faults.add('file_marked_otherwise', 'header of the file', finding)
  const { isOurs, version } = fileMarks(db)
  if (!isOurs) marked('It is not marked as a file of Granary.')
  if (version !== SCHEMA_VERSION)
    marked(`It is marked as of version ${version}; its tables are those of version ${SCHEMA_VERSION}.`)
  return {
    looked: tableNames(db).length,
    unusable: differences
      .filter(({ name, change }) => change !== 'added' && name.startsWith('table '))
      .map(({ name }) => name),
  }
}

/** SQLite's check of a table's pages, indexes and references. */
export function examinePages(db: Db, table: string, faults: Faults): void {
  for (const said of pageFaults(db, table)) faults.add('page_damaged', `table ${table}`, `${said}.`)
  const { found, count } = danglingReferences(db, table)
  for (const { rowid, parent } of found)
    faults.add(
      'reference_dangling',
      `table ${table}${rowid === null ? '' : `, row ${rowid}`}`,
      `It names a row of ${parent} that is not there${count > found.length ? ` (${count} such rows)` : ''}.`,
    )
}

/** Tables of which each row is looked at by its number. */
const BY_NUMBER: { readonly [T in NumberedTable]?: readonly [FaultKind, string] } = {
  entry: ['entry_out_of_number', 'entries of the log'],
  audit: ['audit_out_of_number', 'entries of the audit log'],
  party: ['party_out_of_number', 'parties'],
  anchor_batch: ['batch_out_of_order', 'roots'],
}

/**
 * Numbers are given from 1 without a gap. Every check begins at 1, so a row below that would escape them all, although the
 * program would find and use it.
 */
export function examineNumberings({ extent, faults }: Examination): void {
  const { numberings, entries, written } = extent
  if (written > entries)
    faults.add(
      'derived_row_without_record',
      `table written_through, entry ${written}`,
      'There is no entry of this number: rows of later ones would be taken for written.',
    )
  for (const [table, { first, last, count, newest }] of entriesOf(numberings)) {
    const told = BY_NUMBER[table]
    if (told === undefined) {
      if (first !== 1 || last !== count)
        faults.add(
          'journal_differs',
          `table ${table}`,
          `Its ${count} rows are numbered from ${first} to ${last}; numbers begin with 1 and have no gap.`,
        )
      continue
    }
    const tell = (finding: string) => faults.add(...told, finding)
    if (first < 1) tell(`The first has the number ${first}; numbers begin with 1, and none is below.`)
    if (last !== count)
      tell(`There are ${count}, and the last has the number ${last}; numbers are given without a gap.`)
    if (newest < last)
      tell(
        `Those beyond number ${newest} were not looked at: so far behind the others nothing was ever numbered.`,
      )
  }
}

/** Some entry names each party. @param named by number: 1 if one does */
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
      faults.add('party_missing', `party number ${next}`, 'The table party has no row of this number.')
    next = n + 1
    if (named !== undefined && named[n] !== 1)
      faults.add('party_unnamed', partyWords(n), 'No entry of the log names it.')
  }
}
