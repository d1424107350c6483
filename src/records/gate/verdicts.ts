import { must } from '../../base/typed.ts'
import type { EuFault } from '../../domain/eu-outline.ts'

/** Maximum findings kept: enough for every plot of a large cooperative, in a few megabytes. */
const MOST = 100_000

/**
 * Findings on records that never change, by record number or by two of them. A record may be too long to keep
 * in memory; a finding is not.
 */
export class Verdicts<Finding = boolean, Key = number> {
  readonly #most: number
  readonly #known = new Map<Key, Finding>()

  constructor(most = MOST) {
    this.#most = most
  }

  of(record: Key, judge: () => Finding): Finding {
    const known = this.#known.get(record)
    if (known !== undefined) return known
    const verdict = judge()
    this.#known.set(record, verdict)
    if (this.#known.size > this.#most) this.#known.delete(must(this.#known.keys().next().value))
    return verdict
  }

  /** After a rollback, another record may get the same number. */
  forget(): void {
    this.#known.clear()
  }
}

/** Findings on the outlines of plots. */
export class Outlines {
  readonly valid = new Verdicts()
  readonly euFaults = new Verdicts<readonly EuFault[]>()
  readonly hectares = new Verdicts<number | null>()
  readonly outsideCountry = new Verdicts()
  /** By the numbers of two records, the smaller one first. */
  readonly overlaps = new Verdicts<boolean, string>()
  readonly touching = new Verdicts<boolean, string>()

  forget(): void {
    this.valid.forget()
    this.euFaults.forget()
    this.hectares.forget()
    this.outsideCountry.forget()
    this.overlaps.forget()
    this.touching.forget()
  }
}
