import { dataFiles } from '../../config/config.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { readNotices } from '../notices/memory.ts'
import { type CheckResult, caution, good } from './check.ts'
import type { Patient } from './patient.ts'

/** Checks whether the last notice was sent. An appliance that is to send none has no fault. */
export function notices({ config }: Patient): CheckResult {
  if (config.notice === '') return good(message('check.notices.none'), { is_set: false })
  const { failed } = readNotices(dataFiles(config.data).notices)
  const facts = { is_set: true, last_failed: failed !== null }
  if (failed === null) return good(message('check.notices.good'), facts)
  const { atMs, reason } = failed
  return caution(...withRemedy('check.notices.failing', { at: { stamp: atMs }, reason }), facts)
}
