import type { Share } from '../../cli/progress.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { type Db, openToInspect } from '../../store/file/open.ts'
import { extentOf } from '../../store/inspect/extent.ts'
import { inspectionOf } from '../../store/inspect/inspection.ts'
import { type Message, message } from '../../words/message.ts'
import { Faults, type Tally, type VerifyReport } from './faults.ts'
import { examineGuards, examineNumberings } from './frame.ts'
import { compareOutside, type Outside, restoreRemarks } from './outside.ts'
import { examinePictures } from './pictures.ts'
import { examineReceipts } from './receipts.ts'
import { checkScratch, type Scratch } from './replayed.ts'
import { examineStore } from './store-work.ts'

/** What is checked, and with what it is compared. */
export interface VerifyOrder extends Outside {
  readonly database: string
  /** Null if the operator left the pictures out. */
  readonly objects: ObjectStore | null
  /** Where the log is replayed; null if the operator left the replay out. */
  readonly scratch: Scratch | null
  readonly onProgress: (progress: Share) => void
}

/**
 * Checks everything in a data folder, whether or not the service runs. Writes only a scratch file without a
 * name there, and keeps no read open longer than a few tenths of a second, except while checking a table's
 * pages.
 * @throws {OperatorFault} if there is no readable database, or no room for the scratch file
 */
export async function verify(order: VerifyOrder): Promise<VerifyReport> {
  const begunMs = performance.now()
  const db = openToInspect(order.database)
  const faults = new Faults()
  const unchecked: Message[] = []
  const remarks: Message[] = []
  try {
    const tally = await examine(db, order, faults, unchecked, remarks)
    const seconds = Math.round((performance.now() - begunMs) / 100) / 10
    const { clean, checks, ...found } = faults.report(tally)
    return { clean, seconds, checks, ...found, unchecked, remarks }
  } finally {
    db.close()
  }
}

async function examine(
  db: Db,
  order: VerifyOrder,
  faults: Faults,
  owed: Message[],
  remarks: Message[],
): Promise<Tally> {
  const { database, scratch, objects, onProgress } = order
  const { looked: guards, unusable } = examineGuards(db, faults)
  if (unusable.length > 0) {
    owed.push(message('verify.unusable', { names: { examples: unusable } }))
    return { guards }
  }
  if (scratch === null) owed.push(message('verify.quick'))
  else checkScratch(database, scratch)
  const exam = { inspection: inspectionOf(db), extent: extentOf(db), faults }
  examineNumberings(exam)
  const replayed = scratch === null ? null : { database, folder: scratch.folder }
  const ofStore = await examineStore(exam, { replayed, owed, onProgress })
  owed.push(...examineReceipts(exam, order))
  const evidence = await examinePictures(exam, objects, owed, onProgress)
  const outside = compareOutside(exam, order)
  owed.push(...outside.owed)
  remarks.push(...outside.remarks, ...restoreRemarks(exam.inspection))
  return { guards, ...ofStore, evidence, published: outside.compared }
}
