import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { Actor } from '../../../support/appliance.ts'
import { aPicture, scene } from '../../../support/evidence/scene.ts'
import { ask, ByHand, sha256 } from '../../../support/evidence/uploading.ts'
import {
  appended,
  at,
  DAY_MS,
  expectBare404,
  granted,
  harvestOf,
  inferred,
  PURPOSE,
  readInference,
} from '../../../support/flows/help.ts'

/** Leave to read a prediction is no leave to read what it was made from, nor the pictures of that. */

const s = await scene()
const lender = await s.a.party('institution', 'Bank')
const bytes = await aPicture()
const sent = await new ByHand(s.port, s.farmer.token).sent(bytes)
expect(sent.status, sent.text).toBe(204)
const picture: string = sha256(bytes)
const evidence = [{ sha256: picture, media_type: 'image/jpeg' }]
const harvest: { readonly id: string } = await appended(
  s.farmer,
  'harvest',
  harvestOf(s.farmer, { evidence }),
)
const inference: { readonly id: string } = await inferred(s.a, s.farmer, [harvest.id])

const give = async (type: string) => {
  await granted(s.a, s.farmer, lender, [type], PURPOSE, { expires_at: at(s.a.clock.nowMs + DAY_MS) })
}

const pictureFor = async ({ token }: Actor, hash = picture) =>
  (await ask(s.port, { method: 'GET', path: `/v1/evidence/${hash}?purpose=${PURPOSE}`, token })).status

test('neither record nor picture is opened by the prediction, before it is read or after', async () => {
  await give('inference')
  for (const _ of ['before', 'after']) {
    expectBare404(await lender.get(`/v1/records/${harvest.id}?purpose=${PURPOSE}`))
    expect(await pictureFor(lender)).toBe(404)
    const shown = await readInference(lender, inference.id)
    expect([shown.status, shown.body.inputs]).toEqual([200, []])
    expect([shown.text.includes(harvest.id), shown.text.includes(picture)]).toEqual([false, false])
  }
  await give('harvest')
  expect((await readInference(lender, inference.id)).body.inputs).toEqual([harvest.id])
  expect(await pictureFor(lender)).toBe(200)
})

test('a prediction cites no picture, and opens none to whoever made it from a record that they may not read', async () => {
  const model = await s.a.party('business', 'Forecasts Ltd')
  const blind = await inferred(s.a, model, [harvest.id])
  expect(blind.derived.flags).toEqual(['inference_input_unresolved'])
  expect(await pictureFor(model)).toBe(404)
  const { derived: _, received_at: __, asserted_by: ___, ...sent } = blind
  const citing = await model.post('/v1/inferences', { ...sent, id: uuidv7(), evidence })
  expect([citing.status, citing.body.errors[0].pointer]).toEqual([422, '/evidence'])
  expect(await pictureFor(model, 'f'.repeat(64))).toBe(404)
})
