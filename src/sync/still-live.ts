import type { Verified } from '../access/credentials.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'

/**
 * A batch may wait for others, and a long pull goes on in many jobs: a device that was shut out meanwhile is shut out.
 * Inside a job.
 * @throws {Problem} no_verified_subject
 */
export function checkStillLive({ credentials }: Store, caller: Verified): void {
  if (credentials.bySeq(caller.credential)?.endedAt != null) throw new Problem('no_verified_subject')
}
