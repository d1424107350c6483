import { expect, test } from 'vitest'
import { must } from '../../../../src/base/typed.ts'
import { AuditWalk } from '../../../../src/proofs/verify/audit.ts'
import { Faults } from '../../../../src/proofs/verify/faults.ts'
import { type AuditRow, auditHash, FIRST_HASH, packEntry } from '../../../../src/store/audit/audit-row.ts'
import type { Inspection } from '../../../../src/store/inspect/inspection.ts'
import { englishWords } from '../../../../src/words/words.ts'

/** Rows as they were written: one entry each, chained. */
function written(count: number): AuditRow[] {
  const rows: AuditRow[] = []
  for (let n = 1; n <= count; n++) {
    const entries = `[${packEntry({ credential: null, action: 'list', outcome: 'disclosed' })}]`
    const row = { firstN: n, lastN: n, at: n, logSize: 0, entries }
    rows.push({ ...row, hash: auditHash(rows.at(-1)?.hash ?? FIRST_HASH, row) })
  }
  return rows
}

function faultsOf(rows: readonly AuditRow[]): string[] {
  const faults = new Faults()
  const inspection = { auditRowBefore: () => undefined, auditRows: () => rows }
  new AuditWalk(inspection as unknown as Inspection, 0, faults).examine(1, rows.length)
  return faults.report({}).faults.map(({ kind, where }) => `${kind}: ${englishWords().told(where)}`)
}

test('an audit log as it was written has no fault, and a row that was changed is found', () => {
  const rows = written(3)
  expect(faultsOf(rows)).toEqual([])
  const second = must(rows[1])
  const changed = { ...second, entries: second.entries.replace('disclosed', 'withheld!') }
  expect(faultsOf(rows.with(1, changed))).toEqual(['audit_differs: audit entry 2'])
})

test('one missing entry is found, wherever it was', () => {
  const rows = written(3)
  for (const n of [1, 2])
    expect(faultsOf(rows.filter(({ firstN }) => firstN !== n))).toEqual([`audit_missing: audit entry ${n}`])
})
