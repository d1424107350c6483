import { statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type { dataFiles } from '../config.ts'
import { replay } from '../intake/replay.ts'
import { rightClock } from '../machine-clock.ts'
import { OperatorFault } from '../problem.ts'
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
import { isHindered } from '../verify/jobs.ts'
import type { FaultKind } from '../verify/kinds.ts'
import type { Report } from '../verify/report.ts'
import type { Progress } from '../verify/verify.ts'

export interface RebuildOrder {
  readonly files: ReturnType<typeof dataFiles>
  /** Looks at everything that a file holds, but for pictures and what is published. */
  readonly verify: (database: string) => Promise<Report>
  readonly onProgress: (progress: Progress) => void
}

export interface Rebuilt {
  readonly entries: number
  readonly audit_entries: number
  /** Faults that "granary verify" found before. */
  readonly faults_before: number
}

/**
 * Makes all rows anew that follow from the log, into a new file that takes the old one's place when it is whole and was
 * verified. It may be interrupted at any moment: the folder then has the one file or the other.
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
      'There is no room for a second database beside the first',
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

const sumOf = (more: Report['more']): number => more.reduce((sum, { count }) => sum + count, 0)

/** What is wrong with the log itself, and does not follow from a row that a rebuild makes anew. */
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

function refuseDamagedLog({ faults }: Report): void {
  const found = faults.find(
    ({ kind, where }) => OF_THE_LOG.has(kind) || (kind === 'guard_altered' && isOfSource(where)),
  )
  if (found !== undefined) throw notIntact(`${found.where}: ${found.finding}`)
}

/** What is wrong all the same was wrong in the log, or in what is kept beside it. */
function refuseUnclean({ clean, faults, unchecked }: Report): void {
  const hindered = unchecked.find(isHindered)
  if (clean && hindered === undefined) return
  if (clean)
    throw new OperatorFault(
      `The new file could not be verified in full. ${hindered}`,
      'Nothing was changed. See that the machine has memory and files to spare, and begin again.',
    )
  const [first] = faults
  throw notIntact(`${first?.where}: ${first?.finding}`)
}

const notIntact = (why: string) =>
  new OperatorFault(
    `What follows from this log cannot be made again, for the log, or what is kept beside it, is not intact. ${why}`,
    'Nothing was changed. "granary verify" tells all that is wrong. Keep this folder as it is, and restore the last backup from before the fault into a new one: "granary backup list" shows which there are.',
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
    await replay(store, file, (done) =>
      onProgress({ doing: 'rows that follow from the log', done, of: entries }),
    )
    await count(store)
    const doubtful = file.doubtfulThrough
    if (doubtful > 0)
      throw notIntact(
        `Of entries up to ${doubtful} other hashes were stored than they have now, and no root was fixed over all of them: whether one was altered cannot be told.`,
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

/** Brings the sums up to the end of the log. */
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
