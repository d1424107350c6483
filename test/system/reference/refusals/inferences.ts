import { INFERENCE_LIMITS } from '../../../../src/domain/inference.ts'
import { daysAgo, idOf, recordOf } from '../people.ts'
import type { Scene } from '../scene.ts'

const WRITE = 'POST /v1/inferences'

export async function refuseInferences({ village, refuse, done }: Scene): Promise<void> {
  const { grace } = village
  const inference = (named: string, inputs: readonly string[]) => ({
    id: idOf(named),
    model_id: 'yield',
    model_version: '2026-06',
    inputs,
    output: { name: 'expected_harvest', value: 400, unit: 'kg' },
    occurred_at: daysAgo(0),
    lawful_basis: 'consent',
  })
  const losses = Array.from({ length: INFERENCE_LIMITS.losses + 1 }, (_, n) => ({
    ...recordOf('loss', idOf(`spilt ${n}`), daysAgo(1), 'contract_performance'),
    lot_id: idOf('a lot that is not here'),
    quantity: { value: 1, unit: 'kg' },
    cause: 'spillage',
  }))
  for (const body of losses) await done('POST /v1/records', { as: grace, body })
  await refuse('inference_too_wide', 'It rests on more losses than are followed.', WRITE, {
    as: grace,
    body: inference(
      'too wide',
      losses.map(({ id }) => id),
    ),
  })
}
