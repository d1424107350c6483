import { must } from '../base/typed.ts'
import { type Args, lastDayMs, optional, orNull, required } from '../cli/asked.ts'
import { serviceAddress } from '../config/service-address.ts'
import { DAY_MS, formatInstant } from '../domain/time.ts'
import { tasksOn } from '../registry/kernel.ts'
import { fullNameMessage, ownName } from '../words/party-name.ts'
import type { OfficeKernel } from './kernel.ts'
import { frontOffice, partyId } from './who.ts'

const YEAR_MS = 365 * DAY_MS

export const INVITE = {
  party: required('<party>', 'help.lender.invite.party'),
  expiresAtMs: orNull(optional('--expires <date>', 'help.lender.invite.expires', lastDayMs)),
}

export const inviteTasks = tasksOn<OfficeKernel>()({
  /** Issues a read-only token, by default for a year, and returns all that its holder needs. */
  'lender.invite': (kernel, operator, args: Args<typeof INVITE>) => {
    const { people, store, config } = kernel
    const party = partyId(kernel, operator, args.party)
    const { called, phone } = people.facts(frontOffice(kernel, operator).party)
    const address = serviceAddress(config, kernel.tls.pin())
    // A token on paper may lie around for years, so it must expire.
    const expiresAtMs = args.expiresAtMs ?? store.writer.nowMs + YEAR_MS
    const issued = kernel.credentials.issue(operator, party, 'reader', expiresAtMs)
    return {
      ...issued,
      expires_at: formatInstant(expiresAtMs),
      party,
      party_name: fullNameMessage(people.facts(must(store.parties.find(party))).called),
      cooperative: { name: ownName(called), phone },
      ...address,
    }
  },
})

export type Invitation = ReturnType<(typeof inviteTasks)['lender.invite']>
