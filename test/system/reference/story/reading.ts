import { PURPOSE } from '../people.ts'
import type { Scene } from '../scene.ts'
import { CORRECTED, LOT, OBLIGATION } from './records.ts'

/** What the bank reads of a farmer who opened her deliveries, and what she reads of her own. */

export async function tellReading({ village, show }: Scene): Promise<void> {
  const { grace, bank, cooperative } = village
  const first = await show(
    'GET /v1/records',
    'first_page',
    'A bank reads the deliveries that were opened to it.',
    {
      as: bank,
      query: { purpose: PURPOSE, type: 'delivery', limit: '1' },
    },
  )
  await show(
    'GET /v1/records',
    'last_page',
    'The next page, by the cursor of the one before: it is the last.',
    {
      as: bank,
      query: { purpose: PURPOSE, type: 'delivery', limit: '1', cursor: first.body.next },
    },
  )
  await show('GET /v1/records/{id}', 'obligation', 'The obligation, with how far it is fulfilled.', {
    as: bank,
    path: { id: OBLIGATION },
    query: { purpose: PURPOSE },
  })
  await show('GET /v1/records/{id}/chain', 'corrected', 'Both versions of a delivery that was corrected.', {
    as: grace,
    path: { id: CORRECTED },
    query: { purpose: 'cooperative_management' },
  })
  await show('GET /v1/records/{id}/events', 'lot', 'What a lot is made of, as EPCIS events.', {
    as: village.cooperative,
    path: { id: LOT },
    query: { purpose: 'cooperative_management' },
  })
  await show('GET /v1/records/{id}/origin', 'lot', 'What a lot is made of, and the plot behind it.', {
    as: cooperative,
    path: { id: LOT },
    query: { purpose: 'cooperative_management' },
  })
  await show(
    'GET /v1/lender-view',
    'one_party',
    'What one farmer has opened to the bank, as a page to read.',
    {
      as: bank,
      query: { purpose: PURPOSE, subject: grace.id },
    },
  )
  await show('GET /v1/lender-view', 'who_granted', 'Who has opened anything to the bank.', {
    as: bank,
    query: { purpose: PURPOSE },
  })
}
