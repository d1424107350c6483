import { daysAgo, idOf, inDays, PURPOSE, recordOf } from '../people.ts'
import type { Scene } from '../scene.ts'

/** Who opens what to whom, who acts for whom, and what a person may stop and ask. */

const GRANT = idOf('a grant to the bank')
const SECOND_GRANT = idOf('a grant for insurance')
/** It is ended when the story is told. */
export const ENDED_MANDATE = idOf('a mandate for the cooperative')
const OBJECTION = idOf('an objection')
const REQUEST = idOf('what is held about Moses')

export async function tellConsent({ village, show }: Scene): Promise<void> {
  const { cooperative, grace, bank } = village
  await show(
    'POST /v1/grants',
    'to_a_bank',
    'A farmer lets a bank read some of her records for half a year.',
    {
      as: grace,
      body: {
        id: GRANT,
        grantee: bank.id,
        purpose: PURPOSE,
        record_types: ['party', 'delivery', 'obligation'],
        expires_at: inDays(180),
        channel: 'app',
      },
    },
  )
  await grace.post('/v1/grants', {
    id: SECOND_GRANT,
    grantee: bank.id,
    purpose: 'insurance',
    record_types: ['harvest'],
    expires_at: inDays(90),
  })
  await show('GET /v1/grants', 'given', 'What she has opened, newest first.', {
    as: grace,
    query: { limit: '1' },
  })
  await show('GET /v1/grants', 'held', 'What the bank was given.', {
    as: bank,
    query: { role: 'grantee', limit: '1' },
  })
  await show('GET /v1/grants/{id}/receipt', 'receipt', 'Her consent as a receipt.', {
    as: grace,
    path: { id: GRANT },
  })
  await show(
    'POST /v1/grants/{id}/revocation',
    'revoked',
    'She takes one back, from the very next read on.',
    {
      as: grace,
      path: { id: SECOND_GRANT },
      body: { id: idOf('the grant for insurance ends') },
    },
  )
  await show(
    'POST /v1/delegations',
    'to_the_cooperative',
    'She lets the cooperative write and correct for her.',
    {
      as: grace,
      body: {
        id: ENDED_MANDATE,
        principal: grace.id,
        delegate: cooperative.id,
        record_types: ['harvest', 'delivery'],
        acts: ['assert', 'correct'],
        valid_from: daysAgo(30),
        valid_until: inDays(335),
        basis: 'in_person_signature',
      },
    },
  )
  await show('GET /v1/delegations', 'held', 'What the cooperative may do for others.', { as: cooperative })
  await show('POST /v1/delegations/{id}/revocation', 'revoked', 'She ends the mandate.', {
    as: grace,
    path: { id: ENDED_MANDATE },
    body: { id: idOf('the mandate ends') },
  })
}

/** Moses has records of his own, and opened them; then he thinks again. */
export async function tellRights({ village, show }: Scene): Promise<void> {
  const { moses, bank } = village
  const harvest = {
    ...recordOf('harvest', idOf("Moses' harvest", 20), daysAgo(20), 'consent'),
    producer: moses.id,
    crop: 'coffee_arabica_fresh_cherry',
    quantity: { value: 150, unit: 'kg' },
  }
  await moses.post('/v1/records', harvest)
  await moses.post('/v1/grants', {
    id: idOf("Moses' grant"),
    grantee: bank.id,
    purpose: PURPOSE,
    record_types: ['harvest'],
    expires_at: inDays(60),
  })
  await bank.get(`/v1/records/${harvest.id}?purpose=${PURPOSE}`)
  await show(
    'POST /v1/objections',
    'to_one_purpose',
    'A farmer objects to one purpose; the answer says what it stops.',
    {
      as: moses,
      body: { id: OBJECTION, purposes: [PURPOSE], channel: 'app' },
    },
  )
  await show('GET /v1/objections', 'standing', 'His objections, newest first.', { as: moses })
  await show('POST /v1/objections/{id}/withdrawal', 'in_writing', 'He takes it back, in writing.', {
    as: moses,
    path: { id: OBJECTION },
    body: { id: idOf('the objection ends'), channel: 'written' },
  })
  await show(
    'POST /v1/subject-access-requests',
    'as_json',
    'Everything held about him, and who was shown it.',
    {
      as: moses,
      body: { id: REQUEST },
    },
  )
  await show('POST /v1/subject-access-requests', 'to_read', 'The same as a document for people.', {
    status: 200,
    as: moses,
    headers: { accept: 'text/plain' },
    body: { id: REQUEST },
  })
  await show('GET /v1/disclosures', 'newest', 'Who was shown what is about him, newest first.', {
    as: moses,
    query: { limit: '10' },
  })
}
