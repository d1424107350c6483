import { expect, test } from 'vitest'
import { canonicalJson } from '../../../../src/domain/canonical.ts'
import { idHex } from '../../../../src/domain/id.ts'
import { sha256 } from '../../../../src/domain/sha256.ts'
import { LogWalk } from '../../../../src/proofs/verify/entries.ts'
import { Faults } from '../../../../src/proofs/verify/faults.ts'
import type { EntryRow, Inspection } from '../../../../src/store/inspect/inspection.ts'
import { codeOfAct } from '../../../../src/store/log/entry-kinds.ts'

const SALT = '5a'.repeat(32)
const GRANT = {
  id: '01900000-0000-7000-8000-000000000001',
  act: 'grant',
  expires_at: '2026-12-31T00:00:00.000Z',
  received_at: '2026-06-28T00:00:00.000Z',
}

/** An act as it was stored. @param body what its text is now */
function stored(body: object = GRANT): EntryRow {
  const digest = sha256(canonicalJson(GRANT)).toString('hex')
  const receivedAt = Date.parse(GRANT.received_at)
  const none = [null, null, null, null, null, null] as const
  return [1, idHex(GRANT.id), codeOfAct('grant'), ...none, receivedAt, canonicalJson(body), SALT + digest]
}

function faultsOf(...rows: readonly EntryRow[]): string[] {
  const faults = new Faults()
  new LogWalk({ entries: () => rows } as unknown as Inspection, faults).examine(1, rows.length)
  return faults.report({}).faults.map(({ kind }) => kind)
}

test('an entry as it was stored has no fault, and one whose text was changed is found', () => {
  expect(faultsOf(stored())).toEqual([])
  expect(faultsOf(stored({ ...GRANT, expires_at: '2036-12-31T00:00:00.000Z' }))).toEqual(['entry_differs'])
})
