import type { Gate } from '../records/gate/gate.ts'
import type { RecordKernel } from '../records/kernel.ts'
import type { BaseKernel } from '../registry/kernel.ts'
import { AccessRequestService } from './access-requests.ts'
import { Delegations } from './delegations.ts'
import { Grants } from './grants.ts'
import { Objections } from './objections.ts'
import { Receipts } from './receipts.ts'
import { SubjectAccess } from './subject-access/subject-access.ts'
import { makeWording } from './wording.ts'

/** What people decide about their records and who acts for them: the acts of consent. */
export interface Acts {
  readonly grants: Grants
  readonly receipts: Receipts
  readonly accessRequests: AccessRequestService
  readonly delegations: Delegations
  readonly objections: Objections
  readonly subjectAccess: SubjectAccess
}

/** What tasks of consent may use. */
export interface ConsentKernel extends RecordKernel, Acts {}

export function makeActs(base: BaseKernel, gate: Gate): Acts {
  const { store, people, registry, config } = base
  const isRegisteredPurpose = (purpose: string) => registry.has('purposes', purpose)
  const grants = new Grants(store, people, isRegisteredPurpose, config.maxGrants)
  const accessRequests = new AccessRequestService(store, people, grants, isRegisteredPurpose, {
    open: config.maxAccessRequests,
    perDay: config.accessRequestsPerDay,
    lapseDays: config.accessRequestDays,
  })
  const wording = makeWording(base)
  const objections = new Objections(store, people, isRegisteredPurpose, wording, config.maxObjections)
  const delegations = new Delegations(store)
  const receipts = new Receipts(base, grants, wording)
  const subjectAccess = new SubjectAccess({ store, gate, grants, delegations, objections }, wording)
  return { grants, receipts, accessRequests, delegations, objections, subjectAccess }
}
