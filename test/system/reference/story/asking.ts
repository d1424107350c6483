import { idOf, inDays } from '../people.ts'
import type { Scene } from '../scene.ts'

/** A mill asks to read, and a farmer decides. */

const BY_ID = idOf('a request for the harvests of Grace')
const BY_NUMBER = idOf('a request by a telephone number')

export async function tellAsking({ village, show }: Scene): Promise<void> {
  const { grace, mill } = village
  const terms = {
    purpose: 'insurance',
    record_types: ['harvest', 'delivery'],
    occurred_from: '2025-01-01T00:00:00Z',
    expires_at: inDays(180),
    keep_until: inDays(365),
    reason: 'You asked for a quotation for your next season.',
  }
  await show('POST /v1/access-requests', 'by_id', 'A mill asks a farmer, whose id it has.', {
    as: mill,
    body: { id: BY_ID, about: { party: grace.id }, ...terms },
  })
  await show(
    'POST /v1/access-requests',
    'by_telephone',
    'It asks whoever has a number; the answer is the same whether anybody has.',
    {
      as: mill,
      body: { id: BY_NUMBER, about: { phone: '+256772000099' }, ...terms },
    },
  )
  await show('GET /v1/access-requests', 'about_me', 'What the farmer is asked for.', {
    as: grace,
    query: { role: 'subject' },
  })
  await show('POST /v1/access-requests/{id}/decision', 'granted', 'She agrees to less than was asked for.', {
    as: grace,
    path: { id: BY_ID },
    body: { grant: { id: idOf('what she grants the mill'), record_types: ['harvest'] } },
  })
  await show('POST /v1/access-requests/{id}/withdrawal', 'withdrawn', 'The mill withdraws the other.', {
    as: mill,
    path: { id: BY_NUMBER },
    body: { id: idOf('the request by a number ends') },
  })
  await show('GET /v1/access-requests', 'made', 'What the mill has asked for.', {
    as: mill,
    query: { role: 'grantee' },
  })
}
