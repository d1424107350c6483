import { asShown, codeOf, type Shown } from '../text/kinds.ts'
import type { Calendar } from '../words/english.ts'
import { sayIfKnown, worded } from '../words/english.ts'
import type { AuditLine } from './audit-tasks.ts'

/** Lines of the audit log for people. */

/** Returns an act and its outcome in words, as in `listed records: shown`. */
export function actOf({ action, outcome }: Pick<AuditLine, 'action' | 'outcome'>): Shown {
  const act = sayIfKnown(`audited.${action}`) ?? worded(codeOf(action))
  return asShown(`${act}: ${worded(codeOf(outcome))}`)
}

/** Returns the ids, words and times of an act. */
export const toldOf = ({ detail }: Pick<AuditLine, 'detail'>, calendar: Calendar): string[] =>
  Object.values(detail)
    .filter((value) => typeof value === 'string')
    .map((text) => (STORED_TIME.test(text) ? calendar.stamp(text) : text))

const STORED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
