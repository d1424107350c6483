import { isLoopback, listenAddress } from '../../config/addresses.ts'
import { type CheckResult, caution, good, type Opened } from './check.ts'

/** Checks that a manager can sign in to the office page, once it has accounts. Check 6 covers the network. */
export function office({ store, config }: Opened): CheckResult {
  const live = store.staff.all().filter(({ endedAt }) => endedAt === null)
  if (live.length === 0) return good('Nobody has an account of the office page yet.', { accounts: 0 })
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
  if (managers.length === 0)
    return caution(
      'The office page has accounts, but no manager.',
      'Make one: granary staff add NAME --role manager, or granary staff role NAME manager',
      facts,
    )
  if (ready.length === 0)
    return caution(
      'No manager of the office page has set a password.',
      'The one-time code is good for 24 hours. Make a new one, and set a password with it: granary staff reset NAME',
      facts,
    )
  return good(
    `A manager can sign in to the office page${isHereOnly ? ', which only this machine can reach' : ''}.`,
    facts,
  )
}
