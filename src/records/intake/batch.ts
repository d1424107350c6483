import { Problem } from '../../base/problem.ts'
import type { Prepared } from '../../domain/draft-shape.ts'
import type { Appended } from './author.ts'
import { inReferenceOrder } from './order.ts'

export interface Refused {
  readonly id: string
  readonly problem: Problem
}

/** The audit log lists at most this many refusals of a batch: a device may send the same batch for days. */
const REFUSALS_TOLD = 10

/** A batch of records. Each record is appended after the records of the batch that it acts on. */
export class Batch {
  /** The result of each record, in the order sent; missing until the record is done. */
  readonly results: (Appended | Problem)[]
  readonly #drafts: readonly Prepared[]
  readonly #order: readonly number[]
  /** Index of the next record; -1 after the last. */
  #place: number
  #taken = 0
  #written = 0
  #told = 0
  #newlyDone: (Appended | Problem)[] = []

  constructor(drafts: readonly Prepared[]) {
    this.#drafts = drafts
    this.#order = inReferenceOrder(drafts)
    this.#place = this.#order[0] ?? -1
    this.results = new Array(drafts.length)
  }

  /** Number of records that have a result. */
  get taken(): number {
    return this.#taken
  }

  /** Number of new records. They are on the disk once the job that appended them has committed. */
  get written(): number {
    return this.#written
  }

  get isWhole(): boolean {
    return this.#taken === this.#order.length
  }

  /** Returns the next record to append; null after the last. */
  next(): Prepared | null {
    return this.#drafts[this.#place] ?? null
  }

  /** Sets the result of the record that `next` returned. */
  done(result: Appended | Problem): void {
    this.results[this.#place] = result
    this.#newlyDone.push(result)
    this.#taken++
    this.#place = this.#order[this.#taken] ?? -1
    if (!(result instanceof Problem) && result.status === 'accepted') this.#written++
  }

  /** Returns the results added since the last call. */
  newlyDone(): readonly (Appended | Problem)[] {
    const done = this.#newlyDone
    this.#newlyDone = []
    return done
  }

  /** Returns the refusals that the audit log may still list one by one. */
  tell(refused: readonly Refused[]): readonly Refused[] {
    const told = refused.slice(0, REFUSALS_TOLD - this.#told)
    this.#told += told.length
    return told
  }
}
