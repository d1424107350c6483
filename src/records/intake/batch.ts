import { Problem } from '../../base/problem.ts'
import type { Prepared } from '../../domain/draft-shape.ts'
import type { Appended } from './intake.ts'
import { inReferenceOrder } from './order.ts'

export interface Refused {
  readonly id: string
  readonly problem: Problem
}

/** So many refusals of one batch stand in the audit log one by one: a device may send the same batch for days. */
const REFUSALS_TOLD = 10

/** Records that came together, on their way in. Each is taken after those of the same batch that it acts on. */
export class Batch {
  /** One for each, in the order given; those not taken yet are missing. */
  readonly results: (Appended | Problem)[]
  readonly #drafts: readonly Prepared[]
  readonly #order: readonly number[]
  #taken = 0
  #written = 0
  #told = 0
  #seen = 0

  constructor(drafts: readonly Prepared[]) {
    this.#drafts = drafts
    this.#order = inReferenceOrder(drafts)
    this.results = new Array(drafts.length)
  }

  /** How many have their result. */
  get taken(): number {
    return this.#taken
  }

  /** How many are new on the disk, once what took them is. */
  get written(): number {
    return this.#written
  }

  get isWhole(): boolean {
    return this.#taken === this.#order.length
  }

  /** The next one to be taken; null when all were. */
  next(): { readonly draft: Prepared } | null {
    const index = this.#order[this.#taken]
    return index === undefined ? null : { draft: this.#drafts[index] as Prepared }
  }

  /** What became of the one that `next` gave. */
  done(result: Appended | Problem): void {
    this.results[this.#order[this.#taken] as number] = result
    this.#taken++
    if (!(result instanceof Problem) && result.status === 'accepted') this.#written++
  }

  /** Results that were found since this was last asked. */
  newlyDone(): readonly (Appended | Problem)[] {
    const indexes = this.#order.slice(this.#seen, this.#taken)
    this.#seen = this.#taken
    return indexes.map((i) => this.results[i] as Appended | Problem)
  }

  /** Those of these refusals that may still stand in the audit log one by one. */
  tell(refused: readonly Refused[]): readonly Refused[] {
    const told = refused.slice(0, REFUSALS_TOLD - this.#told)
    this.#told += told.length
    return told
  }
}
