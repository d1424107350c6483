import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFiles } from '../../../src/config/config.ts'
import { bucketAt, nobody } from '../../support/evidence/objects/broken-servers.ts'
import { aPicture, type Scene, scene } from '../../support/evidence/scene.ts'
import { sendWithTus, sha256 } from '../../support/evidence/uploading.ts'
import { appended, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** An object store that is away: records are taken, uploads wait, nothing is lost and nothing is said to be done. */

/** Puts a file where a folder must be, so that nothing can be written below it. */
function breakFolder(folder: string): () => void {
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, '')
  return () => rmSync(folder)
}

const DOWN = [503, 'object_store_unavailable']

async function expectDown(s: Scene): Promise<{ path: string; picture: Buffer }> {
  const picture = await aPicture()
  const path = await s.hand.begun(picture)
  const last = await s.hand.send(path, 0, picture)
  expect([last.status, last.body?.code]).toEqual(DOWN)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect(last.headers).not.toHaveProperty('upload-offset')
  const again = await s.hand.send(path, picture.length, Buffer.alloc(0))
  expect([again.status, again.body?.code]).toEqual(DOWN)
  // To HEAD a client takes any other refusal for the end of the upload.
  const head = await s.hand.head(path)
  expect(head.status).toBe(423)
  for (const { headers } of [again, head]) {
    expect(headers).not.toHaveProperty('upload-offset')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  await appended(s.farmer, 'harvest', harvestOf(s.farmer))
  return { path, picture }
}

const readiness = async (s: Scene) => (await s.a.app.inject('/v1/ready')).json()

/** A store that did not answer is believed to be down for some seconds. */
const BELIEVED_MS = 5_000

describe('a folder that cannot be written', () => {
  let s: Scene
  let mend: () => void
  let open: { path: string; picture: Buffer }
  let kept: Buffer
  beforeAll(async () => {
    s = await scene()
    kept = await aPicture()
    expect((await s.hand.sent(kept)).status).toBe(204)
    await appended(
      s.farmer,
      'harvest',
      harvestOf(s.farmer, { evidence: [{ sha256: sha256(kept), media_type: 'image/jpeg' }] }),
    )
    expect(await readiness(s)).toMatchObject({ status: 'ready', parts: { object_store: 'ok' } })
    mend = breakFolder(dataFiles(s.a.kernel.config.data).objects)
  })
  afterAll(() => s.a.close())

  test('lets uploads wait and records in', async () => {
    open = await expectDown(s)
    expect(s.bytesOf(open.path)).toBe(open.picture.length)
  })
  test('is named by readiness', async () => {
    await wait(BELIEVED_MS)
    const ready = await readiness(s)
    expect([ready.status, ready.parts.object_store, ready.parts.database]).toEqual([
      'not_ready',
      'does not answer',
      'ok',
    ])
  })
  test('gives no picture, to those only who may read it', async () => {
    const address = `/v1/evidence/${sha256(kept)}?purpose=${PURPOSE}`
    const own = await s.farmer.get(address)
    expect([own.status, own.body.code]).toEqual(DOWN)
    expect(own.headers).toHaveProperty('retry-after')
    expect((await s.stranger.get(address)).status).toBe(404)
  })
  test('a beginning whose bytes cannot be kept leaves nothing behind', async () => {
    const before = s.files()
    const picture = await aPicture()
    const failed = await sendWithTus(s.port, s.farmer.token, picture, {
      uploadDataDuringCreation: true,
    }).catch((error) => error.originalResponse.getStatus())
    expect(failed).toBe(503)
    expect(s.files()).toEqual(before)
  })
  test('when it is back, HEAD finishes what waited, and a tus client goes on by itself', async () => {
    const picture = await aPicture()
    const refused = Promise.withResolvers<void>()
    const sending = sendWithTus(s.port, s.farmer.token, picture, {
      retryDelays: new Array(10_000).fill(200),
      onShouldRetry: () => {
        refused.resolve()
        return true
      },
    })
    await Promise.race([refused.promise, sending])
    mend()
    // Its folders are made when it opens: a disk that was taken away comes back with them.
    const { objects } = dataFiles(s.a.kernel.config.data)
    mkdirSync(join(objects, '.unfinished'), { recursive: true, mode: 0o700 })
    writeFileSync(join(objects, 'granary-objects'), '')
    chmodSync(objects, 0o700)
    const { steps, storedSha256 } = await sending
    expect(storedSha256).toMatch(/^[0-9a-f]{64}$/)
    expect(steps.filter((step) => step.startsWith('POST'))).toEqual(['POST 201'])
    expect(steps).toContain('PATCH 503')
    const head = await s.hand.head(open.path)
    expect([head.status, head.headers['upload-offset']]).toEqual([200, String(open.picture.length)])
    expect(head.headers).toHaveProperty('granary-sha256')
    expect(readdirSync(join(objects, 'evidence')).length).toBeGreaterThan(0)
    expect(await readiness(s)).toMatchObject({ parts: { object_store: 'ok' } })
  })
})

describe('a bucket at a port where nobody answers', () => {
  let s: Scene
  beforeAll(async () => {
    s = await scene(bucketAt((await nobody()).port))
  })
  afterAll(() => s.a.close())

  test('lets uploads wait and records in', async () => {
    await expectDown(s)
  })
})
