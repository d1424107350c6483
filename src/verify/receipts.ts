import { originOf } from '../domain/checkpoint.ts'
import { NoteFault, openNote, signedBy, type Vkey } from '../domain/note.ts'
import type { AttemptRow, BatchRow } from '../store/inspect/anchor-rows.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'

const ROWS_AT_ONCE = 256

/** Attempts to publish: of a root that is there, after it was made, and with a receipt for it and no other. */
export function examineReceipts(
  inspection: Inspection,
  { vkeys }: { readonly vkeys: readonly Vkey[] },
): Findings {
  const faults = new Faults()
  let after = 0
  let atMs = 0
  for (;;) {
    const attempts = inspection.anchors.attempts(after, ROWS_AT_ONCE)
    for (const attempt of attempts) {
      const where = `attempt ${attempt.n} to publish`
      const [batch] = inspection.anchors.batches(attempt.batch, attempt.batch)
      if (batch === undefined || attempt.atMs < batch.atMs || attempt.atMs < atMs)
        faults.add(
          'batch_out_of_order',
          where,
          'It is dated before its root or before the attempt before it.',
        )
      else if (attempt.publisher !== FOLDER && !attempt.publisher.startsWith(WITNESS))
        faults.add(
          'receipt_differs',
          where,
          `There is no publisher called ${JSON.stringify(attempt.publisher)}.`,
        )
      else if (!isReceiptFor(batch, attempt, vkeys))
        faults.add('receipt_differs', where, `Its receipt is not for root ${batch.n}.`)
      atMs = Math.max(atMs, attempt.atMs)
    }
    after = attempts.at(-1)?.n ?? after
    if (attempts.length < ROWS_AT_ONCE) return { listed: faults.listed, counts: faults.counts }
  }
}

/** How publishers are named in the database. */
const FOLDER = 'folder'
const WITNESS = 'witness '

/** A receipt of a folder is the name of the file; one of a witness, its signatures: known where its key is. */
function isReceiptFor(batch: BatchRow, { publisher, receipt }: AttemptRow, vkeys: readonly Vkey[]): boolean {
  if (receipt === null) return true
  if (publisher === FOLDER) return receipt === fileOf(batch)
  const vkey = vkeys.find(({ name }) => `${WITNESS}${name}` === publisher)
  return vkey === undefined || isSigned(batch.checkpoint + receipt, vkey)
}

const fileOf = ({ incarnation, treeSize, auditN }: BatchRow): string => {
  const digits = (n: number) => String(n).padStart(12, '0')
  const folder = originOf(incarnation).split('/')[1]
  return `${folder}/${digits(treeSize)}-${digits(auditN)}.checkpoint`
}

function isSigned(note: string, vkey: Vkey): boolean {
  try {
    return signedBy(openNote(note), vkey)
  } catch (error) {
    if (error instanceof NoteFault) return false
    throw error
  }
}
