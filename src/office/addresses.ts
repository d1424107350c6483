import type { Permission } from '../domain/staff.ts'
import type { Answer, StaffVisit, Visit } from './visit.ts'

/** Returns the method and address in a route's name, such as `GET /today`. */
export function routeNamed(name: string) {
  const [method, url = ''] = name.split(' ')
  return { method: method === 'GET' ? 'GET' : 'POST', url } as const
}

/** The permission that each route requires; null if the route is open to people who are not signed in. */
export const OFFICE_ROUTES = {
  'GET /sign-in': null,
  'POST /sign-in': null,
  'GET /password': null,
  'POST /password': null,
  'POST /sign-out': 'read',
  'GET /account': 'read',
  'POST /account': 'read',
  'GET /go-on': 'read',
  'GET /today': 'read',
  'GET /unconfirmed': 'read',
  'GET /to-tell': 'read',
  'POST /to-tell': 'write',
  'GET /weigh-in': 'write',
  'POST /weigh-in': 'write',
  'POST /receipt/:id': 'write',
  'GET /members': 'read',
  'GET /members/alike': 'read',
  'POST /members/alike': 'write',
  'GET /members/:id': 'read',
  'GET /members/:id/statement': 'read',
  'GET /members/:id/account': 'read',
  'GET /members/:id/correction': 'write',
  'GET /members/:id/plots': 'read',
  'GET /members/:id/new-plot': 'write',
  'POST /members/:id/new-plot': 'write',
  'GET /new-member': 'write',
  'POST /new-member': 'write',
  'GET /records': 'read',
  'GET /records/:id': 'read',
  'GET /records/:id/correction': 'write',
  'POST /records/:id/correction': 'write',
  'POST /records/:id/retraction': 'write',
  'POST /records/:id/confirmation': 'write',
  'POST /records/:id/keep': 'write',
  'GET /reports': 'read',
  'GET /audit': 'read',
  'GET /new-record/:type': 'write',
  'POST /new-record/:type': 'write',
  'GET /payments': 'write',
  'POST /payments': 'write',
  'GET /lots': 'read',
  'GET /lots/:id': 'read',
  'POST /lots/:id/pack': 'read',
  'GET /new-lot': 'write',
  'POST /new-lot': 'write',
  'GET /consent': 'read',
  'GET /consent/:id': 'read',
  'GET /consent/:id/grant': 'write',
  'POST /consent/:id/grant': 'write',
  'GET /consent/:id/mandate': 'write',
  'POST /consent/:id/mandate': 'write',
  'GET /consent/:id/objection': 'write',
  'POST /consent/:id/objection': 'write',
  'POST /consent/:id/ending': 'write',
  'POST /consent/:id/access': 'write',
  'GET /requests': 'read',
  'GET /requests/:id': 'read',
  'POST /requests/:id': 'write',
  'GET /access/:id': 'manage',
  'POST /access/:id': 'manage',
  'GET /readers': 'read',
  'GET /readers/:id': 'read',
  'POST /readers/:id': 'manage',
  'GET /devices': 'read',
  'POST /devices': 'manage',
  'GET /import': 'write',
  'POST /import': 'write',
  'GET /import/:id': 'write',
  'POST /import/:id': 'write',
  'GET /import/:id/rejects': 'write',
  'GET /import/:id/map': 'write',
  'GET /machine': 'manage',
  'POST /machine': 'manage',
  'GET /machine/support': 'manage',
  'GET /machine/backups': 'manage',
  'POST /machine/backups': 'manage',
  'GET /cooperative': 'manage',
  'POST /cooperative': 'manage',
  'POST /cooperative/appearance': 'manage',
  'POST /first-day': 'write',
  'GET /staff': 'manage',
  'POST /staff': 'manage',
} as const satisfies Readonly<Record<string, Permission | null>>
/** Pages of lenders; true if the lender must have signed in with a token. */
export const LENDER_ROUTES = {
  'GET /lender': false,
  'POST /lender': false,
  'GET /lender/view': true,
  'GET /lender/sheet': true,
  'GET /lender/requests': true,
  'POST /lender/requests': true,
  'POST /lender/requests/withdrawal': true,
  'POST /lender/sign-out': true,
} as const satisfies Readonly<Record<string, boolean>>

export type OfficeRoute = keyof typeof OFFICE_ROUTES

/** The routes open to a person who must first turn on a second factor. */
export const WITHOUT_FACTOR: readonly OfficeRoute[] = ['GET /account', 'POST /account', 'POST /sign-out']

export type Addresses = {
  readonly [Route in OfficeRoute]: (
    visit: (typeof OFFICE_ROUTES)[Route] extends null ? Visit : StaffVisit,
  ) => Promise<Answer>
}
