import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { type CheckResult, caution, good, type OpenedPatient } from './check.ts'

/** Checks that a manager can sign in to the office page, once it has accounts. Check 6 covers the network. */
export function office({ store, config }: OpenedPatient): CheckResult {
  const live = store.staff.all().filter(({ endedAt }) => endedAt === null)
  if (live.length === 0) return good(message('check.office.none'), { accounts: 0 })
  const managers = store.staff.managers()
  const ready = managers.filter(({ seq }) => store.staff.secret(seq)?.kind === 'password')
  const { host } = listenAddress(config.listen)
  const isHereOnly = isLoopback(host) && !config.publicUrl.startsWith('https:')
  const facts = {
    accounts: live.length,
    managers: managers.length,
    can_sign_in: ready.length,
    this_machine_only: isHereOnly,
  }
  if (managers.length === 0) return caution(...withRemedy('check.office.noManager'), facts)
  if (ready.length === 0) return caution(...withRemedy('check.office.noPassword'), facts)
  return good(message(isHereOnly ? 'check.office.goodHere' : 'check.office.good'), facts)
}
