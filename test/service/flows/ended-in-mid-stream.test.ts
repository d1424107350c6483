import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { afterEach, expect, test, vi } from 'vitest'
import { prepare } from '../../../src/domain/draft-shape.ts'
import { PageOfList } from '../../../src/records/gate/page-of-list.ts'
import { localTasks } from '../../../src/tasks.ts'
import { type Actor, actor, requesterOf } from '../../support/appliance.ts'
import { largePicture } from '../../support/evidence/large-picture.ts'
import { scene } from '../../support/evidence/scene.ts'
import { ByHand, sha256 } from '../../support/evidence/uploading.ts'
import { appended, at, granted, harvestOf, PURPOSE } from '../../support/flows/help.ts'
import { soon } from '../../support/soon.ts'

/** A reply that is under way ends with the credential, or the consent, that it rests on. */

const HARVESTS = 450
const MIB = 2 ** 20
/** What the two sockets may hold besides what the service sent after it was asked last. */
const IN_SOCKETS = 5 * MIB

const s = await scene({ uploadBytesPerDay: String(100 * MIB), readsPerSecond: '100000' })
const author = requesterOf(s.a, s.farmer)
// Long ones, of which a page is some ten mebibytes.
const harvests = Array.from({ length: HARVESTS }, () =>
  prepare({
    id: uuidv7(),
    type: 'harvest',
    occurred_at: at(s.a.clock.nowMs),
    lawful_basis: 'contract_performance',
    producer: s.farmer.id,
    crop: 'coffee_green',
    quantity: { value: 1, unit: 'kg' },
    plot: { geometry: { type: 'Point', coordinates: [33, 1], note: 'x'.repeat(20_000) } },
    note: '漢'.repeat(2_000),
  }),
)
for (let i = 0; i < HARVESTS; i += 50)
  await s.a.kernel.ports.submit(() => s.a.kernel.intake.appendAll(author, harvests.slice(i, i + 50)))
afterEach(() => void vi.restoreAllMocks())

/** Another credential of the farmer, and what ends it. */
async function another(who: Actor = s.farmer) {
  const { kernel, clock } = s.a
  const issued = await kernel.ports.submit(() => kernel.credentials.issue('test', who.id, 'party', null))
  const revoke = () => localTasks(kernel).run('credential.revoke', 'test', { id: issued.credential_id })
  return { holder: actor(s.a.app, clock, who.id, issued.token), revoke }
}

/** Asks for something over a socket of its own, and reads nothing of it yet. */
function slowly(method: string, path: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port: s.port,
      method,
      path,
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    })
    sent.once('error', reject)
    sent.once('response', resolve)
    sent.end()
  })
}

/** Reads all that comes. */
async function rest(answer: IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0
  try {
    for await (const piece of answer) bytes += (piece as Buffer).length
  } catch {
    // It was broken off.
  }
  return { bytes, isWhole: answer.complete }
}

/** A picture that a harvest cites. */
async function cited() {
  const picture = largePicture(MIB)
  const sent = await new ByHand(s.port, s.farmer.token).sent(picture)
  expect(sent.status, sent.text).toBe(204)
  const evidence = [{ sha256: sha256(picture), media_type: 'image/jpeg' }]
  await appended(s.farmer, 'harvest', harvestOf(s.farmer, { evidence }))
  return { picture, sent }
}

test.each([
  ['subject access', 'POST', '/v1/subject-access-requests', 201],
  ['a page of a list', 'GET', `/v1/records?purpose=${PURPOSE}&type=harvest&limit=500`, 200],
  ['a page of the change feed', 'GET', '/v1/sync/changes?limit=500', 200],
] as const)('%s ends with its credential', async (_name, method, path, status) => {
  const whole = await rest(await slowly(method, path, (await another()).holder.token))
  expect(whole.isWhole).toBe(true)
  expect(whole.bytes).toBeGreaterThan(8 * MIB)
  const { holder, revoke } = await another()
  const answer = await slowly(method, path, holder.token)
  expect(answer.statusCode).toBe(status)
  await revoke()
  const got = await rest(answer)
  expect(got.isWhole).toBe(false)
  expect(got.bytes).toBeLessThan(IN_SOCKETS)
})

