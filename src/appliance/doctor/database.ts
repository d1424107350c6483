import { errorCode } from '../../base/error-kinds.ts'
import { VERSION } from '../../base/version.ts'
import { dataFiles } from '../../config/config.ts'
import { type Db, marksOf, openToInspect, schemaDifferences } from '../../store/open.ts'
import { quickLook } from '../../store/quick-check.ts'
import { upgradeCopies } from '../../store/upgrade-copy.ts'
import { SCHEMA_VERSION } from '../../store/upgrades.ts'
import { OperatorFault } from '../../words/fault.ts'
import { bad, type CheckResult, caution, good, unknown } from './check.ts'
import { MIB } from './folder.ts'
import type { Patient } from './patient.ts'

/** Checks of the open database, and of its file, which is read while another program writes to it. */

export function database({ store, fault }: Patient): CheckResult {
  const remedy = 'The log shows the reason. If the disk is failing, restore the last backup to another disk.'
  if (store === null)
    return bad(
      fault?.message ?? 'The database cannot be opened.',
      fault?.remedy ?? 'The log shows the reason.',
    )
  try {
    store.ping()
  } catch {
    return bad('The database does not answer.', remedy)
  }
  if (store.writer.lastError !== null) return bad('The last commit failed.', remedy)
  const facts = { entries: store.log.size, rows_in_memory: store.behind.rows }
  return good(
    `The database answers, with ${facts.entries} log entries. Derived rows not yet written: ${facts.rows_in_memory}.`,
    facts,
  )
}

export function guards(patient: Patient): CheckResult {
  return reading(patient, (db) => {
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

/** The check ends after this time, even if it has not read all tables. */
const LOOK_MS = 8_000

export function pages(patient: Patient): CheckResult {
  return reading(patient, (db) => {
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

function reading({ config }: Patient, look: (db: Db) => CheckResult): CheckResult {
  try {
    return inspecting(dataFiles(config.data).database, look)
  } catch (error) {
    if (error instanceof OperatorFault) return unknown(error.message, error.remedy)
    if (!String(errorCode(error)).startsWith('SQLITE_CORRUPT')) throw error
    return bad(
      'The database is damaged and cannot be read through.',
      'Keep a copy of the data folder, and restore the last backup into a new one.',
      { damaged: true },
    )
  }
}

/** @throws {OperatorFault} when the file is missing, cannot be read as a database, or has another version */
export function inspecting<T>(file: string, look: (db: Db) => T): T {
  const db = openToInspect(file)
  try {
    return look(db)
  } finally {
    db.close()
  }
}

export function versions({ config, serviceVersion }: Patient): CheckResult {
  const file = dataFiles(config.data).database
  const copies = upgradeCopies(file)
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0)
  let schema: number
  try {
    schema = marksOf(file).version
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
      'Install the newer Granary again; an older one must not write to it. To return to the older one, see docs/operating.md, "Going back".',
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
  const finding = `Program ${VERSION}, schema ${schema}.`
  if (copies.length === 0) return good(finding, facts)
  return good(
    `${finding} ${copies.length === 1 ? 'A copy' : `${copies.length} copies`} from before an upgrade (${Math.ceil(bytes / MIB)} MiB) can be deleted once the new version works well: ${copies.map(({ path }) => path).join(' ')}`,
    facts,
  )
}
