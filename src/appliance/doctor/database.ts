import { errorCode } from '../../base/error-kinds.ts'
import { VERSION } from '../../base/version.ts'
import { dataFiles } from '../../config/config.ts'
import { type Db, marksOf, openToInspect, schemaDifferences } from '../../store/file/open.ts'
import { quickLook } from '../../store/file/quick-check.ts'
import { upgradeCopies } from '../../store/file/upgrade-copy.ts'
import { SCHEMA_VERSION } from '../../store/file/upgrades.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { bad, type CheckResult, caution, good, unknown } from './check.ts'
import { MIB } from './folder.ts'
import type { Patient } from './patient.ts'

/** Checks of the open database, and of its file, which is read while another program writes to it. */

export function database({ store, fault }: Patient): CheckResult {
  const remedy = message('check.database.remedy')
  if (store === null)
    return bad(
      fault?.what ?? message('check.database.closed'),
      fault?.cure ?? message('check.database.closed.remedy'),
    )
  try {
    store.ping()
  } catch {
    return bad(message('check.database.silent'), remedy)
  }
  if (store.writer.lastError !== null) return bad(message('check.database.commit'), remedy)
  const facts = { entries: store.log.size, rows_in_memory: store.behind.rows }
  return good(
    message('check.database.good', {
      entries: { count: facts.entries },
      rows: { count: facts.rows_in_memory },
    }),
    facts,
  )
}

const SHOWN = 5

export function guards(patient: Patient): CheckResult {
  return reading(patient, (db) => {
    const differing = schemaDifferences(db)
    const facts = { differing: differing.length }
    if (differing.length === 0) return good(message('check.guards.good'), facts)
    const named = differing
      .slice(0, SHOWN)
      .map(({ name, change }) => message(`check.guards.${change}`, { name }))
    const more = differing.length - named.length
    return bad(
      message('check.guards.differ', {
        names: { list: more === 0 ? named : [...named, message('check.guards.more', { count: more })] },
      }),
      message('check.guards.remedy'),
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
    if (damage !== null) return bad(...withRemedy('check.pages.damaged'), facts)
    if (looked === tables) return good(message('check.pages.good'), facts)
    return good(message('check.pages.goodPart', { looked, tables }), facts)
  })
}

function reading({ config }: Patient, look: (db: Db) => CheckResult): CheckResult {
  try {
    return inspecting(dataFiles(config.data).database, look)
  } catch (error) {
    if (error instanceof OperatorFault) return unknown(error.what, error.cure)
    if (!String(errorCode(error)).startsWith('SQLITE_CORRUPT')) throw error
    return bad(message('check.pages.unreadable'), message('check.database.restore'), { damaged: true })
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
    if (error instanceof OperatorFault) return unknown(error.what, error.cure)
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
      ...withRemedy('check.versions.newer', { schema, version: VERSION, known: SCHEMA_VERSION }),
      facts,
    )
  if (serviceVersion !== null && serviceVersion !== VERSION)
    return caution(
      ...withRemedy('check.versions.service', { service: serviceVersion, version: VERSION }),
      facts,
    )
  if (schema < SCHEMA_VERSION)
    return caution(
      ...withRemedy('check.versions.older', { schema, version: VERSION, known: SCHEMA_VERSION }),
      facts,
    )
  const these = { version: VERSION, schema }
  if (copies.length === 0) return good(message('check.versions.good', these), facts)
  return good(
    message('check.versions.copies', {
      ...these,
      count: copies.length,
      size: { count: Math.ceil(bytes / MIB) },
      paths: copies.map(({ path }) => path).join(' '),
    }),
    facts,
  )
}
