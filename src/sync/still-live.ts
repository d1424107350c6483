import type { Verified } from '../access/credentials.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'

/**
 * A batch may wait for others, and a long pull goes on in many jobs: a credential that has ended meanwhile has ended.
 * Inside a job.
 * @throws {Problem} no_verified_subject
 */
export function checkStillLive({ credentials, writer }: Store, caller: Verified): void {
  if (credentials.lapse(caller.credential, writer.nowMs) !== null) throw new Problem('no_verified_subject')
}
