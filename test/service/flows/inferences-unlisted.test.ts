import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { type Actor, makeAppliance } from '../../support/any-appliance.ts'
import {
  appended,
  cherry,
  deliveryOf,
  granted,
  harvestOf,
  inferred,
  PURPOSE,
  readInference,
} from '../../support/flows/help.ts'

/**
 * An inference is reachable by its id alone: no list, feed or view of anybody names one, not even to those who may read
 * it (contract section 9). The one exception is the answer to whoever it is about.
 */

const a = await makeAppliance({ readsPerSecond: '100000' })
const farmer = await a.party('person', 'Grace')
const model = await a.party('business', 'Forecasts Ltd')
const lender = await a.party('institution', 'Bank')
const mill = await a.party('business', 'Mill')
const types = ['party', 'harvest', 'lot', 'delivery', 'obligation', 'custody_transfer', 'inference']
for (const grantee of [model, lender]) await granted(a, farmer, grantee, types)
const harvest = await appended(farmer, 'harvest', harvestOf(farmer))
const inputs = [{ record_id: harvest.id, kg: 100 }]
const lot = await appended(farmer, 'lot', { holder: farmer.id, ...cherry(100), inputs })
const delivery = await appended(farmer, 'delivery', deliveryOf(farmer, mill, { lot_id: lot.id }))
const inference: { readonly id: string } = await inferred(a, model, [harvest.id, lot.id, delivery.id])
const above: { readonly id: string } = await inferred(a, model, [inference.id])
/** Of everything there is, to be named in paths and filters. */
const ids: readonly string[] = [harvest, lot, delivery, inference, above]
  .map(({ id }) => id)
  .concat(farmer.id, model.id)
const everybody: Readonly<Record<string, Actor>> = {
  'the party of the model': model,
  'whoever it is about': farmer,
  'a lender who may read it': lender,
  'the cooperative': a.cooperative,
}

const THE_ONE_ROUTE = '/v1/inferences/{id}'

/** Every address a GET route of the contract has here: any id in its path, any filter that could bring one up. */
function addressesOf(path: string): string[] {
  // A filter of one thing is refused as an unknown parameter.
  if (path.includes('{'))
    return ids
      .map((id) => path.replace(/\{\w+\}/g, id))
      .flatMap((one) => [one, `${one}?purpose=${PURPOSE}`, `${one}?purpose=${PURPOSE}&standing=any`])
  const filters = [
    '',
    '&standing=any',
    '&type=inference',
    '&limit=500&order=oldest',
    '&role=subject',
    '&role=grantee',
    ...ids.flatMap((id) => [`&subject=${id}`, `&lot_id=${id}&standing=any`, `&since=${id}`]),
  ]
  return [path, ...filters.map((filter) => `${path}?purpose=${PURPOSE}${filter}`)]
}

/** All pages from this address on. */
async function pagesOf(who: Actor, address: string): Promise<string> {
  let text = ''
  for (let url: string | undefined = address; url !== undefined; ) {
    const answer = await who.get(url)
    text += answer.text
    const link = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))
    url = link?.[1]
  }
  return text
}

const named = (text: string) => [inference.id, above.id].filter((id) => text.includes(id))

test('no GET route of the contract names it, whatever it is asked, but the one for it', async () => {
  const { paths } = (await farmer.get('/v1/openapi.json')).body as { paths: Record<string, object> }
  const routes = Object.keys(paths).filter(
    (path) => 'get' in (paths[path] as object) && path !== THE_ONE_ROUTE,
  )
  expect(routes.length).toBeGreaterThan(15)
  for (const route of routes)
    for (const [who, reader] of Object.entries(everybody))
      for (const address of addressesOf(route))
        expect([who, address, named(await pagesOf(reader, address))]).toEqual([who, address, []])
})

test('the one for it names what was asked, and of others only those it was made from', async () => {
  for (const reader of [model, farmer, lender]) {
    expect(named((await readInference(reader, inference.id)).text)).toEqual([inference.id])
    expect(named((await readInference(reader, above.id)).text)).toEqual([inference.id, above.id])
  }
})

test('nor does what is answered to anything sent, but to whoever asks what is held about himself', async () => {
  for (const [who, sender] of Object.entries(everybody)) {
    const answers = [
      await sender.append('harvest', harvestOf(farmer)),
      await sender.post('/v1/sync/outbox', { records: [] }),
      await sender.post('/v1/objections', { id: uuidv7(), channel: 'app', purposes: ['insurance'] }),
      await sender.post('/v1/devices', { id: uuidv7(), name: 'Phone' }),
    ]
    for (const { text } of answers) expect([who, named(text)]).toEqual([who, []])
    const { text } = await sender.post('/v1/subject-access-requests', { id: uuidv7() })
    expect([who, named(text)]).toEqual([who, sender === farmer ? [inference.id, above.id] : []])
  }
})
