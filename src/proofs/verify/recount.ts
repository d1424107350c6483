import { Sums, type SumsJson } from '../../domain/tally/sums.ts'
import { CHECKPOINT_FORMAT, type TallyCheckpoint } from '../../store/tally-rows.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'

/** The sums behind the metrics that depend on single entries. The others are not recomputed here. */
const COUNTED = [
  'records',
  'delegatedRecords',
  'delegations',
  'objectionsLodged',
  'objectionsWithdrawn',
  'objections',
  'requests',
  'answers',
  'openAtMs',
  'answeredMs',
  'answeredMsMax',
  'notificationsTold',
] as const satisfies readonly (keyof SumsJson)[]

/** Compares the newest sums, which the program would start with, with the counts of the log up to there. */
export class Recount {
  /** The last entry of the newest sums; 0 if there are none. */
  readonly throughSeq: number
  readonly #inspection: Inspection
  readonly #sums = new Sums()

  constructor(inspection: Inspection) {
    this.#inspection = inspection
    this.throughSeq = inspection.journals.newestTally()
  }

  /** Adds the counts of a range of the log. */
  add(counts: SumsJson): void {
    this.#sums.add(Sums.from(counts))
  }

  /** @param newest the log's newest entry that counts */
  examine(newest: number, faults: Faults): void {
    const kept = this.#inspection.journals.tallies(this.throughSeq - 1, 1)[0]
    // Newer sums than this run are left for the next.
    if (kept === undefined || this.throughSeq > this.#inspection.extent().entries) {
      if (kept !== undefined) faults.add('sums_differ', this.#where, 'There is no such entry.')
      return
    }
    const checkpoint = parsed(kept.sums)
    if (checkpoint === null) faults.add('sums_differ', this.#where, 'They cannot be read.')
    else if (checkpoint.format === CHECKPOINT_FORMAT && this.throughSeq <= newest)
      for (const name of differingSums(checkpoint.sums, this.#sums))
        faults.add('sums_differ', this.#where, `"${name}" is not what a recount gives.`)
  }

  get #where(): string {
    return `sums up to entry ${this.throughSeq}`
  }
}

function parsed(text: string): TallyCheckpoint | null {
  try {
    const checkpoint = JSON.parse(text) as TallyCheckpoint | null
    return typeof checkpoint?.sums === 'object' ? checkpoint : null
  } catch {
    return null
  }
}

/** Names of the counts that differ. */
function differingSums(kept: SumsJson, recounted: Sums): string[] {
  const made = recounted.toJSON()
  return COUNTED.filter((name) => asText(kept[name]) !== asText(made[name]))
}

/** With members sorted, since a map keeps its order of insertion. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  )
