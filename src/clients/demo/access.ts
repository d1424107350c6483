import type { Role, Tour } from './tour.ts'
import { COOPERATIVE_PURPOSE, GRACE, PURPOSE, UNASKED } from './world.ts'

/** What a visitor needs to continue alone: the service's address, roles, and commands to paste. */

export interface Access {
  readonly url: string
  readonly folder: string
  readonly roles: readonly Role[]
  readonly commands: readonly { readonly shows: string; readonly command: string }[]
}

export function accessTo(tour: Tour, url: string, folder: string): Access {
  const [cooperative, bank, , unasked] = tour.roles as readonly [Role, Role, Role, Role]
  const curl = (path: string, by?: Role) =>
    `curl -sS ${by === undefined ? '' : `-H 'Authorization: Bearer ${by.token}' `}'${url}${path}'`
  const records = (purpose: string, more: string) => `/v1/records?purpose=${purpose}${more}`
  return {
    url,
    folder,
    roles: tour.roles,
    commands: [
      { shows: `the bank looks at ${GRACE}`, command: curl(tour.lenderViewPath, bank) },
      { shows: 'everything the bank may read', command: curl(records(PURPOSE, ''), bank) },
      {
        shows: `what it gets of ${UNASKED}, who granted nothing`,
        command: curl(records(PURPOSE, `&subject=${unasked.party}`), bank),
      },
      { shows: `${UNASKED} reads her own records`, command: curl(records(COOPERATIVE_PURPOSE, ''), unasked) },
      {
        shows: 'the lots and their mass balance',
        command: curl(records(COOPERATIVE_PURPOSE, '&type=lot'), cooperative),
      },
      { shows: 'the factors, for anybody', command: curl('/v1/registry/conversions') },
      {
        shows: 'as the operator, beside the running service',
        command: `granary --data ${folder} party list`,
      },
    ],
  }
}
