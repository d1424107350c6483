import { expect, test } from 'vitest'
import { makeServer } from '../../../src/assemble.ts'
import { aPicture, idOf, type Scene, scene } from '../../support/evidence/scene.ts'
import { ByHand, type Reply, sha256 } from '../../support/evidence/uploading.ts'
import { appended, harvestOf } from '../../support/flows/help.ts'

/** Nobody fills the disk: what an upload announces is reserved before a byte of it comes. */

const HOUR_MS = 3_600_000
const HASH = 'ab'.repeat(32)

/** Another telephone of the farmer. */
const anotherHand = async ({ a, farmer, port }: Scene) =>
  new ByHand(port, await a.credential(farmer.id, 'party'))

const told = ({ status, body, headers }: Reply) => [status, body?.code, Number(headers['retry-after']) > 0]

test('a credential has so many unfinished uploads, whatever their length; finishing or ending one makes room', async () => {
  const s = await scene({ maxUploads: '3' })
  const picture = await aPicture()
  const paths = [await s.hand.begun(picture), await s.hand.begun(picture), await s.hand.begun(picture)]
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'too_many_uploads', true])
  expect((await s.strangersHand.begin(1, HASH)).status).toBe(201)
  await s.hand.end(paths[0] as string)
  expect((await s.hand.begin(1, HASH)).status).toBe(201)
  expect((await s.hand.begin(1, HASH)).status).toBe(429)
  await s.hand.send(paths[1] as string, 0, picture)
  expect((await s.hand.begin(1, HASH)).status).toBe(201)
})

test('all unfinished uploads together announce so many bytes', async () => {
  const s = await scene({ maxUnfinishedBytes: '1000' })
  expect((await s.hand.begin(600, HASH)).status).toBe(201)
  expect((await s.strangersHand.begin(400, HASH)).status).toBe(201)
  const third = new ByHand(s.port, (await s.a.party('person', 'Third')).token)
  expect(told(await third.begin(1, HASH))).toEqual([503, 'overloaded', true])
})

test('of which a party has a quarter, however many its devices', async () => {
  const s = await scene({ maxUnfinishedBytes: '1000' })
  const another = await anotherHand(s)
  expect((await s.hand.begin(150, HASH)).status).toBe(201)
  expect((await another.begin(100, HASH)).status).toBe(201)
  for (const hand of [s.hand, another, await anotherHand(s)])
    expect(told(await hand.begin(1, HASH))).toEqual([429, 'too_many_uploads', true])
  expect((await s.strangersHand.begin(250, HASH)).status).toBe(201)
})

test('and as many uploads as four credentials', async () => {
  const s = await scene({ maxUploads: '1' })
  for (let devices = 1; devices <= 4; devices++)
    expect((await (await anotherHand(s)).begin(1, HASH)).status).toBe(201)
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'too_many_uploads', true])
  expect((await s.strangersHand.begin(1, HASH)).status).toBe(201)
})

test('an upload that has stood still for an hour makes room for another, and only then', async () => {
  const s = await scene({ maxUnfinishedBytes: '4000' })
  const [still, moving] = [await s.hand.begin(600, HASH), await s.hand.begin(400, HASH)]
  const pathOf = ({ headers }: Reply) => headers.location as string
  s.a.clock.nowMs += HOUR_MS - 1
  await s.hand.send(pathOf(moving), 0, Buffer.alloc(10))
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'too_many_uploads', true])
  s.a.clock.nowMs += 1
  expect((await s.hand.head(pathOf(still))).status).toBe(200)
  expect((await s.hand.begin(600, HASH)).status).toBe(201)
  expect((await s.hand.head(pathOf(still))).status).toBe(404)
  expect((await s.hand.head(pathOf(moving))).headers['upload-offset']).toBe('10')
  expect(s.files().some((name) => name.startsWith(idOf(pathOf(still))))).toBe(false)
})

test('and it does where the clock went years forward and back, and time stands still for the log', async () => {
  const s = await scene({ maxUploads: '1' })
  const before = s.a.clock.nowMs
  s.a.clock.nowMs += 10 * 365 * 24 * HOUR_MS
  expect((await s.hand.begin(1, HASH)).status).toBe(201)
  await appended(s.farmer, 'harvest', harvestOf(s.farmer))
  s.a.clock.nowMs = before
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'too_many_uploads', true])
  s.a.clock.nowMs += HOUR_MS
  expect((await s.hand.begin(1, HASH)).status).toBe(201)
})

test('those of others make room too, and none goes when even that is not enough', async () => {
  const s = await scene({ maxUnfinishedBytes: '1000' })
  const still = await s.strangersHand.begin(300, HASH)
  s.a.clock.nowMs += HOUR_MS
  expect((await s.hand.begin(800, HASH)).status).toBe(201)
  expect((await s.strangersHand.head(still.headers.location as string)).status).toBe(404)
  const second = await s.strangersHand.begin(100, HASH)
  s.a.clock.nowMs += HOUR_MS - 1
  const third = new ByHand(s.port, (await s.a.party('person', 'Third')).token)
  expect(told(await third.begin(500, HASH))).toEqual([503, 'overloaded', true])
  expect((await s.strangersHand.head(second.headers.location as string)).status).toBe(200)
})

