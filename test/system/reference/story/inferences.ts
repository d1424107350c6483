import { daysAgo, idOf, PARCHMENT, PURPOSE } from '../people.ts'
import type { Scene } from '../scene.ts'
import { CONFIRMED, CORRECTED } from './records.ts'

/** What a model of the cooperative's says of a farmer, and she reads. */

const FORECAST = idOf('a forecast', 1)

export async function tellInferences({ village, show }: Scene): Promise<void> {
  const { cooperative, grace } = village
  await show('POST /v1/inferences', 'forecast', 'A model foretells what a farmer will still bring.', {
    as: cooperative,
    body: {
      id: FORECAST,
      model_id: 'season-forecast',
      model_version: '3.1',
      inputs: [CONFIRMED, CORRECTED],
      confidence: 0.7,
      output: { name: `expected_${PARCHMENT}`, value: 80, unit: 'kg' },
      occurred_at: daysAgo(1),
      lawful_basis: 'consent',
    },
  })
  await show('GET /v1/inferences/{id}', 'forecast', 'The farmer reads what is said of her.', {
    as: grace,
    path: { id: FORECAST },
    query: { purpose: PURPOSE },
  })
}
