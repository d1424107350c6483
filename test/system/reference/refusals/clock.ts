import { daysAgo, idOf, inDays } from '../people.ts'
import { PURPOSE } from '../scenario.ts'
import type { Refusing } from './scene.ts'

export const YEARS_MS = 20 * 365 * 86_400_000

/** The clock of the machine jumps years ahead, as after its battery was changed. */
export async function refuseInDoubt({ village, refuse, refuseToo, done }: Refusing): Promise<void> {
  const { a, moses, bank, cooperative } = village
  const grant = { id: idOf('grant before the doubt') }
  const mandate = { id: idOf('mandate before the doubt') }
  const terms = { grantee: bank.id, purpose: PURPOSE, record_types: ['lot'], expires_at: inDays(30) }
  await done('POST /v1/grants', { as: moses, body: { ...grant, ...terms } })
  await done('POST /v1/delegations', {
    as: moses,
    body: {
      ...mandate,
      principal: moses.id,
      delegate: cooperative.id,
      record_types: ['harvest'],
      acts: ['assert'],
      valid_from: daysAgo(1),
      valid_until: inDays(30),
      basis: 'in_person_signature',
    },
  })
  const request = { id: idOf('request before the doubt') }
  const { grantee: _, ...wanted } = terms
  await done('POST /v1/access-requests', {
    as: bank,
    body: { ...request, about: { party: moses.id }, ...wanted, reason: 'About a loan.' },
  })
  a.clock.aheadMs = YEARS_MS
  await refuse(
    'clock_in_doubt',
    'The clock of the service cannot be right, so nothing is written. Keep the record, and send it again later.',
    'POST /v1/records',
    {
      as: moses,
      body: {
        id: idOf('sent while the clock was in doubt'),
        type: 'harvest',
        occurred_at: daysAgo(1),
        lawful_basis: 'consent',
        producer: moses.id,
        crop: 'coffee_arabica_fresh_cherry',
        quantity: { value: 70, unit: 'kg' },
      },
    },
  )
  const code = 'clock_in_doubt'
  await refuseToo(code, 'POST /v1/grants/{id}/revocation', { as: moses, path: grant })
  await refuseToo(code, 'POST /v1/delegations/{id}/revocation', { as: moses, path: mandate })
  await refuseToo(code, 'POST /v1/access-requests/{id}/withdrawal', { as: bank, path: request })
  await refuseToo(code, 'POST /v1/objections', {
    as: moses,
    body: { id: idOf('objection in doubt'), channel: 'app' },
  })
  a.clock.aheadMs = 0
}
