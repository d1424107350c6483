import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { must } from '../../base/typed.ts'
import { batchState, isStale } from '../../domain/anchoring.ts'
import { AUDIT_HEAD, auditHeadSaid, checkpointText, originOf } from '../../domain/checkpoint.ts'
import { consistencyPath, inclusionPath, rootOf } from '../../domain/merkle.ts'
import { cosigners, signNote, vkeyOf } from '../../domain/note.ts'
import { formatInstant } from '../../domain/time.ts'
import type { NewRoot } from '../../records/sync/changes.ts'
import type { AnchorBatch, Attempt } from '../../store/acts/anchors.ts'
import type { Store } from '../../store/store.ts'
import type { AnchorKey, AnchorRoots, ConsistencyProof, InclusionProof } from './anchor-shapes.ts'
import type { LogKey } from './log-key.ts'
import { WITNESS } from './witness-publisher.ts'

/** The state of the publication of roots (contract §14). Times are in milliseconds. */
export interface Anchoring {
  readonly isConfigured: boolean
  /** Null if no root was ever published. */
  readonly newestRootAtMs: number | null
  /** When the oldest log entry not covered by a published root was received; null when all are covered. */
  readonly oldestUnanchoredAtMs: number | null
  readonly batchesPending: number
  readonly batchesFailed: number
  /** Publication is overdue; always false without a publisher. */
  readonly isStale: boolean
}

/** Makes roots and proofs. Call every method but `figures` inside a job. */
export class AnchorService {
  readonly #store: Store
  readonly #key: LogKey
  readonly #isConfigured: boolean

  constructor(store: Store, key: LogKey, isConfigured: boolean) {
    this.#store = store
    this.#key = key
    this.#isConfigured = isConfigured
  }

