import { join, resolve } from 'node:path'
import type { PublisherPlace } from '../../config/addresses.ts'
import { originOf } from '../../domain/checkpoint.ts'
import { NoteFault, openNote, signedBy, type Vkey } from '../../domain/note.ts'
import type { AttemptRow, BatchRow } from '../../store/inspect/anchor-rows.ts'
import { several } from '../../text/phrases.ts'
import { Faults, type Findings } from './faults.ts'
import type { Inspection } from './inspection.ts'
import { textOf } from './publisher-folder.ts'

const ROWS_AT_ONCE = 256

/** The log that receipts are compared with. */
export interface ReceiptsOrder {
  /** Keys of witnesses. */
  readonly vkeys: readonly Vkey[]
  readonly publisher: PublisherPlace
}

export interface ReceiptsOutcome {
  readonly findings: Findings
  /** What could not be compared, in sentences. */
  readonly owed: readonly string[]
}

/** Attempts to publish: each of an existing root, with a receipt for that root. */
export function examineReceipts(
  inspection: Inspection,
  { vkeys, publisher }: ReceiptsOrder,
): ReceiptsOutcome {
  const faults = new Faults()
  const receipts = new Receipts(vkeys, publisher?.kind === 'folder' ? resolve(publisher.path) : null)
  let after = 0
  for (;;) {
    const attempts = inspection.anchors.attempts(after, ROWS_AT_ONCE)
    for (const attempt of attempts) {
      const where = `attempt ${attempt.n} to publish`
      const [batch] = inspection.anchors.batches(attempt.batch, attempt.batch)
      if (batch === undefined)
        faults.add('batch_out_of_order', where, `Root ${attempt.batch}, which it was for, is not there.`)
      else {
        const why = receipts.whyNotFor(batch, attempt)
        if (why !== null) faults.add('receipt_differs', where, why)
      }
    }
    after = attempts.at(-1)?.n ?? after
    if (attempts.length < ROWS_AT_ONCE)
      return { findings: { listed: faults.listed, counts: faults.counts }, owed: receipts.owed() }
  }
}

/** How publishers are named in the database. */
const FOLDER = 'folder'
const WITNESS = 'witness '

/** A receipt of a folder is the name of the file; one of a witness, its signatures. */
class Receipts {
  readonly #vkeys: readonly Vkey[]
  readonly #folder: string | null
  /** Number of witness receipts that cannot be verified here. */
  readonly #unknown = new Map<string, number>()
  readonly #notThere: string[] = []
  #unreadable: string | null = null

  constructor(vkeys: readonly Vkey[], folder: string | null) {
    this.#vkeys = vkeys
    this.#folder = folder
  }

  /** A sentence; null if the receipt is for the root, or this cannot be known. */
  whyNotFor(batch: BatchRow, { publisher, receipt }: AttemptRow): string | null {
    if (publisher !== FOLDER && !publisher.startsWith(WITNESS))
      return `There is no publisher called ${JSON.stringify(publisher)}.`
    if (receipt === null) return null
    const isFor = publisher === FOLDER ? receipt === fileOf(batch) : this.#isSigned(batch, publisher, receipt)
    if (!isFor) return `Its receipt is not for root ${batch.n}.`
    return publisher === FOLDER && this.#folder !== null ? this.#whyOther(batch, this.#folder) : null
  }

  owed(): string[] {
    const folder = this.#folder
    const sentences = [...this.#unknown].map(
      ([name, count]) =>
        `${several(count, 'receipt', 'receipts')} of the witness ${name} could not be verified: its key is not among the settings. Name it with GRANARY_ANCHOR_PUBLISHER_KEY.`,
    )
    if (this.#notThere.length > 0)
      sentences.push(
        `${this.#notThere.length} checkpoints that were published to a folder are not in ${folder}, the last of them ${this.#notThere.at(-1)}: look for them where that folder is carried to, or name one of them with --checkpoint.`,
      )
    if (this.#unreadable !== null)
      sentences.push(`Not every checkpoint in ${folder} could be read: ${this.#unreadable}.`)
    return sentences
  }

  #isSigned({ checkpoint }: BatchRow, publisher: string, receipt: string): boolean {
    const name = publisher.slice(WITNESS.length)
    const vkey = this.#vkeys.find((known) => known.name === name)
    if (vkey !== undefined) return isSigned(checkpoint + receipt, vkey)
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1)
    return true
  }

  /** The file that the receipt names, if it exists, holds what was published. */
  #whyOther(batch: BatchRow, folder: string): string | null {
    const file = fileOf(batch)
    try {
      const note = textOf(join(folder, file))
      if (note === null) this.#notThere.push(file)
      else if (note !== batch.checkpoint)
        return `The file ${file}, which was published, says something else than root ${batch.n}.`
    } catch (error) {
      this.#unreadable = (error as Error).message
    }
    return null
  }
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
