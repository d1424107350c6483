import { join, resolve } from 'node:path'
import { errorMessage } from '../../base/error-kinds.ts'
import { originOf } from '../../domain/checkpoint.ts'
import type { Vkey } from '../../domain/note.ts'
import type { Batch } from '../../store/anchors.ts'
import { several } from '../../words/english.ts'
import { placeOf } from '../anchor/folder-publisher.ts'
import { isSigned } from './anchors.ts'
import type { Examination } from './faults.ts'
import type { Outside } from './outside.ts'
import { textOf } from './published.ts'

/**
 * Checks the attempts to publish: each must be for an existing root, and its receipt for that root.
 * @returns what could not be compared, in sentences
 */
export function examineReceipts({ inspection, faults }: Examination, outside: Outside): string[] {
  const receipts = new Receipts(outside)
  for (const { n, batch: of, publisher, receipt } of inspection.attempts()) {
    const where = `attempt ${n} to publish`
    const [batch] = inspection.batches(of, of)
    if (batch === undefined)
      faults.add('batch_out_of_order', where, `It was for root ${of}, which does not exist.`)
    else {
      const why = receipts.whyNotFor(batch, publisher, receipt)
      if (why !== null) faults.add('receipt_differs', where, why)
    }
  }
  return receipts.owed()
}

/** How publishers are named in the database. */
const FOLDER = 'folder'
const WITNESS = 'witness '

const fileOf = ({ incarnation, ...batch }: Batch): string =>
  placeOf({ origin: originOf(incarnation), ...batch })

/** Checks receipts: that of a folder is the name of the file, that of a witness its signatures. */
class Receipts {
  readonly #vkeys: readonly Vkey[]
  readonly #folder: string | null
  /** Number of witness receipts that cannot be verified here. */
  readonly #unknown = new Map<string, number>()
  readonly #notThere: string[] = []
  #unreadable: string | null = null

  constructor({ vkeys, publisher }: Outside) {
    this.#vkeys = vkeys
    this.#folder = publisher?.kind === 'folder' ? resolve(publisher.path) : null
  }

  /** Returns why a receipt is not for a root, in a sentence; null if it is, or if that cannot be known. */
  whyNotFor(batch: Batch, publisher: string, receipt: string | null): string | null {
    if (publisher !== FOLDER && !publisher.startsWith(WITNESS))
      return `There is no publisher called ${JSON.stringify(publisher)}.`
    if (receipt === null) return null
    const isFor =
      publisher === FOLDER
        ? receipt === fileOf(batch)
        : this.#isOfWitness(publisher.slice(WITNESS.length), batch.checkpoint + receipt)
    if (!isFor) return `Its receipt is not for root ${batch.n}.`
    return publisher === FOLDER && this.#folder !== null ? this.#whyOther(batch, this.#folder) : null
  }

  owed(): string[] {
    const folder = this.#folder
    const sentences = [...this.#unknown].map(
      ([name, count]) =>
        `${several(count, 'receipt', 'receipts')} of the witness ${name} could not be verified: its key is not in the settings. Set it with GRANARY_ANCHOR_PUBLISHER_KEY.`,
    )
    if (this.#notThere.length > 0)
      sentences.push(
        `${this.#notThere.length} checkpoints that were published to a folder are not in ${folder}, the last of them ${this.#notThere.at(-1)}: look for them where that folder is copied to, or name one of them with --checkpoint.`,
      )
    if (this.#unreadable !== null)
      sentences.push(`Not every checkpoint in ${folder} could be read: ${this.#unreadable}.`)
    return sentences
  }

  #isOfWitness(name: string, note: string): boolean {
    const vkey = this.#vkeys.find((known) => known.name === name)
    if (vkey !== undefined) return isSigned(note, () => vkey)
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1)
    return true
  }

  /** Returns how the receipt's file differs from the published checkpoint; null if it does not. */
  #whyOther(batch: Batch, folder: string): string | null {
    const file = fileOf(batch)
    try {
      const note = textOf(join(folder, file))
      if (note === null) this.#notThere.push(file)
      else if (note !== batch.checkpoint)
        return `The published file ${file} does not contain the checkpoint of root ${batch.n}.`
    } catch (error) {
      this.#unreadable = errorMessage(error)
    }
    return null
  }
}
