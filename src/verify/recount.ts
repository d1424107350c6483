import type { ObjectionEffect } from '../domain/objection.ts'
import type { LawfulBasis } from '../domain/shapes.ts'
import { isFinancial } from '../domain/tally/record.ts'
import { Sums, type SumsJson } from '../domain/tally/sums.ts'
import type { RecordBody } from '../domain/types/index.ts'
import type { ActEntry } from '../store/act-rows.ts'
import type { StoredRecord } from '../store/records.ts'
import { CHECKPOINT_FORMAT, type TallyCheckpoint } from '../store/tally-rows.ts'
import type { Faults } from './faults.ts'
import type { Inspection } from './inspection.ts'

/**
 * Those of the sums behind the metrics that each entry adds to by itself. Kilograms and waiting times also ask how
 * chains and duties stood at each moment; they are not made again here.
 */

interface RecordsById {
  record(id: string): StoredRecord | undefined
}

export function countRecord(sums: Sums, body: RecordBody, records: RecordsById): void {
  const financial = isFinancial(body, (id) => records.record(id)?.body)
  sums.record(body.lawful_basis as LawfulBasis, financial, body.on_behalf_of !== undefined)
}

export function countAct(sums: Sums, { kind, body }: ActEntry): void {
  if (kind === 'delegation') sums.delegations++
  else if (kind === 'objection') sums.objection(body.effect as ObjectionEffect)
  else if (kind === 'objection_withdrawal') sums.objectionsWithdrawn++
  else if (kind === 'subject_access_request') sums.requests++
  else if (kind === 'subject_access_answer') sums.answers++
  else if (kind === 'notification_told') sums.notificationsTold++
}

const COUNTED = [
  'records',
  'delegatedRecords',
  'delegations',
  'objectionsLodged',
  'objectionsWithdrawn',
  'objections',
  'requests',
  'answers',
  'notificationsTold',
] as const satisfies readonly (keyof SumsJson)[]

/** The newest sums that the program would begin with, against the counts of the log up to there. */
export class Recount {
  /** How far the newest sums go; 0 where there are none. */
  readonly throughSeq: number
  readonly #inspection: Inspection
  readonly #sums = new Sums()

  constructor(inspection: Inspection) {
    this.#inspection = inspection
    this.throughSeq = inspection.journals.newestTally()
  }

  /** Takes in the counts of a range of the log. */
  add(counts: SumsJson): void {
    this.#sums.add(Sums.from(counts))
  }

  /** @param newest the log's newest entry that counts */
  examine(newest: number, faults: Faults): void {
    const kept = this.#inspection.journals.tallies(this.throughSeq - 1, 1)[0]
    // One that came since this look began is for the next time.
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

/** Names of the counts that are otherwise. */
function differingSums(kept: SumsJson, recounted: Sums): string[] {
  const made = recounted.toJSON()
  return COUNTED.filter((name) => asText(kept[name]) !== asText(made[name]))
}

/** Members in one order: a map keeps that in which they came. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null
      ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  )
