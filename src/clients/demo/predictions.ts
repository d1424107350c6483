import { uuidv7 } from 'uuidv7'
import type { View } from '../../domain/shapes.ts'
import type { InferenceView } from '../../records/inferences-routes.ts'
import { claim, type Player, parsed, type RecordReply } from './client.ts'
import type { Cast, Scene } from './scene.ts'
import { GRACE, ORGANISATIONS } from './world.ts'

/** A model's predictions, kept apart from observations. */

const EXPORTER = ORGANISATIONS.exporter.name
const BANK = ORGANISATIONS.bank.name
const PURPOSE = 'buyer_traceability'

export async function predict(scene: Scene, cast: Cast, harvested: readonly RecordReply[]): Promise<void> {
  const { stage, calendar } = scene
  const { bank, exporter, grace } = cast
  stage.begin('prediction', 'Predictions of a model stay apart from observations')
  await grace.create('/v1/grants', {
    id: uuidv7(),
    grantee: exporter.id,
    purpose: PURPOSE,
    record_types: ['delivery'],
    expires_at: calendar.at(-180, 0),
  })
  const say = (name: string, value: number, inputs: readonly string[]) =>
    exporter.create<View<typeof InferenceView>>('/v1/inferences', {
      id: uuidv7(),
      model_id: 'parchment-forecast',
      model_version: '3',
      inputs,
      confidence: 0.7,
      output: { name, value, unit: 'kg' },
      occurred_at: calendar.at(0, 0),
      lawful_basis: 'consent',
    })
  const season = await say(
    'expected_next_season',
    410,
    harvested.map(({ id }) => id),
  )
  const route = await say('expected_for_export', 390, [season.id])
  const asks = (who: Player, id: string) => who.get(`/v1/inferences/${id}?purpose=${PURPOSE}`)
  const [hers, refused] = [await asks(grace, season.id), await asks(bank, season.id)]
  parsed(hers, 200, 'GET /v1/inferences/{id}')
  parsed(refused, 404, 'GET /v1/inferences/{id}')
  const list = await exporter.get(`/v1/records?purpose=${PURPOSE}&standing=any&limit=500`)
  const isListed = [season, route].some(({ id }) => list.text.includes(id))
  claim('nothing lists an inference', !isListed)
  stage.print(
    `${EXPORTER} runs a model over ${GRACE}'s deliveries, which she opened to it, and stores its prediction: 410 kg next season, with a confidence of 0.7 by its own account. Then a second model uses the first prediction: its depth is ${route.derived.inference_depth}, and it is flagged ${route.derived.flags.join(', ')}.`,
  )
  stage.print(
    `No list shows them. ${GRACE} may read a prediction about her by its id: ${hers.status}. ${BANK} may not, although it reads her deliveries: ${refused.status}.`,
  )
  stage.facts({
    depth: route.derived.inference_depth,
    flags: route.derived.flags,
    hers: hers.status,
    refused: refused.status,
    is_listed: isListed,
  })
}