test('at its limit a credential loses its oldest empty upload of more than a minute, no other', async () => {
  const s = await scene({ maxUploads: '3' })
  const begun = async () => (await s.hand.begin(100, HASH)).headers.location as string
  const [started, oldest] = [await begun(), await begun()]
  await s.hand.send(started, 0, Buffer.alloc(10))
  s.a.clock.nowMs += 1
  const younger = await begun()
  s.a.clock.nowMs += 59_998
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'too_many_uploads', true])
  s.a.clock.nowMs += 1
  expect((await s.hand.begin(1, HASH)).status).toBe(201)
  const statuses = [started, oldest, younger].map(async (path) => (await s.hand.head(path)).status)
  expect(await Promise.all(statuses)).toEqual([200, 404, 200])
})

test('a beginning that is refused costs nothing of the day', async () => {
  const s = await scene({ maxUploads: '1', uploadBytesPerDay: '1000', recordsPerDay: '2' })
  const first = await s.hand.begin(600, HASH)
  for (let tries = 0; tries < 3; tries++)
    expect(told(await s.hand.begin(400, HASH))).toEqual([429, 'too_many_uploads', true])
  await s.hand.end(first.headers.location as string)
  expect((await s.hand.begin(400, HASH)).status).toBe(201)
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'quota_exceeded', true])
})

test('beginnings at one moment do not pass the quota together, and the refused leave nothing', async () => {
  const s = await scene({ uploadBytesPerDay: '1000' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => s.hand.begin(300, HASH)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ body }) => body?.code === 'quota_exceeded')).toHaveLength(5)
  expect(s.files()).toHaveLength(6)
})

test('a credential begins so many bytes a day', async () => {
  const s = await scene({ uploadBytesPerDay: '1000' })
  expect((await s.hand.begin(600, HASH)).status).toBe(201)
  expect(told(await s.hand.begin(401, HASH))).toEqual([429, 'quota_exceeded', true])
  expect((await s.hand.begin(400, HASH)).status).toBe(201)
  expect((await s.strangersHand.begin(1000, HASH)).status).toBe(201)
  s.a.clock.nowMs += 24 * 3_600_000
  expect((await s.hand.begin(1000, HASH)).status).toBe(201)
  // Records have a quota of their own.
  await appended(s.farmer, 'harvest', harvestOf(s.farmer))
})

test('each upload counts as one thing written', async () => {
  const s = await scene({ recordsPerDay: '2' })
  expect((await s.hand.begin(1, HASH)).status).toBe(201)
  await appended(s.farmer, 'harvest', harvestOf(s.farmer))
  expect(told(await s.hand.begin(1, HASH))).toEqual([429, 'quota_exceeded', true])
})

test('the length of a picture is a setting', async () => {
  const s = await scene({ maxUploadBytes: '500' })
  expect((await s.hand.options()).headers['tus-max-size']).toBe('500')
  expect((await s.hand.begin(500, HASH)).status).toBe(201)
  expect(told(await s.hand.begin(501, HASH))).toEqual([413, 'body_too_large', false])
})

test('an upload needs room on the disk twice, for itself and for the picture beside it', async () => {
  let s = await scene({ maxUnfinishedBytes: String(2 ** 60), maxUploadBytes: String(2 ** 60) })
  const { ports } = s.a.kernel
  // Two fifths do not fit twice.
  const bytes = Math.floor(ports.freeBytes() * 0.4)
  expect(bytes).toBeGreaterThan(0)
  expect((await s.hand.begin(bytes, HASH)).status).toBe(429)
  const settings = { uploadBytesPerDay: String(2 ** 60), maxUnfinishedBytes: String(2 ** 60) }
  s = await scene({ ...settings, maxUploadBytes: String(2 ** 60) })
  expect((await s.hand.begin(bytes, HASH)).status).toBe(201)
  expect(told(await s.strangersHand.begin(bytes, HASH))).toEqual([507, 'storage_full', false])
  const small = await aPicture()
  expect((await s.strangersHand.begin(small, sha256(small))).status).toBe(201)
})

test('while the disk is nearly full no bytes are taken, but uploads can be looked at and ended', async () => {
  const s = await scene()
  const picture = await aPicture()
  const [path, other] = [await s.hand.begun(picture), await s.hand.begun(picture)]
  const { config, ports, tls } = s.a.kernel
  const full = { ...ports, config: { ...config, minFreeBytes: 1 }, freeBytes: () => 0 }
  const app = await makeServer({ config: full.config, ports: full, tls })
  const hand = new ByHand(
    Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port),
    s.farmer.token,
  )
  expect(told(await hand.begin(picture, sha256(picture)))).toEqual([507, 'storage_full', false])
  expect(told(await hand.send(path, 0, picture))).toEqual([507, 'storage_full', false])
  expect((await hand.head(path)).headers['upload-offset']).toBe('0')
  expect((await hand.end(other)).status).toBe(204)
  expect((await hand.options()).status).toBe(204)
  await app.close()
  expect((await s.hand.send(path, 0, picture)).headers).toHaveProperty('granary-sha256')
})
