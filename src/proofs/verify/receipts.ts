import { join, resolve } from 'node:path'
import { errorMessage } from '../../base/error-kinds.ts'
import { originOf } from '../../domain/checkpoint.ts'
import { type Note, NoteFault, openNote, signedBy, type Vkey } from '../../domain/note.ts'
import type { AnchorBatch } from '../../store/acts/anchors.ts'
import { type Message, message } from '../../words/message.ts'
import { placeOf } from '../anchor/folder-publisher.ts'
import type { Examination } from './faults.ts'
import type { Outside } from './outside.ts'
import { textOf } from './published.ts'

/**
 * Checks the attempts to publish: each must be for an existing root, and its receipt for that root.
 * @returns what could not be compared
 */
export function examineReceipts({ inspection, faults }: Examination, outside: Outside): Message[] {
  const receipts = new Receipts(outside)
  for (const { n, batch: of, publisher, receipt } of inspection.attempts()) {
    const where = message('verify.at.attempt', { n })
    const [batch] = inspection.batches(of, of)
    if (batch === undefined)
      faults.add('batch_out_of_order', where, message('verify.found.attemptRoot', { n: of }))
    else {
      const why = receipts.whyNotFor(batch, publisher, receipt)
      if (why !== null) faults.add('receipt_differs', where, why)
    }
  }
  return receipts.owed()
}

/** Returns the parsed note; null if it is none. */
function noteIn(text: string): Note | null {
  try {
    return openNote(text)
  } catch (error) {
    if (error instanceof NoteFault) return null
    throw error
  }
}

/** How publishers are named in the database. */
const FOLDER = 'folder'
const WITNESS = 'witness '

const fileOf = ({ incarnation, ...batch }: AnchorBatch): string =>
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

  /** Returns why a receipt is not for a root; null if it is, or if that cannot be known. */
  whyNotFor(batch: AnchorBatch, publisher: string, receipt: string | null): Message | null {
    if (publisher !== FOLDER && !publisher.startsWith(WITNESS))
      return message('verify.found.noPublisher', { name: JSON.stringify(publisher) })
    if (receipt === null) return null
    const isFor =
      publisher === FOLDER
        ? receipt === fileOf(batch)
        : this.#isOfWitness(publisher.slice(WITNESS.length), batch.checkpoint + receipt)
    if (!isFor) return message('verify.found.otherReceipt', { n: batch.n })
    return publisher === FOLDER && this.#folder !== null ? this.#whyOther(batch, this.#folder) : null
  }

  owed(): Message[] {
    const folder = this.#folder
    const owed = [...this.#unknown].map(([name, count]) => message('verify.witnessKey', { name, count }))
    const last = this.#notThere.at(-1)
    if (folder !== null && last !== undefined)
      owed.push(message('verify.notThere', { count: this.#notThere.length, folder, last }))
    if (folder !== null && this.#unreadable !== null)
      owed.push(message('verify.folderUnread', { folder, error: this.#unreadable }))
    return owed
  }

  /** @param names of witnesses, with a comma between: those that signed need not be all */
  #isOfWitness(names: string, text: string): boolean {
    const note = noteIn(text)
    if (note === null) return false
    const isLineOf = ({ name, keyId }: Vkey) =>
      note.signatures.some((one) => one.name === name && one.keyId.equals(keyId))
    const asked = names.split(', ')
    if (!note.signatures.some(({ name }) => asked.includes(name))) return false
    const signers = this.#vkeys.filter((vkey) => asked.includes(vkey.name) && isLineOf(vkey))
    if (signers.length > 0) return signers.every((vkey) => signedBy(note, vkey))
    this.#unknown.set(names, (this.#unknown.get(names) ?? 0) + 1)
    return true
  }

  /** Returns how the receipt's file differs from the published checkpoint; null if it does not. */
  #whyOther(batch: AnchorBatch, folder: string): Message | null {
    const file = fileOf(batch)
    try {
      const note = textOf(join(folder, file))
      if (note === null) this.#notThere.push(file)
      else if (note !== batch.checkpoint) return message('verify.found.otherFile', { file, n: batch.n })
    } catch (error) {
      this.#unreadable = errorMessage(error)
    }
    return null
  }
}
