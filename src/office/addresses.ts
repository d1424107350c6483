import type { Permission } from '../domain/staff.ts'
import type { Answer, StaffVisit, Visit } from './visit.ts'

/** What a role must allow for each route; null: nobody need be signed in. */
export const OFFICE_ROUTES = {
  'GET /sign-in': null,
  'POST /sign-in': null,
  'GET /password': null,
  'POST /password': null,
  'POST /sign-out': 'read',
  'GET /account': 'read',
  'POST /account': 'read',
  'GET /today': 'read',
  'GET /weigh-in': 'write',
  'POST /weigh-in': 'write',
  'POST /receipt/:id': 'write',
  'GET /members': 'read',
  'GET /members/:id': 'read',
  'GET /new-member': 'write',
  'POST /new-member': 'write',
  'GET /records': 'read',
  'GET /records/:id': 'read',
  'POST /records/:id/retraction': 'write',
  'GET /staff': 'manage',
  'POST /staff': 'manage',
} as const satisfies Readonly<Record<string, Permission | null>>
export type OfficeRoute = keyof typeof OFFICE_ROUTES

/** Open to those who must turn on a second factor first. */
export const WITHOUT_FACTOR: readonly OfficeRoute[] = ['GET /account', 'POST /account', 'POST /sign-out']

export type Addresses = {
  readonly [Route in OfficeRoute]: (
    visit: (typeof OFFICE_ROUTES)[Route] extends null ? Visit : StaffVisit,
  ) => Promise<Answer>
}
