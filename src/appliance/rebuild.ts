import { statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { OperatorFault } from '../base/problem.ts'
import type { dataFiles } from '../config/config.ts'
import { isHindered } from '../proofs/verify/jobs.ts'
import type { FaultKind } from '../proofs/verify/kinds.ts'
import type { VerifyReport } from '../proofs/verify/report.ts'
import type { Progress } from '../proofs/verify/verify.ts'
import { replay } from '../records/intake/replay.ts'
import { Registry } from '../registry/registry.ts'
import { keepNames, makeFolder, refuseHalfRestored } from '../store/folder.ts'
import { lockFolder } from '../store/lock.ts'
import { openingFault, openToInspect } from '../store/open.ts'
import {
  KEPT_TABLES,
  LOG_TABLES,
  makeReady,
  RebuiltFile,
  removeDatabase,
  takePlace,
} from '../store/rebuilt-file.ts'
import { Store } from '../store/store.ts'
import { checkRoom } from '../store/upgrade-copy.ts'
import { rightClock } from './clock/machine-clock.ts'

export interface RebuildOrder {
  readonly files: ReturnType<typeof dataFiles>
  /** Verifies everything in a file except pictures and published roots. */
  readonly verify: (database: string) => Promise<VerifyReport>
  readonly onProgress: (progress: Progress) => void
}

export interface Rebuilt {
  readonly entries: number
  readonly audit_entries: number
  /** Faults that "granary verify" found before. */
  readonly faults_before: number
}

/**
 * Recreates all derived rows from the log in a new file, which replaces the old one once it is complete and verified. An
 * interruption at any moment leaves one file or the other.
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
    checkRoom(
      files.root,
      statSync(files.database).size,
      'There is not enough room for a second database beside the first',
    )
    const counts = await build(files, onProgress)
    refuseUnclean(await verify(files.rebuilding))
    takePlace(files)
    return { ...counts, faults_before: before.faults.length + sumOf(before.more) }
  } catch (error) {
    removeDatabase(files.rebuilding)
    throw openingFault(error, files.database)
  } finally {
    unlock()
  }
}

const sumOf = (more: VerifyReport['more']): number => more.reduce((sum, { count }) => sum + count, 0)

/** Faults of the log itself, which recreating derived rows cannot repair. */
const OF_THE_LOG: ReadonlySet<FaultKind> = new Set([
  'file_marked_otherwise',
  'entry_missing',
  'entry_out_of_number',
  'entry_differs',
  'entry_unreadable',
  'entry_not_canonical',
  'entry_out_of_time',
  'act_kind_differs',
  'party_missing',
  'party_out_of_number',
  'audit_missing',
  'audit_out_of_number',
  'audit_differs',
  'audit_out_of_time',
  'batch_out_of_order',
])
const SOURCES: readonly string[] = [...LOG_TABLES, ...KEPT_TABLES]
/** Such as "table entry" or "trigger entry_no_delete". */
const isOfSource = (where: string): boolean => {
  const [kind, name = ''] = where.split(' ')
  return kind === 'trigger'
    ? SOURCES.some((table) =>
        [`${table}_no_update`, `${table}_no_delete`, `${table}_no_replace`].includes(name),
      )
    : SOURCES.includes(name)
}

function refuseDamagedLog({ faults }: VerifyReport): void {
  const found = faults.find(
    ({ kind, where }) => OF_THE_LOG.has(kind) || (kind === 'guard_altered' && isOfSource(where)),
  )
  if (found !== undefined) throw notIntact(`${found.where}: ${found.finding}`)
}

/** Remaining faults are in the log, or in the tables kept beside it. */
function refuseUnclean({ clean, faults, unchecked }: VerifyReport): void {
  const hindered = unchecked.find(isHindered)
  if (clean && hindered === undefined) return
  if (clean)
    throw new OperatorFault(
      `The new file could not be verified in full. ${hindered}`,
      'Nothing was changed. Make sure that the machine has enough memory and open files, then try again.',
    )
  const [first] = faults
  throw notIntact(`${first?.where}: ${first?.finding}`)
}

const notIntact = (why: string) =>
  new OperatorFault(
    `The derived rows cannot be recreated, since the log or the tables beside it are damaged. ${why}`,
    'Nothing was changed. "granary verify" lists all faults. Keep this folder as it is, and restore the last backup from before the fault into a new one; "granary backup list" shows the backups.',
  )

async function build(
  files: RebuildOrder['files'],
  onProgress: RebuildOrder['onProgress'],
): Promise<Omit<Rebuilt, 'faults_before'>> {
  const file = new RebuiltFile(files.database, files.rebuilding)
  try {
    file.copyBesides()
    const store = new Store(file.db, rightClock(Date.now))
    const { entries } = file
    await replay(store, file, (done) => onProgress({ doing: 'derived rows', done, of: entries }))
    await count(store)
    const doubtful = file.doubtfulThrough
    if (doubtful > 0)
      throw notIntact(
        `The stored hashes of entries up to ${doubtful} differ from their content, and no root covers all of them: it is unknown whether one was altered.`,
      )
    const audit_entries = store.audit.size
    file.finish()
    return { entries, audit_entries }
  } catch (error) {
    file.db.close()
    if (error instanceof OperatorFault || (error as { code?: string }).code !== undefined) throw error
    throw notIntact(`${(error as Error).message}.`)
  }
}

/** Brings the totals up to the end of the log. */
async function count(store: Store): Promise<void> {
  const failed: unknown[] = []
  store.tallies.start(new Registry(() => store.registryRows.all()), (error) => {
    failed.push(error)
    store.tallies.stop()
  })
  await store.tallies.caughtUp()
  while (failed.length === 0 && !store.tallies.isSettled) await turn()
  store.tallies.stop()
  store.writer.close()
  if (failed.length > 0) throw failed[0]
}
