import { statSync } from 'node:fs'
import { errorCode, errorMessage } from '../base/error-kinds.ts'
import type { Share } from '../cli/progress.ts'
import type { dataFiles } from '../config/config.ts'
import type { VerifyReport } from '../proofs/verify/faults.ts'
import { CHECK_OF, type FaultKind } from '../proofs/verify/kinds.ts'
import { isHindered } from '../proofs/verify/store-work.ts'
import { replay } from '../records/intake/replay.ts'
import { keepNames, makeFolder, refuseHalfRestored } from '../store/file/folder.ts'
import { lockFolder } from '../store/file/lock.ts'
import { type Db, openingFault, openToInspect } from '../store/file/open.ts'
import {
  JUDGED_TABLES,
  KEPT_TABLES,
  LOG_TABLES,
  makeReady,
  RebuiltFile,
  removeDatabase,
  takePlace,
} from '../store/file/rebuilt-file.ts'
import { lacking, REPLAYED_TABLES } from '../store/file/scratch-file.ts'
import { checkRoom } from '../store/file/upgrade-copy.ts'
import { Store } from '../store/store.ts'
import { KnownParties } from '../store/tables/parties.ts'
import { OperatorFault, type Told, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { rightClock } from './clock/machine-clock.ts'

export interface RebuildOrder {
  readonly files: ReturnType<typeof dataFiles>
  /** Verifies a file. Leaves out pictures, published roots, and the rows that a replay makes. */
  readonly verify: (database: string) => Promise<VerifyReport>
  readonly onProgress: (progress: Share) => void
}

export interface Rebuilt {
  readonly entries: number
  readonly audit_entries: number
  /** Count of faults in the old file. */
  readonly faults_before: number
}

/**
 * Recreates all derived rows from the log in a new file, which replaces the old one once it is complete and
 * verified. An interruption at any moment leaves one file or the other.
 * @throws {OperatorFault} with nothing changed
 */
export async function rebuild({ files, verify, onProgress }: RebuildOrder): Promise<Rebuilt> {
  makeFolder(files.root, false)
  const unlock = lockFolder(files.lock)
  try {
    refuseHalfRestored(files)
    openToInspect(files.database).close()
    keepNames(files.root)
    makeReady(files)
    const before = await verify(files.database)
    refuseDamagedLog(before)
    checkRoom(files.root, statSync(files.database).size, 'store.noRoomForSecond')
    const { differing, ...counts } = await build(files, onProgress)
    refuseUnclean(await verify(files.rebuilding))
    takePlace(files)
    return { ...counts, faults_before: before.faults.length + sumOf(before.more) + differing }
  } catch (error) {
    removeDatabase(files.rebuilding)
    throw openingFault(error, files.database)
  } finally {
    unlock()
  }
}

const sumOf = (more: VerifyReport['more']): number => more.reduce((sum, { count }) => sum + count, 0)

/** Kinds of faults outside the log's own check that recreating derived rows cannot repair either. */
const OF_THE_LOG: ReadonlySet<FaultKind> = new Set([
  'file_marked_otherwise',
  'act_kind_differs',
  'party_missing',
  'party_out_of_number',
  'audit_missing',
  'audit_out_of_number',
  'audit_differs',
  'audit_out_of_time',
  'batch_out_of_order',
])
const SOURCES: readonly string[] = [...LOG_TABLES, ...KEPT_TABLES, ...JUDGED_TABLES]
/** @param where such as "table entry" or "trigger entry_no_delete" */
const isOfSource = (where: string): boolean => {
  const [kind, name = ''] = where.split(' ')
  return SOURCES.includes(kind === 'trigger' ? name.replace(/_no_(update|delete|replace)$/, '') : name)
}

function refuseDamagedLog({ faults }: VerifyReport): void {
  const found = faults.find(
    ({ kind, where }) =>
      CHECK_OF[kind] === 'log' ||
      OF_THE_LOG.has(kind) ||
      (kind === 'guard_altered' && isOfSource(String(where))),
  )
  if (found !== undefined) throw notIntact(message('rebuild.damaged.at', found))
}

/** A fault that remains in the new file is in the log, or in the tables kept next to it. */
function refuseUnclean({ faults, unchecked }: VerifyReport): void {
  const hindered = unchecked.find(isHindered)
  const [first] = faults
  if (first !== undefined) throw notIntact(message('rebuild.damaged.at', first))
  if (hindered !== undefined) throw new OperatorFault(...withRemedy('rebuild.unverified', { hindered }))
}

const notIntact = (why: Told) => new OperatorFault(...withRemedy('rebuild.damaged', { why }))

async function build(
  files: RebuildOrder['files'],
  onProgress: RebuildOrder['onProgress'],
): Promise<Omit<Rebuilt, 'faults_before'> & { readonly differing: number }> {
  const file = new RebuiltFile(files.database, files.rebuilding)
  try {
    file.copyBesides()
    const store = new Store(file.db, rightClock(Date.now), { parties: new KnownParties(file.db) })
    const { entries } = file
    await replay(store, file, {
      from: 1,
      through: entries,
      onUnfollowable: (seq, _entry, error) => {
        throw notIntact(message('rebuild.damaged.entry', { seq, reason: error.message.replace(/\.$/, '') }))
      },
      onProgress: (done) => onProgress({ doing: message('progress.derivedRows'), done, of: entries }),
    })
    store.db.transaction(() => store.audit.index.ready())()
    const doubtful = file.doubtfulThrough
    if (doubtful > 0) throw notIntact(message('rebuild.damaged.hashes', { seq: doubtful }))
    const found = differingRows(file.db)
    const judged = JUDGED_TABLES.find((table) => (found.get(table) ?? 0) > 0)
    if (judged !== undefined) throw notIntact(message('rebuild.damaged.predictions', { table: judged }))
    const audit_entries = store.audit.size
    store.writer.close()
    file.finish()
    return { entries, audit_entries, differing: [...found.values()].reduce((sum, rows) => sum + rows, 0) }
  } catch (error) {
    file.db.close()
    if (error instanceof OperatorFault || errorCode(error) !== undefined) throw error
    throw notIntact(`${errorMessage(error)}.`)
  }
}

/** For each table, the number of rows that only one file has. Other columns are a fault already. */
function differingRows(db: Db): Map<string, number> {
  const found = new Map<string, number>()
  for (const table of Object.keys(REPLAYED_TABLES))
    try {
      let count = 0
      for (const of of ['main', 'old'] as const)
        for (const { rows } of lacking(db, table, of)) count += rows.length
      found.set(table, count)
    } catch (error) {
      if (errorCode(error) !== 'SQLITE_ERROR') throw error
    }
  return found
}
