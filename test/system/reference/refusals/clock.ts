import { daysAgo, idOf, inDays, PURPOSE, recordOf } from '../people.ts'
import type { Operation } from '../recorder.ts'
import type { Scene } from '../scene.ts'
import { HARVEST } from '../story/records.ts'

export const YEARS_MS = 20 * 365 * 86_400_000

/** What stands is not ended under an id that is taken, nor while the clock of the machine has jumped years ahead. */
export async function refuseInDoubt({ village, refuse, refuseToo, done }: Scene): Promise<void> {
  const { a, moses, mill } = village
  const until = { record_types: ['lot'], expires_at: inDays(30), purpose: PURPOSE }
  const mandate = { principal: moses.id, delegate: mill.id, record_types: ['lot'], acts: ['assert'] }
  const standing: readonly (readonly [Operation, ending: Operation, { token: string }, object, object])[] = [
    ['POST /v1/grants', 'POST /v1/grants/{id}/revocation', moses, { ...until, grantee: mill.id }, {}],
    [
      'POST /v1/delegations',
      'POST /v1/delegations/{id}/revocation',
      moses,
      { ...mandate, valid_from: daysAgo(1), valid_until: inDays(30), basis: 'witnessed' },
      {},
    ],
    [
      'POST /v1/access-requests',
      'POST /v1/access-requests/{id}/withdrawal',
      mill,
      { ...until, about: { party: moses.id }, reason: 'About a loan.' },
      {},
    ],
    [
      'POST /v1/objections',
      'POST /v1/objections/{id}/withdrawal',
      moses,
      { channel: 'app' },
      { channel: 'written' },
    ],
  ]
  const id = (operation: Operation) => idOf(`before the doubt: ${operation}`)
  for (const [operation, ending, as, body, more] of standing) {
    await done(operation, { as, body: { id: id(operation), ...body } })
    const taken = { as, path: { id: id(operation) }, body: { id: HARVEST, ...more } }
    await refuseToo('id_conflict', ending, taken)
  }
  a.clock.aheadMs = YEARS_MS
  await refuse(
    'clock_in_doubt',
    'The clock of the service cannot be right, so nothing is written. Keep the record, and send it again later.',
    'POST /v1/records',
    {
      as: moses,
      body: {
        ...recordOf('harvest', idOf('sent while the clock was in doubt'), daysAgo(1), 'consent'),
        producer: moses.id,
        crop: 'coffee_arabica_fresh_cherry',
        quantity: { value: 70, unit: 'kg' },
      },
    },
  )
  for (const [operation, ending, as, , more] of standing)
    await refuseToo('clock_in_doubt', ending, {
      as,
      path: { id: id(operation) },
      body: { id: idOf(`the end: ${operation}`), ...more },
    })
  a.clock.aheadMs = 0
}
