import { hash } from 'node:crypto'
import { PROBLEMS, Problem, type ProblemCode } from '../../base/problem.ts'
import { given, membersOf, must } from '../../base/typed.ts'
import { type Prepared, prepare } from '../../domain/draft-shape.ts'
import { isId } from '../../domain/id.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Appended } from '../../records/intake/author.ts'
import { tasksOn } from '../../registry/kernel.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { fullNameMessage } from '../../words/party-name.ts'
import { keepWhole } from '../keep-tasks.ts'
import type { EvidenceKernel } from '../kernel.ts'

/**
 * Takes in what a phone could not send, for its party and as from this device. The phone's token is not
 * needed, since it may have ended; the audit log names the operator next to the token.
 */

interface Whose {
  readonly device: string
  /** The operator knows that the device was revoked. */
  readonly ended: boolean
  /** Nothing is written: each record is checked by itself only. */
  readonly dryRun: boolean
}

interface Refusal {
  readonly code: ProblemCode
  readonly title: string
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
}

export interface TakenIn {
  /** `new`: a dry run found nothing against it. */
  readonly status: 'accepted' | 'replayed' | 'rejected' | 'new'
  readonly problem?: Refusal
}

export const takeInTasks = tasksOn<EvidenceKernel>()({
  /** Whose the device is. @throws {OperatorFault} as for its records */
  'device.take-in-from': (kernel, operator, whose: Whose) => {
    const { row, partyId, endedAt } = sender(kernel, operator, whose)
    const { name } = kernel.devices.view(row)
    return {
      device_name: name,
      party: partyId,
      party_name: fullNameMessage(kernel.people.facts(row.party).called),
      ended_at: endedAt === null ? null : formatInstant(endedAt),
    }
  },

  /** Appends records as if the device had sent them; returns one result for each, in order. */
  'device.take-in': (
    kernel,
    operator,
    { records, ...whose }: Whose & { readonly records: readonly unknown[] },
  ): readonly (TakenIn & { readonly id: string | null })[] => {
    const author = sender(kernel, operator, whose)
    const drafts = records.map(prepare)
    const results = whose.dryRun
      ? drafts.map((draft) => foreseen(kernel, author.party, draft))
      : kernel.intake.appendAll(author, drafts).map(resultOf)
    return results.map((result, i) => {
      const { id } = membersOf(records[i])
      return { id: typeof id === 'string' ? id.slice(0, 64) : null, ...result }
    })
  },
})

export const longTakeInTasks = tasksOn<EvidenceKernel>()({
  /** Takes in a photograph as if the device had uploaded it. @throws {Problem} if trying again may help */
  'device.take-in-photograph': async (
    kernel,
    operator,
    args: Whose & { readonly sha256: string; readonly base64: string },
  ): Promise<TakenIn> => {
    const { store, ports, config } = kernel
    const { sha256 } = args
    const client = await ports.submit(() => sender(kernel, operator, args))
    const isKnown = () => store.evidence.isOfParty(sha256, client.party)
    if (await ports.submit(isKnown)) return { status: 'replayed' }
    const bytes = Buffer.from(args.base64, 'base64')
    if (bytes.length > config.maxUploadBytes) return rejected(new Problem('body_too_large'))
    if (args.dryRun)
      return hash('sha256', bytes) === sha256
        ? { status: 'new' }
        : rejected(new Problem('upload_digest_mismatch'))
    try {
      await keepWhole(kernel, client, sha256, bytes)
      return { status: 'accepted' }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 429) throw error
      return rejected(error)
    }
  },
})

/** Returns the device as the author of its records. Call inside a job. */
function sender({ store }: EvidenceKernel, operator: string, { device, ended }: Whose) {
  // Until then it is unknown which devices were revoked since the backup.
  if (store.backups.suspension !== null) throw new Problem('suspended_after_restore')
  const act = isId(device) ? store.acts.byId(device) : undefined
  const row = act?.kind === 'device' ? store.devices.bySeq(act.seq) : undefined
  if (row === undefined) throw new OperatorFault(...withRemedy('takeIn.unknown', { id: device }))
  const { credential, since, endedAt } = must(store.devices.tokensOf(row.seq).at(-1))
  if (endedAt !== null && !ended)
    throw new OperatorFault(
      ...withRemedy('takeIn.ended', { id: device, at: { stamp: formatInstant(endedAt) } }),
    )
  const { party } = row
  const sinceMs = since ?? undefined
  const partyId = store.parties.id(party)
  return { row, party, partyId, credential, deviceId: device, ...given({ sinceMs }), operator, endedAt }
}

function foreseen({ store }: EvidenceKernel, party: number, draft: Prepared): TakenIn {
  if (draft instanceof Problem) return rejected(draft)
  return { status: store.records.byId(draft.id)?.assertedBy === party ? 'replayed' : 'new' }
}

const resultOf = (result: Appended | Problem): TakenIn =>
  result instanceof Problem ? rejected(result) : { status: result.status }

const rejected = ({ code, extra: { detail, errors } }: Problem): TakenIn => ({
  status: 'rejected',
  problem: { code, title: PROBLEMS[code][1], ...given({ detail, errors }) },
})
