import type { ActKind } from '../store/acts.ts'

/**
 * What an act of each kind says. The kind stands in a column that no digest covers; acts of older versions do not say it
 * in their text either. So of those the text must be one that this kind has: none of any other kind is.
 */

interface Members {
  readonly always: readonly string[]
  readonly sometimes?: readonly string[]
}

const OF_EVERY_ACT = ['id', 'received_at']

const MEMBERS: Readonly<Record<ActKind, Members>> = {
  appliance: { always: ['cooperative', 'name'], sometimes: ['operator', 'incarnation'] },
  grant: {
    always: ['subject', 'grantee', 'purpose', 'record_types', 'valid_from', 'expires_at'],
    sometimes: ['said_valid_from', 'channel', 'evidence'],
  },
  grant_revocation: { always: ['grant_id'] },
  delegation: {
    always: ['principal', 'delegate', 'record_types', 'acts', 'valid_from', 'valid_until', 'basis'],
  },
  delegation_revocation: { always: ['delegation_id'] },
  objection: {
    always: ['subject', 'purposes', 'record_types', 'effect', 'stopped', 'continuing'],
    sometimes: [
      'channel',
      'on_behalf_of',
      'delegation_id',
      'lodged_by',
      'withdrawable_grants',
      'more_withdrawable_grants',
      'counted_through',
    ],
  },
  objection_withdrawal: { always: ['objection_id'], sometimes: ['channel'] },
  credential: {
    always: ['party', 'kind', 'token_sha256', 'expires_at'],
    sometimes: ['device_id', 'name', 'platform', 'enrolment', 'since'],
  },
  credential_revocation: { always: ['credential_id'] },
  enrolment: { always: ['party', 'code_sha256', 'expires_at', 'since'] },
  device: { always: ['party', 'name'], sometimes: ['platform'] },
  device_revocation: { always: ['device_id'] },
  evidence: {
    always: [
      'uploaded_by',
      'credential_id',
      'captured_sha256',
      'stored_sha256',
      'media_type',
      'captured_bytes',
      'stored_bytes',
    ],
  },
  registry_row: { always: ['kind', 'row'], sometimes: ['operator'] },
  notification_told: { always: ['notification', 'recipient'], sometimes: ['operator'] },
  subject_access_request: { always: ['party', 'due_by'] },
  subject_access_answer: { always: ['request_id', 'records', 'redactions', 'disclosures'] },
  anchor_key: { always: ['public_key'], sometimes: ['operator'] },
  backup_key: { always: ['recipient'], sometimes: ['operator'] },
  restore: { always: ['cooperative', 'backup', 'made_at'], sometimes: ['operator', 'incarnation'] },
  restore_confirmation: { always: ['restore'], sometimes: ['operator'] },
  clock_confirmation: { always: ['clock', 'trusted', 'operator'] },
}

export const ACT_KINDS = Object.keys(MEMBERS) as ActKind[]

/**
 * Is this what an act of the kind says?
 * @returns why not, in a sentence; null when it is
 */
export function whyNotOfKind(kind: ActKind, body: Readonly<Record<string, unknown>>): string | null {
  const { act } = body
  if (act !== undefined) return act === kind ? null : `By its text it is of the kind ${JSON.stringify(act)}.`
  const members = MEMBERS[kind]
  if (members === undefined) return `There is no kind of act called "${kind}".`
  const always = [...OF_EVERY_ACT, ...members.always]
  const lacking = always.find((member) => !Object.hasOwn(body, member))
  if (lacking !== undefined) return `An act of the kind "${kind}" says "${lacking}", and this one does not.`
  const known = new Set([...always, ...(members.sometimes ?? [])])
  const foreign = Object.keys(body).find((member) => !known.has(member))
  return foreign === undefined ? null : `No act of the kind "${kind}" says "${foreign}".`
}
