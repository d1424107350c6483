import { backOffMs } from '../../domain/anchoring.ts'
import { originOf } from '../../domain/checkpoint.ts'
import { consistencyPath, rootOf } from '../../domain/merkle.ts'
import type { AnchorBatch } from '../../store/acts/anchors.ts'
import type { Store } from '../../store/store.ts'
import { PublicationFault, type Publisher } from './publisher.ts'

/** Outcome of an attempt: nothing to publish, too soon after a failure, published, or why it failed. */
export type Sent = 'nothing' | 'later' | 'published' | PublicationFault

/**
 * Publishes the newest batch, which covers the earlier ones. One attempt at a time; after each failure the
 * pause doubles.
 */
export class Sending {
  readonly #store: Store
  readonly #publisher: Publisher | null
  #running: Promise<Sent> | null = null
  /** No automatic attempt is made before this time, by the monotonic clock. */
  #notBefore = Number.NEGATIVE_INFINITY

  constructor(store: Store, publisher: Publisher | null) {
    this.#store = store
    this.#publisher = publisher
  }

  get publisher(): Publisher | null {
    return this.#publisher
  }

  /** Publishes the newest batch, if that is due. @param isAsked the operator asked to publish now */
  async send(isAsked: boolean): Promise<Sent> {
    // A running attempt may publish an older batch.
    if (isAsked) await this.#running?.catch(() => {})
    this.#running ??= this.#sendNewest(isAsked).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /**
   * Compares the newest published root of this origin with what the publisher holds.
   * @returns null when nothing was published under this origin, such as after a restore, which renames the
   * log
   * @throws {PublicationFault}
   */
  async compare(): Promise<AnchorBatch | null> {
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
    const { receipt, fault } = await publisher.publish(this.#publicationOf(batch)).then(
      (receipt) => ({ receipt, fault: null }),
      (error: unknown) => {
        if (error instanceof PublicationFault) return { receipt: null, fault: error }
        throw error
      },
    )
    await this.#store.writer.submit(() => {
      const atMs = this.#store.writer.nowMs
      anchors.addAttempt(batch.n, { atMs, publisher: publisher.name, receipt, reason: fault?.what ?? null })
    })
    const failures = anchors.failuresInARow()
    this.#notBefore = performance.now() + backOffMs(failures)
    return fault ?? 'published'
  }

  #publicationOf(batch: AnchorBatch) {
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
