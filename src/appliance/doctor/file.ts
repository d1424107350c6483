import { errorCode } from '../../base/error-kinds.ts'
import { OperatorFault } from '../../base/problem.ts'
import { VERSION } from '../../base/version.ts'
import { type Db, marksOf, openToInspect, schemaDifferences } from '../../store/open.ts'
import { quickLook } from '../../store/quick-check.ts'
import { upgradeCopies } from '../../store/upgrade-copy.ts'
import { SCHEMA_VERSION } from '../../store/upgrades.ts'
import { bad, type CheckResult, caution, good, unknown } from './check.ts'
import type { Folder } from './folder.ts'

/** Checks of the database file, read while another program writes to it. */

/** Input of these checks. */
export interface Beside extends Folder {
  /** Version of the running service; null when none runs or answers. */
  readonly serviceVersion: string | null
}

export function guards({ files }: Beside): CheckResult {
  return reading(files.database, (db) => {
    const differing = schemaDifferences(db)
    const facts = { differing: differing.length }
    if (differing.length === 0) return good('Tables, indexes and guards are those of this version.', facts)
    const named = differing.slice(0, 5).map(({ name, change }) => `${name} (${change})`)
    const more = differing.length > 5 ? ` and ${differing.length - 5} more` : ''
    return bad(
      `The guards or tables of the database were altered: ${named.join(', ')}${more}.`,
      'Do not use this file for lending decisions. Restore the last backup, and keep this file for the investigation (granary verify).',
      facts,
    )
  })
}

const LOOK_MS = 8_000

export function pages({ files }: Beside): CheckResult {
  return reading(files.database, (db) => {
    const endsAt = performance.now() + LOOK_MS
    const { damage, tables, looked } = quickLook(db, () => performance.now() > endsAt)
    const facts = { tables, looked, damaged: damage !== null }
    if (damage !== null)
      return bad(
        'The database is damaged: its pages are inconsistent.',
        'Keep a copy of the data folder, run "granary verify" to see what is lost, and restore the last backup into a new folder.',
        facts,
      )
    if (looked === tables) return good('The pages are intact.', facts)
    return good(
      `The ${looked} tables checked, of ${tables}, are intact. To read everything: granary verify`,
      facts,
    )
  })
}

function reading(file: string, look: (db: Db) => CheckResult): CheckResult {
  let db: Db
  try {
    db = openToInspect(file)
  } catch (error) {
    if (error instanceof OperatorFault) return unknown(error.message, error.remedy)
    throw error
  }
  try {
    return look(db)
  } catch (error) {
    if (!String(errorCode(error)).startsWith('SQLITE_CORRUPT')) throw error
    return bad(
      'The database is damaged and cannot be read through.',
      'Keep a copy of the data folder, and restore the last backup into a new one.',
      { damaged: true },
    )
  } finally {
    db.close()
  }
}

const MIB = 1024 * 1024

export function versions({ files, serviceVersion }: Beside): CheckResult {
  const copies = upgradeCopies(files.database)
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0)
  let schema: number
  try {
    schema = marksOf(files.database).version
  } catch (error) {
    if (error instanceof OperatorFault) return unknown(error.message, error.remedy)
    throw error
  }
  const facts = {
    schema,
    known_schema: SCHEMA_VERSION,
    older_copies: copies.length,
    older_copies_bytes: bytes,
  }
  if (schema > SCHEMA_VERSION)
    return bad(
      `The database was written by a newer Granary (schema ${schema}; this program, ${VERSION}, knows ${SCHEMA_VERSION}).`,
      'Install the newer Granary again; an older one must not write to it. For going back, see docs/operating.md, "Going back".',
      facts,
    )
  if (serviceVersion !== null && serviceVersion !== VERSION)
    return caution(
      `The running service is version ${serviceVersion}, but this program is ${VERSION}.`,
      'Restart the service: systemctl restart granary',
      facts,
    )
  if (schema < SCHEMA_VERSION)
    return caution(
      `The database was written by an older Granary (schema ${schema}; this program, ${VERSION}, writes ${SCHEMA_VERSION}).`,
      'Start the service: it copies the file, then upgrades it.',
      facts,
    )
  const said = `Program ${VERSION}, schema ${schema}.`
  if (copies.length === 0) return good(said, facts)
  return good(
    `${said} ${copies.length === 1 ? 'A copy' : `${copies.length} copies`} from before an upgrade (${Math.ceil(bytes / MIB)} MiB) can be deleted once the new version works well: ${copies.map(({ path }) => path).join(' ')}`,
    facts,
  )
}