  /** The name of this log. A restore changes it. */
  get origin(): string {
    return originOf(this.#store.appliance.incarnation)
  }

  /** Returns the current verifier key, and earlier ones: from before a restore, or replaced. */
  key(): AnchorKey {
    const publicKey = this.#key.publicKey()
    const vkey = vkeyOf(this.origin, publicKey)
    const { anchors, appliance } = this.#store
    const all = appliance.incarnations.flatMap((incarnation) =>
      anchors.keys().map((key) => vkeyOf(originOf(incarnation), key)),
    )
    return { origin: this.origin, vkey, earlier: all.filter((text) => text !== vkey) }
  }

  /** Whether entries of the log or the audit log are not yet covered by a batch of this origin. */
  get hasGrown(): boolean {
    const { log, audit, anchors, appliance } = this.#store
    const newest = anchors.newest()
    if (log.size === 0) return false
    return !(
      newest?.incarnation.equals(appliance.incarnation) &&
      newest.treeSize === log.size &&
      newest.auditN === audit.head.n
    )
  }

  /**
   * Makes a root over the whole log.
   * @returns null when nothing was added since the newest batch
   * @throws {OperatorFault} when the key is lost
   * @throws {Problem} clock_in_doubt
   */
  makeBatch(): AnchorBatch | null {
    this.#store.clock.check()
    if (!this.hasGrown) return null
    const { acts, log, tree, audit, anchors, appliance, writer } = this.#store
    const privateKey = this.#key.privateKey()
    // Read after the key, because its first use adds an entry to both logs.
    const { head } = audit
    const id = uuidv7()
    const said = { id, ...auditHeadSaid(head), received_at: formatInstant(writer.nowMs) }
    acts.append(AUDIT_HEAD, id, writer.nowMs, said)
    const treeSize = log.size
    const root = rootOf(treeSize, tree.subtrees)
    const text = checkpointText({ origin: this.origin, size: treeSize, root, audit: null })
    return anchors.addBatch({
      atMs: writer.nowMs,
      incarnation: appliance.incarnation,
      treeSize,
      root,
      auditN: head.n,
      auditHash: head.hash,
      checkpoint: signNote(text, this.origin, privateKey),
    })
  }

  /**
   * Proves an entry against the newest published tree that contains it, or else the newest tree.
   * @returns null while no batch covers it
   */
  inclusion(seq: number): InclusionProof | null {
    const { anchors, tree } = this.#store
    const published = anchors.newestPublished()
    const batch = published && published.treeSize >= seq ? published : anchors.newest()
    const leaf = tree.leaf(seq)
    if (!leaf || !batch || batch.treeSize < seq) return null
    return {
      leaf_index: seq - 1,
      tree_size: batch.treeSize,
      salt: leaf.salt.toString('base64'),
      digest: leaf.digest.toString('base64'),
      path: inclusionPath(seq - 1, batch.treeSize, tree.subtrees).map(base64),
      root: base64(batch.root),
      checkpoint: batch.checkpoint + this.#cosignatures(batch),
    }
  }

  /**
   * Proves that one tree is the beginning of another. Unverified callers may ask about published sizes only.
   * @throws {Problem} not_found: no batch of that size for this caller
   */
  consistency(from: number, to: number, isVerified: boolean): ConsistencyProof {
    const batches = [from, to].map((size) => {
      const found = this.#store.anchors.ofSize(size)
      return found.find(({ n }) => isVerified || this.#store.anchors.isPublished(n))
    })
    const [earlier, later] = batches
    if (!earlier || !later) throw new Problem('not_found')
    return {
      from,
      to,
      from_root: base64(earlier.root),
      to_root: base64(later.root),
      path: consistencyPath(from, to, this.#store.tree.subtrees).map(base64),
    }
  }

  /**
   * Returns the newest root of this log for a reader of the change feed who knows the root of an earlier tree of it.
   * @param from that tree's size; 0 if the reader knows none
   * @returns null if there is no newer root
   */
  rootAfter(from: number): NewRoot | null {
    const { anchors, appliance, parties, tree } = this.#store
    const newest = anchors.newest()
    // A restore renames the log, and the roots of its former name are no news of this one.
    if (!newest?.incarnation.equals(appliance.incarnation) || newest.treeSize <= from) return null
    const { treeSize, checkpoint } = newest
    return {
      treeSize,
      source: {
        cooperative: parties.id(must(appliance.cooperative)),
        log: this.origin,
        key: vkeyOf(this.origin, must(anchors.keyOf(treeSize))),
        checkpoint: checkpoint + this.#cosignatures(newest),
        consistency: from === 0 ? [] : consistencyPath(from, treeSize, tree.subtrees).map(base64),
      },
    }
  }

  /** Returns the published roots before a place in the list, newest first. */
  roots(before: number, count: number): AnchorRoots {
    const { anchors } = this.#store
    const found = anchors.publishedBefore(before, count + 1)
    const shown = found.slice(0, count)
    return {
      roots: shown.map((batch) => this.#asRoot(batch)),
      next: found.length > count ? String(shown.at(-1)?.n) : null,
    }
  }

  #asRoot(batch: AnchorBatch): AnchorRoots['roots'][number] {
    const { atMs, publisher, receipt } = must(this.#published(batch))
    return {
      tree_size: batch.treeSize,
      root: base64(batch.root),
      made_at: formatInstant(batch.atMs),
      published_at: formatInstant(atMs),
      publisher,
      receipt: must(receipt),
      witnesses: this.#witnesses(batch),
      checkpoint: batch.checkpoint,
    }
  }

  /** Returns the figures for metrics. Reads only a few rows. */
  figures(nowMs: number): Anchoring {
    const { anchors } = this.#store
    const published = anchors.newestPublished()
    const { pending, failed } = anchors.unpublished()
    const oldestUnanchoredAtMs = anchors.receivedAtMs((published?.treeSize ?? 0) + 1) ?? null
    return {
      isConfigured: this.#isConfigured,
      newestRootAtMs: published === undefined ? null : (this.#published(published)?.atMs ?? null),
      oldestUnanchoredAtMs,
      batchesPending: pending,
      batchesFailed: failed,
      isStale: isStale(this.#isConfigured, oldestUnanchoredAtMs, nowMs),
    }
  }

  /** Returns the newest batches, each with its state. */
  batches(count: number) {
    const { anchors } = this.#store
    const publishedN = anchors.newestPublished()?.n ?? 0
    return anchors.before(Number.MAX_SAFE_INTEGER, count).map((batch) => {
      const attempts = anchors.attempts(batch.n)
      const last = attempts.at(-1)
      return {
        made_at: formatInstant(batch.atMs),
        tree_size: batch.treeSize,
        root: base64(batch.root),
        state: batchState({
          isPublished: attempts.some(({ receipt }) => receipt !== null),
          failures: attempts.length,
          isLaterPublished: publishedN > batch.n,
        }),
        attempts: attempts.length,
        reason: last?.reason ?? null,
        receipt: this.#published(batch)?.receipt ?? null,
        witnesses: this.#witnesses(batch),
      }
    })
  }

  #published(batch: AnchorBatch): Attempt | undefined {
    return this.#store.anchors.publication(batch.n)
  }

  #witnesses(batch: AnchorBatch): AnchorRoots['roots'][number]['witnesses'] {
    return cosigners(this.#cosignatures(batch)).map(({ name, atMs }) => ({
      name,
      signed_at: atMs === null ? null : formatInstant(atMs),
    }))
  }

  /** Returns the signature lines of witnesses, to be added below the log's own. */
  #cosignatures(batch: AnchorBatch): string {
    const attempt = this.#published(batch)
    return attempt?.publisher.startsWith(WITNESS) ? must(attempt.receipt) : ''
  }
}

const base64 = (hash: Buffer): string => hash.toString('base64')
