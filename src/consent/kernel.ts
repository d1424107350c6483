import type { RecordKernel } from '../records/kernel.ts'
import type { AccessRequestService } from './access-requests.ts'
import type { Delegations } from './delegations.ts'
import type { Grants } from './grants.ts'
import type { Objections } from './objections.ts'
import type { SubjectAccess } from './subject-access/subject-access.ts'

/** What people decide about their records and who acts for them: the acts of consent. \*/
export interface Acts {
  readonly grants: Grants
  readonly accessRequests: AccessRequestService
  readonly delegations: Delegations
  readonly objections: Objections
  readonly subjectAccess: SubjectAccess
}

/** What tasks of consent may use. */
export interface ConsentKernel extends RecordKernel, Acts {}