test.each(['its credential', 'the consent that opened it'])('a picture ends with %s', async (ends) => {
  const { picture, sent } = await cited()
  const bank = await s.a.party('institution', 'Bank')
  const grant = await granted(s.a, s.farmer, bank, ['harvest'])
  const { holder, revoke } = await another(bank)
  // The object store gives the picture as slowly as the test likes.
  const stored = await s.a.kernel.evidence.open(sent.headers['granary-sha256'] as string)
  const bytes = Buffer.concat(await stored.stream.toArray())
  const second = Promise.withResolvers<void>()
  vi.spyOn(s.a.kernel.evidence, 'open').mockResolvedValue({
    ...stored,
    stream: Readable.from(
      (async function* () {
        yield bytes.subarray(0, MIB / 2)
        await second.promise
        yield bytes.subarray(MIB / 2)
      })(),
      { objectMode: false },
    ),
  })
  const answer = await slowly('GET', `/v1/evidence/${sha256(picture)}?purpose=${PURPOSE}`, holder.token)
  expect(answer.statusCode).toBe(200)
  if (ends === 'its credential') await revoke()
  else expect((await s.farmer.post(`/v1/grants/${grant}/revocation`, { id: uuidv7() })).status).toBe(201)
  second.resolve()
  const got = await rest(answer)
  expect(got).toEqual({ bytes: MIB / 2, isWhole: false })
})

test('a page is no longer worked at when its client has hung up', async () => {
  let slices = 0
  const many = 20_000
  const sent = request({
    port: s.port,
    path: `/v1/records?purpose=${PURPOSE}`,
    agent: false,
    headers: { authorization: `Bearer ${s.farmer.token}` },
  })
  sent.on('error', () => {})
  vi.spyOn(PageOfList.prototype, 'next').mockImplementation(() => {
    if (++slices === 1) sent.destroy()
    if (slices > many) throw new Error('gone through to its end')
    return null
  })
  sent.end()
  await soon(() => expect(slices).toBeGreaterThan(0))
  let before = -1
  while (before !== slices) {
    before = slices
    for (let i = 0; i < 20; i++) await s.a.kernel.ports.submit(() => {})
  }
  expect(slices).toBeLessThan(many)
})

test('a picture whose reply is refused for want of room is closed', async () => {
  const { picture } = await cited()
  const stream = new Readable({ read() {} })
  vi.spyOn(s.a.kernel.evidence, 'open').mockResolvedValue({ bytes: MIB, stream })
  vi.spyOn(s.a.app.guard, 'hold').mockReturnValue(false)
  const answer = await slowly('GET', `/v1/evidence/${sha256(picture)}?purpose=${PURPOSE}`, s.farmer.token)
  expect(answer.statusCode).toBe(503)
  await rest(answer)
  await soon(() => expect(stream.destroyed).toBe(true))
})

test('an upload ends with its credential, in the middle of its body', async () => {
  const { holder, revoke } = await another()
  const hand = new ByHand(s.port, holder.token)
  const picture = largePicture(2 * MIB)
  const path = await hand.begun(picture)
  const sent = request({
    port: s.port,
    method: 'PATCH',
    path,
    agent: false,
    headers: {
      authorization: `Bearer ${holder.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(picture.length),
    },
  })
  const answered = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  sent.on('error', () => {})
  sent.write(picture.subarray(0, MIB))
  await soon(() => expect(s.bytesOf(path)).toBeGreaterThan(0))
  await revoke()
  sent.write(picture.subarray(MIB, MIB + MIB / 2))
  const answer = await answered
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="granary"')
  answer.resume()
  sent.destroy()
})

test('a request that waits for its turn is refused like any other once its credential has ended', async () => {
  const { holder, revoke } = await another()
  const [asked] = await Promise.all([holder.get(`/v1/records?purpose=${PURPOSE}&limit=500`), revoke()])
  const fresh = await holder.get(`/v1/records?purpose=${PURPOSE}`)
  expect([asked.status, asked.headers['www-authenticate'], asked.body.code]).toEqual([
    401,
    fresh.headers['www-authenticate'],
    fresh.body.code,
  ])
})
