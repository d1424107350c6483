import type { InferenceDraft } from '../../../../src/domain/inference.ts'
import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { draftOver } from './inference-drafts.ts'
import { readInJob } from './inference-reads.ts'
import { infer } from './inferring.ts'
import type { OracleInference } from './oracle-inferences.ts'
import { assert } from './scenes.ts'
import type { World } from './world.ts'
import { write } from './writing.ts'

/** What the stories of predictions have in common. */

export const predict = (
  w: World,
  model: string,
  over: readonly { readonly id: string }[],
  more: Partial<InferenceDraft> = {},
) =>
  infer(w, {
    asserter: model,
    draft: draftOver(
      w,
      over.map(({ id }) => id),
      { lawful_basis: 'consent', ...more },
    ),
  })

export const retract = (w: World, asserter: string, target: RecordBody) =>
  write(w, {
    asserter,
    draft: {
      id: w.id(),
      type: 'retraction',
      occurred_at: new Date(w.nowMs).toISOString(),
      target_id: target.id,
      reason: 'other',
    },
    mandate: null,
    act: 'correct',
    covers: target.type,
    target,
  })

export const handOver = (w: World, lot: { readonly id: string }, from: string, to: string) =>
  assert(w, from, 'custody_transfer', { lot_id: lot.id, from_party: from, to_party: to })

export const corrected = (w: World, asserter: string, lot: RecordBody, holder: string) =>
  assert(w, asserter, 'lot', { holder }, null, lot)

/** A harvest of the model's own party. */
export const own = (w: World, model: string) => assert(w, model, 'harvest', { producer: model })

/** Read at once by somebody who was given leave. */
export async function seen(w: World, reader: string, purpose: string, read: readonly OracleInference[]) {
  const asker = w.asker(reader)
  await w.submit(() => {
    for (const { body } of read) readInJob(w, asker, w.view(asker, purpose), body.id)
  })
}
