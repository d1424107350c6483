/**
 * Kinds of act. The word is part of the act's text, and its position in this list determines its number in
 * the log. Both are permanent, so add new kinds at the end.
 */
const ACT_KINDS = [
  'appliance',
  'grant',
  'grant_revocation',
  'delegation',
  'delegation_revocation',
  'objection',
  'objection_withdrawal',
  'credential',
  'credential_revocation',
  'enrolment',
  'device',
  'device_revocation',
  'evidence',
  'registry_row',
  'notification_told',
  'subject_access_request',
  'subject_access_answer',
  'anchor_key',
  'backup_key',
  'restore',
  'restore_confirmation',
  'clock_confirmation',
  'staff',
  'staff_role',
  'staff_end',
  'access_request',
  'access_request_match',
  'access_request_withdrawal',
  'access_request_refusal',
  'audit_head',
  'device_naming',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** The `kind` of inferences. Lower numbers are record types, higher numbers are kinds of act. */
export const INFERENCE_KIND = 31
const FIRST_ACT = INFERENCE_KIND + 1

export const codeOfAct = (kind: ActKind): number => FIRST_ACT + ACT_KINDS.indexOf(kind)

/** Returns the kind of act with this number; undefined if there is none. */
export const actOfCode = (code: number): ActKind | undefined => ACT_KINDS[code - FIRST_ACT]

/** SQL conditions on an entry's `kind`. */
export const IS_RECORD = `< ${INFERENCE_KIND}`
export const IS_ACT = `> ${INFERENCE_KIND}`
