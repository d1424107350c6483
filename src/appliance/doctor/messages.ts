import { formatInstant } from '../../domain/time.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { BY_OFFICE } from '../messages/pause.ts'
import { gatewayOrFault } from '../messages/settings.ts'
import { bad, type CheckResult, caution, good, type OpenedPatient } from './check.ts'

/**
 * Checks that nothing holds up messages to members: neither a pause nor a fault in the gateway's files. An appliance that is to
 * send none has no fault.
 */
export function messages({ config, store }: OpenedPatient): CheckResult {
  if (config.messages === '') return good(message('check.messages.none'), { is_set: false })
  const { pause } = store.messages
  const gateway = gatewayOrFault(config.messages)
  const isUsable = !(gateway instanceof OperatorFault)
  const facts = { is_set: true, is_usable: isUsable, is_paused: pause !== null }
  if (!isUsable) {
    const fault = { fault: gateway.what }
    return bad(...withRemedy('check.messages.unusable', fault, { remedy: gateway.cure }), facts)
  }
  if (pause === null) return good(message('check.messages.good'), facts)
  const at = { stamp: formatInstant(pause.at) }
  if (pause.code === BY_OFFICE) return caution(...withRemedy('check.messages.paused', { at }), facts)
  return bad(...withRemedy('check.messages.refused', { at, code: pause.code ?? '' }), facts)
}
