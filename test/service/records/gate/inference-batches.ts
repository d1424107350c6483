import type { RecordBody } from '../../../../src/domain/types/index.ts'
import { MODEL } from './inference-drafts.ts'
import { byHttp } from './reads.ts'
import { add } from './tally.ts'
import { type Asker, PURPOSES, same, type World } from './world.ts'

/** A batch with a prediction in it and with records that name one, as a phone may bring it: it hears nothing of any. */

interface Brought {
  readonly draft: Readonly<Record<string, unknown>>
  /** Why it is refused; null where it is taken. */
  readonly refusal: string | null
}

export async function batchWithPredictions(w: World): Promise<void> {
  const { random } = w
  if (w.app === null || w.inferences.length === 0) return
  const { body } = random.pick(w.inferences)
  const asker = w.asker(random.chance(0.5) ? body.asserted_by : random.pick(w.parties))
  const { received_at: _, ...sent } = body
  const batch: Brought[] = [
    { draft: sent, refusal: 'schema_violation' },
    { draft: { ...sent, id: w.id(), record_class: 'observation' }, refusal: 'schema_violation' },
    ...naming(w, asker, body.id),
  ]
  const token = random.chance(0.5) ? asker.lesser?.device : undefined
  const records = batch.map(({ draft }) => draft)
  const answer = await w.http({ ...asker, token: token ?? asker.token }, '/v1/sync/outbox', { records })
  const results: { id: string; status: string; problem?: { code: string } }[] = answer.json().results
  same(
    results.map(({ id, status, problem }) => [id, status, problem?.code ?? null]),
    batch.map(({ draft, refusal }) => [draft.id, refusal === null ? 'accepted' : 'rejected', refusal]),
    () => answer.body,
  )
  compareHeard(w, answer.body, [body.id])
  add(w.tally, 'a batch held one')
  for (const { draft, refusal } of batch) if (refusal === null) await take(w, asker, draft.id as string)
}

/** Every reference of a record that a prediction's id could stand in. */
function naming(w: World, { party }: Asker, id: string): Brought[] {
  const said = { occurred_at: new Date(w.nowMs).toISOString(), lawful_basis: 'consent' }
  const acting = { occurred_at: said.occurred_at }
  const quantity = { value: 3, unit: 'kg' }
  const goods = { crop: 'coffee_green', quantity }
  const harvest = { type: 'harvest', ...said, producer: party, ...goods }
  const record = (fields: object) => ({ id: w.id(), ...fields })
  return [
    { draft: { ...harvest, id }, refusal: 'id_conflict' },
    { draft: record({ ...harvest, supersedes: id }), refusal: 'reference_unresolved' },
    {
      draft: record({ type: 'retraction', ...acting, target_id: id, reason: 'other' }),
      refusal: 'reference_unresolved',
    },
    {
      draft: record({ type: 'delivery_confirmation', ...acting, delivery_id: id, channel: 'app' }),
      refusal: 'reference_unresolved',
    },
    {
      draft: record({
        type: 'lot',
        ...said,
        holder: party,
        grade: w.grade,
        ...goods,
        inputs: [{ record_id: id, kg: 1 }],
      }),
      refusal: null,
    },
    { draft: record({ type: 'loss', ...said, lot_id: id, quantity, cause: 'other' }), refusal: null },
  ]
}

/** Of predictions the reply names those alone that were sent. */
function compareHeard(w: World, text: string, sent: readonly string[]): void {
  const named = w.inferences.map(({ body }) => body.id).filter((id) => text.includes(id))
  same(named, sent, () => text)
  same(text.includes(MODEL), false, () => text)
}

/** What was taken is a record like any other, and the prediction that it names is no record that it could mean. */
async function take(w: World, asker: Asker, id: string): Promise<void> {
  w.keep(w.kernel.store.records.byId(id)?.body as RecordBody)
  const { body } = await byHttp.one(w, asker, w.view(asker, w.random.pick(PURPOSES)), id)
  same(body.derived.flags.includes('reference_unresolved'), true, () => JSON.stringify(body))
  add(w.tally, 'a record named one')
}
