import { entriesOf } from '../../base/typed.ts'
import { type Db, fileMarks, schemaDifferences } from '../../store/file/open.ts'
import { SCHEMA_VERSION } from '../../store/file/upgrades.ts'
import type { NumberedTable } from '../../store/inspect/extent.ts'
import { walked } from '../../store/inspect/inspection.ts'
import { danglingReferences, pageFaults, tableNames } from '../../store/inspect/pages.ts'
import type { PlainKey } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
import type { Examination, Faults } from './faults.ts'
import type { FaultKind } from './kinds.ts'

/** Checks of the database around its rows: guards, pages, references and row numbers. */

/**
 * Checks the tables, indexes and guards of the file, and the marks in its header.
 * @returns the number of tables, and the names of those that are missing or different: with any, nothing else
 * can be checked
 */
export function examineGuards(db: Db, faults: Faults): { looked: number; unusable: readonly string[] } {
  const differences = schemaDifferences(db)
  for (const { name, change } of differences)
    faults.add('guard_altered', name, message(`verify.found.${change}`))
  const marked = (finding: Message) =>
    faults.add('file_marked_otherwise', message('verify.at.header'), finding)
  const { isOurs, version } = fileMarks(db)
  if (!isOurs) marked(message('verify.found.notMarked'))
  if (version !== SCHEMA_VERSION)
    marked(message('verify.found.markedVersion', { version, known: SCHEMA_VERSION }))
  return {
    looked: tableNames(db).length,
    unusable: differences
      .filter(({ name, change }) => change !== 'added' && name.startsWith('table '))
      .map(({ name }) => name),
  }
}

/** Runs SQLite's checks of a table's pages, indexes and references. */
export function examinePages(db: Db, table: string, faults: Faults): void {
  const where = message('verify.at.table', { table })
  for (const said of pageFaults(db, table)) faults.add('page_damaged', where, `${said}.`)
  const { found, count } = danglingReferences(db, table)
  for (const { rowid, parent } of found)
    faults.add(
      'reference_dangling',
      rowid === null ? where : { examples: [where, message('verify.at.row', { row: rowid })] },
      count > found.length
        ? message('verify.found.danglingMany', { parent, count })
        : message('verify.found.dangling', { parent }),
    )
}

/** Tables whose rows are checked one by one, by number; with the kind and place of a fault. */
const BY_NUMBER: { readonly [T in NumberedTable]?: readonly [FaultKind, PlainKey] } = {
  entry: ['entry_out_of_number', 'verify.check.log'],
  audit: ['audit_out_of_number', 'verify.at.auditLog'],
  party: ['party_out_of_number', 'verify.check.parties'],
  anchor_batch: ['batch_out_of_order', 'verify.at.roots'],
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
      {
        examples: [
          message('verify.at.table', { table: 'written_through' }),
          message('verify.at.entry', { seq: written }),
        ],
      },
      message('verify.found.writtenBeyond'),
    )
  for (const [table, { first, last, count, newest }] of entriesOf(numberings)) {
    const told = BY_NUMBER[table]
    if (told === undefined) {
      if (first !== 1 || last !== count)
        faults.add(
          'journal_differs',
          message('verify.at.table', { table }),
          message('verify.found.rowNumbers', { count, first, last }),
        )
      continue
    }
    const [kind, where] = told
    const tell = (finding: Message) => faults.add(kind, message(where), finding)
    if (first < 1) tell(message('verify.found.firstNumber', { first }))
    if (last !== count) tell(message('verify.found.lastNumber', { count, last }))
    if (newest < last) tell(message('verify.found.beyondGap', { newest }))
  }
}

/**
 * Checks that each party has a row, and that some entry names it.
 * @param named by party number: 1 if one does
 */
export function examineParties({ inspection, extent, faults }: Examination, named?: Uint8Array): void {
  const { parties, partyAt } = inspection
  let next = 1
  for (const n of walked(
    (after, count) => parties.after(after, count),
    0,
    (n: number) => n,
  )) {
    if (n > extent.parties) return
    for (; next < n; next++)
      faults.add(
        'party_missing',
        message('verify.at.partyNumber', { n: next }),
        message('verify.found.noPartyRow'),
      )
    next = n + 1
    if (named !== undefined && named[n] !== 1)
      faults.add('party_unnamed', partyAt(n), message('verify.found.unnamed'))
  }
}
