import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, type Appliance, makeAppliance } from '../support/appliance.ts'
import { MARK, plantedJpeg } from './pictures/planted.ts'
import { ByHand, sendWithTus, sha256 } from './uploading.ts'

let a: Appliance
let farmer: Actor
let port: number
beforeAll(async () => {
  a = await makeAppliance()
  farmer = await a.party('person', 'Grace')
  port = Number(new URL(await a.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => a.close())

test('smoke', async () => {
  const picture = await plantedJpeg()
  const sending = await sendWithTus(port, farmer.token, picture, { chunkSize: 1000 })
  console.log(sending.steps, sending.storedSha256, sending.upload.url)
  const hand = new ByHand(port, farmer.token)
  const head = await hand.head(new URL(sending.upload.url as string).pathname)
  console.log(head.status, head.headers)
  const record = await farmer.append('harvest', {
    producer: farmer.id,
    crop: 'coffee_fresh_cherry',
    quantity: { value: 1, unit: 'kg' },
    evidence: [{ sha256: sha256(picture), media_type: 'image/jpeg' }],
  })
  console.log(record.status, record.body?.derived?.flags)
  const got = await hand.ask('GET', `/v1/evidence/${sha256(picture)}?purpose=x_y`)
  console.log(got.status, got.headers, got.bytes.length, picture.length, got.bytes.includes(MARK))
  expect(1).toBe(1)
})
