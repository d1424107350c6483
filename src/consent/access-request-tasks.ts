import { uuidv7 } from 'uuidv7'
import { Problem, violation } from '../base/problem.ts'
import { given, must } from '../base/typed.ts'
import { AccessDecisionDraft, type GrantOfDecision } from '../domain/access-request-shapes.ts'
import { CHANNELS } from '../domain/shapes.ts'
import { compileReader } from '../domain/validation.ts'
import { tasksOn } from '../registry/kernel.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import type { Value } from '../words/message.ts'
import { fullNameMessage } from '../words/party-name.ts'
import type { OfficeRequest, OnPaper } from './access-requests.ts'
import { calledOf, checkEvidence, grantWords, knownParty, purposeOf } from './consent-tasks.ts'
import type { RequestWords } from './consent-words.ts'
import type { ConsentKernel } from './kernel.ts'

/** Access requests at the front office: whom they are about, and the person's decision (contract §20). */

/** A request as the front office lists it. */
export interface ListedRequest extends Omit<OfficeRequest, 'grantee_name'> {
  /** The full name, for sentences; null if there is none. */
  readonly grantee_name: Value | null
  readonly purpose_name: string
  readonly person_name: Value | null
}

interface GrantArgs {
  readonly id: string
  readonly grant: Omit<GrantOfDecision, 'id'> & { readonly id?: string }
}

interface PaperArgs {
  readonly channel: string
  readonly evidence?: string
  /** The person who was asked; the request may have been matched to another person since. */
  readonly person?: string | null
}

const listed = (kernel: ConsentKernel, request: OfficeRequest): ListedRequest => ({
  ...request,
  grantee_name: fullNameMessage(calledOf(kernel, request.grantee)),
  purpose_name: purposeOf(kernel, request.purpose).name,
  person_name: fullNameMessage(calledOf(kernel, request.person)),
})

/** Returns a request. @throws {OperatorFault} when there is none */
function requestOf({ accessRequests }: ConsentKernel, id: string): OfficeRequest {
  const found = accessRequests.find(id)
  if (found !== undefined) return found
  throw new OperatorFault(...withRemedy('requests.noRequest', { id }))
}

/**
 * Returns whose records are asked for.
 * @throws {OperatorFault} until the office has matched a known person
 */
function personOf(kernel: ConsentKernel, operator: string, request: OfficeRequest): string {
  const { id, person } = request
  if (person === null) throw new OperatorFault(...withRemedy('requests.notMatched', null, { id }))
  return knownParty(kernel, operator, person)
}

const readDecision = compileReader(AccessDecisionDraft)

function grantIn({ grant }: GrantArgs): GrantOfDecision {
  const draft = { id: uuidv7(), ...grant }
  readDecision({ grant: draft })
  return draft
}

function paperIn({ channel, evidence }: PaperArgs): OnPaper {
  const known = CHANNELS.find((one) => one === channel)
  if (known === undefined)
    throw violation('schema_violation', '/channel', `must be one of: ${CHANNELS.join(', ')}`)
  checkEvidence(evidence)
  return { channel: known, ...given({ evidence }) }
}

/** Most requests on one page. */
const MOST = 500

export const accessRequestTasks = tasksOn<ConsentKernel>()({
  /** Lists undecided requests, the first to lapse first. @param args.whose only those about this party, on one page */
  'access-request.list': (
    kernel,
    _operator,
    {
      after,
      count,
      whose,
    }: { readonly after: string | null; readonly count: number; readonly whose?: string },
  ) => {
    const size = Math.min(MOST, Math.max(1, count))
    const found =
      whose === undefined
        ? kernel.accessRequests.waiting(after, size + 1)
        : kernel.accessRequests.waitingOn(whose, MOST)
    return {
      requests: found.slice(0, size).map((request) => listed(kernel, request)),
      more: found.length > size,
    }
  },

  'access-request.show': (kernel, _operator, args: { readonly id: string }) =>
    listed(kernel, requestOf(kernel, args.id)),

  /** Records whom a request is about. @param args.party null if it is about no one known here */
  'access-request.match': (
    kernel,
    operator,
    args: { readonly id: string; readonly party: string | null },
  ) => {
    const request = requestOf(kernel, args.id)
    const party = args.party === null ? null : knownParty(kernel, operator, args.party)
    if (party !== null && 'party' in request.about)
      throw new OperatorFault(...withRemedy('requests.isById', null, { id: args.id }))
    const doer = { credential: null, operator }
    const matched = must(kernel.accessRequests.match(doer, args.id, party, uuidv7()))
    return listed(kernel, matched)
  },

  /** Checks a whole grant, and returns the words to read out before it is recorded. Writes nothing. */
  'access-request.check': (
    kernel,
    operator,
    args: GrantArgs,
  ): { readonly person: string; readonly words: RequestWords } => {
    const request = requestOf(kernel, args.id)
    const person = personOf(kernel, operator, request)
    if (request.status !== 'open') throw new Problem('request_ended')
    const seq = must(kernel.accessRequests.seqOf(args.id))
    const draft = kernel.accessRequests.grantDraft(seq, grantIn(args))
    kernel.grants.check(person, draft)
    return { person, words: { ...grantWords(kernel, draft), reason: request.reason } }
  },

  'access-request.grant': (kernel, operator, args: GrantArgs & PaperArgs): ListedRequest =>
    decided(kernel, operator, args, () => ({ grant: grantIn(args) })),

  'access-request.refuse': (kernel, operator, args: PaperArgs & { readonly id: string }): ListedRequest =>
    decided(kernel, operator, args, () => ({ refuse: true })),
})

function decided(
  kernel: ConsentKernel,
  operator: string,
  args: PaperArgs & { readonly id: string },
  decision: () => AccessDecisionDraft,
): ListedRequest {
  const person = personOf(kernel, operator, requestOf(kernel, args.id))
  if (args.person !== undefined && args.person !== person)
    throw new OperatorFault(...withRemedy('requests.isAboutAnother'))
  const doer = { credential: null, operator }
  kernel.accessRequests.decide(doer, person, args.id, decision(), uuidv7(), paperIn(args))
  return listed(kernel, requestOf(kernel, args.id))
}
