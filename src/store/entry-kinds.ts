/**
 * Kinds of act. The word is in the text of the act, and its position in this list gives its number in the log. Both are
 * permanent, so new kinds come last.
 */
export const ACT_KINDS = [
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
] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** An entry's `kind`: below are the numbers of record types, above those of acts. */
export const INFERENCE_KIND = 31
const FIRST_ACT = INFERENCE_KIND + 1

export const codeOfAct = (kind: ActKind): number => FIRST_ACT + ACT_KINDS.indexOf(kind)

/** Undefined where the number is no act's. */
export const actOfCode = (code: number): ActKind | undefined => ACT_KINDS[code - FIRST_ACT]

/** An SQL condition on an entry's `kind`. */
export const IS_RECORD = `< ${INFERENCE_KIND}`
export const IS_ACT = `> ${INFERENCE_KIND}`
