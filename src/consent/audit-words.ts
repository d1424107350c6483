import { codeOf, type Shown } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'
import type { AuditLine } from './audit-tasks.ts'

/** Lines of the audit log for people. */

/** Returns an act and its outcome in words, as in `listed records: shown`. */
export function actOf(
  { say, sayIfKnown, worded }: Words,
  { action, outcome }: Pick<AuditLine, 'action' | 'outcome'>,
): Shown {
  const act = sayIfKnown(`audited.${action}`) ?? worded(codeOf(action))
  return say('audit.actAndOutcome', { act, outcome: worded(codeOf(outcome)) })
}

/** Returns the ids, words and times of an act. */
export const toldOf = ({ calendar }: Words, { detail }: Pick<AuditLine, 'detail'>): string[] =>
  Object.values(detail)
    .filter((value) => typeof value === 'string')
    .map((text) => (STORED_TIME.test(text) ? calendar.stamp(text) : text))

const STORED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
