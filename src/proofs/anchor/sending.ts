import { backOffMs } from '../../domain/anchoring.ts'
import { originOf } from '../../domain/checkpoint.ts'
import { consistencyPath, rootOf } from '../../domain/merkle.ts'
import type { Batch } from '../../store/anchors.ts'
import type { Store } from '../../store/store.ts'
import { PublicationFault, type Publisher } from './publisher.ts'

/** What came of sending: nothing was owed, or it was too soon, or it went out or failed. */
export type Sent = 'nothing' | 'later' | 'published' | { readonly reason: string }

/**
 * Brings the newest batch to the publisher. The others go with it: each tree is the beginning of the next. One attempt
 * at a time, and after a failure a pause that doubles.
 */
export class Sending {
  readonly #store: Store
  readonly #publisher: Publisher | null
  #running: Promise<Sent> | null = null
  /** By the clock that nobody sets: before it, no attempt is made of itself. */
  #notBefore = Number.NEGATIVE_INFINITY

  constructor(store: Store, publisher: Publisher | null) {
    this.#store = store
    this.#publisher = publisher
  }

  get publisher(): Publisher | null {
    return this.#publisher
  }

  /** @param isAsked the operator wants it now */
  async send(isAsked: boolean): Promise<Sent> {
    // What is under way may be of an older batch than the one that is meant now.
    if (isAsked) await this.#running?.catch(() => {})
    this.#running ??= this.#sendNewest(isAsked).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /**
   * Shows the publisher the newest root it has of this life of the log, so that it can contradict.
   * @returns null when it has none: after a restore the log has another name
   * @throws {PublicationFault}
   */
  async compare(): Promise<Batch | null> {
    const { anchors, appliance } = this.#store
    const batch = anchors.newestPublished()
    if (this.#publisher === null || !batch?.incarnation.equals(appliance.incarnation)) return null
    await this.#publisher.publish(this.#publicationOf(batch))
    return batch
  }

  async #sendNewest(isAsked: boolean): Promise<Sent> {
    const { anchors } = this.#store
    const publisher = this.#publisher
    const batch = anchors.newest()
    if (publisher === null || !batch || anchors.isPublished(batch.n)) return 'nothing'
    if (!isAsked && performance.now() < this.#notBefore) return 'later'
    const outcome = await publisher.publish(this.#publicationOf(batch)).then(
      (receipt) => ({ receipt, reason: null }),
      (error: unknown) => {
        if (error instanceof PublicationFault) return { receipt: null, reason: error.message }
        throw error
      },
    )
    await this.#store.writer.submit(() => {
      const atMs = this.#store.writer.nowMs
      anchors.addAttempt(batch.n, { atMs, publisher: publisher.name, ...outcome })
    })
    const failures = anchors.failuresInARow()
    this.#notBefore = performance.now() + backOffMs(failures)
    return outcome.reason === null ? 'published' : { reason: outcome.reason }
  }

  #publicationOf(batch: Batch) {
    const { anchors, tree } = this.#store
    const known = anchors.newestPublished()
    const isSameLife = known?.incarnation.equals(batch.incarnation) === true
    return {
      checkpoint: batch.checkpoint,
      origin: originOf(batch.incarnation),
      treeSize: batch.treeSize,
      auditN: batch.auditN,
      knownSize: isSameLife ? known.treeSize : 0,
      consistencyFrom: (size: number) => consistencyPath(size, batch.treeSize, tree.subtrees),
      rootAt: (size: number) => rootOf(size, tree.subtrees),
    }
  }
}
