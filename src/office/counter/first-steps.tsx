import { allows } from '../../domain/staff.ts'
import { OFFICE_ROUTES, type OfficeRoute } from '../addresses.ts'
import { recordConsent } from '../consent/consent-forms.tsx'
import { decideRequest } from '../consent/request.tsx'
import { Box } from '../frame/parts.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { addMember } from '../people/new-member.tsx'
import { lend } from '../trade/lend.tsx'
import { formLot } from '../trade/new-lot.tsx'
import { pay } from '../trade/pay.tsx'
import { confirm, takeBack } from './act-on-record.tsx'
import { correct } from './change-record.tsx'
import { addRecord } from './new-record.tsx'
import { weighIn } from './weigh-in.tsx'

/** Forms that a person types into. Each can show its first step again, filled in. */
const FIRST_STEPS: Partial<Record<OfficeRoute, (visit: StaffVisit) => Promise<Answer>>> = {
  'POST /weigh-in': weighIn,
  'POST /new-member': addMember,
  'POST /new-record/:type': addRecord,
  'POST /payments': pay,
  'POST /lend': lend,
  'POST /new-lot': formLot,
  'POST /records/:id/correction': correct,
  'POST /records/:id/retraction': takeBack,
  'POST /records/:id/confirmation': confirm,
  'POST /consent/:id/grant': recordConsent,
  'POST /consent/:id/mandate': recordConsent,
  'POST /consent/:id/objection': recordConsent,
  'POST /requests/:id': decideRequest,
}

export const hasFirstStep = (route: string): route is OfficeRoute => route in FIRST_STEPS

/**
 * Shows the form that the person sent after their last session had ended, for them to check and send again.
 */
export async function goOn(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { unsent, person } = visit.session
  if (unsent === undefined || !hasFirstStep(unsent.route)) return { to: '/today' }
  const { route } = unsent
  const permission = OFFICE_ROUTES[route]
  if (permission === null || !allows(person.role, permission)) return { to: '/today' }
  const notice = <Box kind="warn">{say('signIn.notWritten')}</Box>
  const form = { ...unsent.fields, edit: '1' }
  const shown = { ...visit, path: unsent.path, query: {}, form, notice }
  return FIRST_STEPS[route]?.(shown) ?? { to: '/today' }
}
