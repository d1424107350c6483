import { formatInstant } from '../../domain/time.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { BY_OFFICE } from '../messages/pause.ts'
import { bad, type CheckResult, caution, good, type OpenedPatient } from './check.ts'

/** Checks that messages to members are not paused. An appliance that is to send none has no fault. */
export function messages({ config, store }: OpenedPatient): CheckResult {
  if (config.messages === '') return good(message('check.messages.none'), { is_set: false })
  const { pause } = store.messages
  const facts = { is_set: true, is_paused: pause !== null }
  if (pause === null) return good(message('check.messages.good'), facts)
  const at = { stamp: formatInstant(pause.at) }
  if (pause.code === BY_OFFICE) return caution(...withRemedy('check.messages.paused', { at }), facts)
  return bad(...withRemedy('check.messages.refused', { at, code: pause.code ?? '' }), facts)
}
