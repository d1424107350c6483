import { type ActCell, type ActEntry, type ActRow, rowsOfAct, Unfollowable } from '../../store/act-rows.ts'
import { tablesOfAct } from '../../store/act-tables.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'

/** Compares the stored rows of one act with those that follow from it. */
export function checkRowsOfAct(act: ActEntry, where: string, inspection: Inspection, faults: Faults): void {
  let called: readonly ActRow[]
  try {
    called = rowsOfAct(act, inspection.facts)
  } catch (error) {
    if (!(error instanceof Unfollowable || error instanceof TypeError)) throw error
    const why = error instanceof Unfollowable ? error.message : 'what it says is not of the shape of its kind'
    faults.add('act_row_differs', where, `The act cannot be followed: ${why}.`)
    return
  }
  for (const table of tablesOfAct(act.kind)) {
    const columns = called.find((row) => row.table === table)?.columns
    const found = inspection.acts.rowOf(table, act.seq)
    if (columns === undefined) {
      if (found !== undefined)
        faults.add(
          'act_row_without_act',
          where,
          `The table ${table} has a row that the act does not call for.`,
        )
    } else if (found === undefined)
      faults.add('act_row_missing', where, `The table ${table} lacks the row that the act calls for.`)
    else
      for (const [column, cell] of Object.entries(columns))
        if (said(cell) !== said(found[column]))
          faults.add(
            'act_row_differs',
            where,
            `In the table ${table}, "${column}" is ${shown(found[column])}; by the act it is ${shown(cell)}.`,
          )
  }
}

const said = (cell: ActCell | undefined): string =>
  JSON.stringify(Buffer.isBuffer(cell) ? cell.toString('hex') : cell) ?? 'nothing'

const LONGEST_SHOWN = 80
const shown = (cell: ActCell | undefined): string => {
  const text = said(cell)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
