import { canonicalJson } from '../domain/canonical.ts'
import type { Row } from '../store/inspect/act-tables.ts'
import { type ActEntry, type Called, rowsOfAct } from './act-rules.ts'
import type { Faults } from './faults.ts'
import { type Inspection, Unfollowable } from './inspection.ts'

/** Compares the rows beside one act with those that it calls for. */
export function checkRowsOfAct(act: ActEntry, where: string, inspection: Inspection, faults: Faults): void {
  let called: readonly Called[]
  try {
    called = rowsOfAct(act, inspection)
  } catch (error) {
    if (!(error instanceof Unfollowable || error instanceof TypeError)) throw error
    const why = error instanceof Unfollowable ? error.message : 'what it says is not of the shape of its kind'
    faults.add('act_row_differs', where, `The act cannot be followed: ${why}.`)
    return
  }
  for (const { table, columns } of called) {
    const found = inspection.acts.rowOf(table, act.seq)
    if (columns === null) {
      if (found !== undefined)
        faults.add(
          'act_row_without_act',
          where,
          `The table ${table} has a row that the act does not call for.`,
        )
    } else if (found === undefined)
      faults.add('act_row_missing', where, `The table ${table} lacks the row that the act calls for.`)
    else
      for (const column of differing(columns, table === 'registry_row' ? asCanonical(found) : found))
        faults.add(
          'act_row_differs',
          where,
          `In the table ${table}, "${column}" is ${said(found[column])}; by the act it is ${said(columns[column])}.`,
        )
  }
}

const differing = (called: Row, found: Row): string[] =>
  Object.keys(called).filter((column) => called[column] !== found[column])

const LONGEST_SAID = 80
const said = (cell: unknown): string => {
  const text = JSON.stringify(cell) ?? 'nothing'
  return text.length > LONGEST_SAID ? `${text.slice(0, LONGEST_SAID)}…` : text
}

/** A reference row stands as it was sent; what it says is compared, not how its members are ordered. */
function asCanonical(found: Row): Row {
  try {
    return { ...found, body: canonicalJson(JSON.parse(found.body as string)) }
  } catch {
    return found
  }
}
