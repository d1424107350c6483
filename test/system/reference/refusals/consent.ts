import { daysAgo, idOf, inDays, PURPOSE } from '../people.ts'
import type { Scene } from '../scene.ts'
import { HARVEST } from '../story/records.ts'

/** Consent and requests that are well-formed, and against a rule. */

const TERMS = { purpose: PURPOSE, record_types: ['harvest'], expires_at: inDays(30) }

export async function refuseConsent({ village, refuse, refuseToo, done }: Scene): Promise<void> {
  const { bank, mill, moses } = village
  const grant = (named: string, more: object) => ({ ...TERMS, id: idOf(named), grantee: bank.id, ...more })
  const give = 'POST /v1/grants'
  await refuse('purpose_unknown', 'Consent to a purpose that is not in the registry.', give, {
    as: moses,
    body: grant('to what nobody knows', { purpose: 'curiosity' }),
  })
  await refuse('period_invalid', 'Consent that has ended before it was given.', give, {
    as: moses,
    body: grant('too late', { expires_at: daysAgo(1) }),
  })

  const path = { id: idOf('that waits') }
  const request = { ...TERMS, ...path, about: { party: moses.id }, reason: 'About a loan.' }
  await done('POST /v1/access-requests', { as: mill, body: request })
  const decide = 'POST /v1/access-requests/{id}/decision'
  const granting = (more: object) => ({ grant: { id: idOf('the grant of a request'), ...more } })
  await refuse('wider_than_asked', 'A grant of more than was asked for.', decide, {
    as: moses,
    path,
    body: granting({ record_types: ['harvest', 'lot'] }),
  })
  for (const [code, more] of [
    ['period_invalid', { expires_at: daysAgo(1) }],
    ['id_conflict', { id: HARVEST }],
  ] as const)
    await refuseToo(code, decide, { as: moses, path, body: granting(more) })
  await done(decide, { as: moses, path, body: granting({}) })
  await refuse('request_ended', 'A request that was granted is refused.', decide, {
    as: moses,
    path,
    body: { refuse: true },
  })
  await refuseToo('request_ended', 'POST /v1/access-requests/{id}/withdrawal', { as: mill, path })
}
