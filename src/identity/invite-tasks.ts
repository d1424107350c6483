import { must } from '../base/typed.ts'
import type { Config } from '../config/config.ts'
import { serviceAddress } from '../config/service-address.ts'
import { DAY_MS, formatInstant } from '../domain/time.ts'
import type { People } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { fullNameMessage, shortName } from '../words/party-name.ts'
import type { CredentialService } from './credentials.ts'
import { type FrontOfficePorts, frontOffice, partyId } from './who.ts'

const YEAR_MS = 365 * DAY_MS

export interface InviteTaskPorts extends FrontOfficePorts {
  readonly store: Store
  readonly people: People
  readonly credentials: Pick<CredentialService, 'issue'>
  readonly config: Config
  readonly tls: { pin(): Parameters<typeof serviceAddress>[1] }
}

export const inviteTasks = {
  /** Issues a read-only token, by default for a year, and returns all that its holder needs. */
  'lender.invite': (
    kernel: InviteTaskPorts,
    operator: string,
    args: { readonly party: string; readonly expiresAtMs: number | null },
  ) => {
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
      cooperative: { name: shortName(called), phone },
      ...address,
    }
  },
} as const

export type Invitation = ReturnType<(typeof inviteTasks)['lender.invite']>
