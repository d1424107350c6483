import type { Vkey } from '../../domain/note.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { pictureTotals } from '../../store/inspect/pictures.ts'
import { openToInspect } from '../../store/open.ts'
import type { Calendar } from '../../text/phrases.ts'
import { several } from '../../text/phrases.ts'
import { compareOutside, type OutsideOrder } from './compare-outside.ts'
import { Faults } from './faults.ts'
import { examineGuards } from './guards.ts'
import { Inspection } from './inspection.ts'
import { examineNumberings } from './numberings.ts'
import { examinePictures } from './pictures.ts'
import { examineReceipts } from './receipts.ts'
import { reportOf, type Tally, type VerifyReport } from './report.ts'
import { restoreRemarks } from './restores.ts'
import { StoreWork } from './store-work.ts'
import { singleThread, type WorkerPool } from './worker-pool.ts'

/** What is compared with what. */
export interface VerifyOrder extends OutsideOrder {
  readonly database: string
  /** null: the operator left the pictures out. */
  readonly objects: ObjectStore | null
  /** Keys of witnesses whose receipts can be verified. */
  readonly vkeys: readonly Vkey[]
  /** Threads to use if they are worth it; null: only this one. */
  readonly threads: ((parties: number) => WorkerPool) | null
  readonly onProgress: (progress: Progress) => void
  /** For times in remarks; a fault quotes the file. */
  readonly calendar: Calendar
}

export interface Progress {
  /** What is being checked. */
  readonly doing: string
  readonly done: number
  readonly of: number
}

/** With fewer entries, starting threads takes longer than checking. */
const WORTH_THREADS = 20_000

/**
 * Checks everything in a data folder, beside a running service or without one. It writes nothing, and keeps no read open
 * longer than some tenths of a second, except while checking a table's pages.
 * @throws {OperatorFault} if there is no readable database
 */
export async function verify(order: VerifyOrder): Promise<VerifyReport> {
  const db = openToInspect(order.database)
  const faults = new Faults()
  const owed: string[] = []
  const remarks: string[] = []
  const tally: Tally = {}
  try {
    const guards = examineGuards(db)
    faults.merge(guards.findings)
    tally.guards = guards.looked
    if (guards.unusableTables.length > 0) {
      owed.push(
        `Nothing else could be looked at: this program does not find ${guards.unusableTables.join(', ')} as it makes them.`,
      )
      return reportOf(faults, tally, owed, remarks)
    }
    const inspection = new Inspection(db, 0)
    const extent = inspection.extent()
    examineNumberings(extent, faults)
    const pool =
      order.threads !== null && extent.entries >= WORTH_THREADS
        ? order.threads(extent.parties)
        : singleThread(new Inspection(db, extent.parties))
    try {
      const work = new StoreWork(inspection, extent, pool, faults, owed)
      Object.assign(tally, await work.examine(order.onProgress))
    } finally {
      await pool.close()
    }
    const receipts = examineReceipts(inspection, order)
    faults.merge(receipts.findings)
    owed.push(...receipts.owed)
    tally.evidence = await pictures(inspection, order, extent.entries, faults, owed)
    const outside = compareOutside(inspection, order)
    tally.published = outside.compared
    faults.merge(outside.findings)
    owed.push(...outside.owed)
    remarks.push(...outside.remarks, ...restoreRemarks(inspection, order.calendar))
    return reportOf(faults, tally, owed, remarks)
  } finally {
    db.close()
  }
}

async function pictures(
  { db }: Inspection,
  { objects, onProgress }: VerifyOrder,
  newest: number,
  faults: Faults,
  owed: string[],
): Promise<number> {
  const { count, bytes } = pictureTotals(db, newest)
  if (objects === null) {
    if (count > 0)
      owed.push(
        `The bytes of ${several(count, 'picture', 'pictures')} were not looked at, as was asked (--no-evidence).`,
      )
    return 0
  }
  let done = 0
  const outcome = await examinePictures(db, objects, newest, (read) => {
    done += read
    onProgress({ doing: 'pictures', done: Math.min(done, bytes), of: bytes })
  })
  faults.merge(outcome.findings)
  if (outcome.unavailable !== null)
    owed.push(
      `${count - outcome.looked} of ${count} pictures could not be looked at: ${outcome.unavailable}.`,
    )
  return outcome.looked
}
