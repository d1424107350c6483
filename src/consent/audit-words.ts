import { codeOf, type Shown } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'
import type { AuditLine } from './audit-tasks.ts'

/** Lines of the audit log for people. */

/** Returns an act and its outcome in words, as in `listed records: shown`. */
export const actOf = (words: Words, line: Pick<AuditLine, 'action' | 'outcome'>): Shown =>
  words.say('audit.actAndOutcome', { act: deedOf(words, line), outcome: words.worded(codeOf(line.outcome)) })

/** Returns an act in words. */
export const deedOf = ({ sayIfKnown, worded }: Words, { action }: Pick<AuditLine, 'action'>): Shown =>
  sayIfKnown(`audited.${action}`) ?? worded(codeOf(action))

/** Returns the ids, words and times of an act. */
export const toldOf = ({ calendar, sayIfKnown }: Words, { detail }: Pick<AuditLine, 'detail'>): string[] =>
  Object.values(detail)
    .filter((value) => typeof value === 'string')
    .map((text) => (STORED_TIME.test(text) ? calendar.stamp(text) : (sayIfKnown(`role.${text}`) ?? text)))

const STORED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
