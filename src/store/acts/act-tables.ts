import { keysOf } from '../../base/typed.ts'
import type { ActKind } from '../log/entry-kinds.ts'

/**
 * The tables whose rows follow from acts: for each, the column that holds the seq of the act, and the kinds
 * of act that may add a row to it.
 */
export const ACT_TABLES = {
  appliance: ['seq', ['appliance', 'restore']],
  restore: ['appliance', ['restore']],
  restore_confirmation: ['seq', ['restore_confirmation']],
  consent_grant: ['seq', ['grant']],
  consent_grant_end: ['seq', ['grant_revocation', 'grant']],
  delegation: ['seq', ['delegation']],
  delegation_end: ['seq', ['delegation_revocation']],
  objection: ['seq', ['objection']],
  objection_end: ['seq', ['objection_withdrawal']],
  credential: ['seq', ['credential']],
  credential_end: ['seq', ['credential_revocation', 'device_revocation', 'credential']],
  device: ['seq', ['device']],
  enrolment: ['seq', ['enrolment']],
  device_credential: ['credential', ['credential']],
  notification_told: ['seq', ['notification_told']],
  subject_access_request: ['seq', ['subject_access_request']],
  subject_access_answer: ['seq', ['subject_access_answer']],
  registry_row: ['seq', ['registry_row']],
  evidence: ['seq', ['evidence']],
  anchor_key: ['seq', ['anchor_key']],
  backup_key: ['seq', ['backup_key']],
  staff: ['seq', ['staff']],
  staff_role: ['seq', ['staff_role']],
  staff_end: ['seq', ['staff_end']],
  access_request: ['seq', ['access_request']],
  access_request_match: ['seq', ['access_request_match']],
  access_request_withdrawal: ['seq', ['access_request_withdrawal']],
  access_request_refusal: ['seq', ['access_request_refusal']],
  access_request_grant: ['seq', ['grant']],
} as const satisfies Readonly<Record<string, readonly [string, readonly ActKind[]]>>

export type ActTable = keyof typeof ACT_TABLES
export const ACT_TABLE_NAMES = keysOf(ACT_TABLES)
