import { BUCKET_ENTRIES } from './balance.ts'
import type { Faults } from './faults.ts'
import type { Job } from './jobs.ts'
import { BUCKETS_A_PART, type SettleOrder } from './settle.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Most groups of buckets whose faults are listed row by row; with more, the file was rewritten. */
const MOST_AT_FAULT = 8

/**
 * Lists the rows that differ from those that records require. A busy service may add rows to many older entries meanwhile, so
 * only groups with a real fault count towards the limit.
 */
export function* settlingJobs(
  pool: WorkerPool,
  buckets: readonly number[],
  { newest, written }: Pick<SettleOrder, 'newest' | 'written'>,
  faults: Faults,
): Generator<Job> {
  let atFault = 0
  for (let at = 0; at < buckets.length; at += BUCKETS_A_PART) {
    const some = buckets.slice(at, at + BUCKETS_A_PART)
    yield {
      doing: 'rows that differ',
      weight: 1,
      run: async () => {
        if (atFault >= MOST_AT_FAULT) {
          for (const bucket of some) tellUnlooked(bucket, newest, faults)
          return
        }
        const findings = await pool.run('settle', { buckets: some, newest, written })
        if (findings.listed.length > 0) atFault++
        faults.merge(findings)
      },
    }
  }
}

function tellUnlooked(bucket: number, newest: number, faults: Faults): void {
  faults.add(
    'derived_rows_differ',
    `entries ${bucket * BUCKET_ENTRIES + 1} to ${Math.min(newest, (bucket + 1) * BUCKET_ENTRIES)}`,
    'Their rows in lists, links or changes differ here too; they were not looked at one by one.',
  )
}
