import { type DetailedError, Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aPicture, type Scene, scene } from '../../support/evidence/scene.ts'
import { ByHand, sendWithTus, sha256 } from '../../support/evidence/uploading.ts'
import { Service } from './service.ts'

/** A real tus client (tus-js-client) against the real service. */

describe('a client that goes on', () => {
  let s: Scene
  beforeAll(async () => {
    s = await scene()
  })
  afterAll(() => s.a.close())

  test('sends with the creation', async () => {
    const whole = await sendWithTus(s.port, s.farmer.token, await aPicture(), {
      uploadDataDuringCreation: true,
    })
    expect(whole.steps).toEqual(['POST 201'])
    expect(whole.storedSha256).toMatch(/^[0-9a-f]{64}$/)
    const picture = await aPicture(200, 150)
    const parts = await sendWithTus(s.port, s.farmer.token, picture, {
      uploadDataDuringCreation: true,
      chunkSize: Math.ceil(picture.length / 2),
    })
    expect(parts.steps).toEqual(['POST 201', 'PATCH 204'])
  })

  test('whose upload has expired begins another', async () => {
    const picture = await aPicture()
    const path = await s.hand.begun(picture)
    await s.hand.send(path, 0, picture.subarray(0, 100))
    s.a.clock.nowMs += 48 * 3_600_000
    const uploadUrl = `http://127.0.0.1:${s.port}${path}`
    const { steps } = await sendWithTus(s.port, s.farmer.token, picture, { uploadUrl })
    expect(steps).toEqual(['HEAD 404', 'POST 201', 'PATCH 204'])
  })

  test.each([
    ['that is no picture', async () => Buffer.from('hello'), 422, 'evidence_refused'],
    ['that is too large', async () => Buffer.alloc(20 * 1024 * 1024 + 1), 413, 'body_too_large'],
  ])('is told why a file is refused %s', async (_what, file, status, code) => {
    const refusal = (await sendWithTus(s.port, s.farmer.token, await file()).catch(
      (error) => error,
    )) as DetailedError
    expect(refusal.originalResponse?.getStatus()).toBe(status)
    expect(JSON.parse(refusal.originalResponse?.getBody() as string).code).toBe(code)
  })
})

describe('a client whose service goes away', () => {
  let service: Service
  let picture: Buffer
  beforeAll(async () => {
    service = await Service.bundled()
    await service.start()
  })
  afterEach(async () => {
    await service.end('SIGTERM')
    await service.start()
  })
  afterAll(() => service.remove())

  /** Sends until so many bytes are on their way, then breaks off. */
  async function brokenOff(chunkSize: number, after: number): Promise<string> {
    picture = await aPicture(1600, 1200, 95)
    expect(picture.length).toBeGreaterThan(2 * after)
    return new Promise((resolve, reject) => {
      const upload = new Upload(picture, {
        endpoint: `http://127.0.0.1:${service.port}/v1/uploads`,
        headers: { authorization: `Bearer ${service.token}` },
        metadata: { sha256: sha256(picture) },
        retryDelays: null,
        chunkSize,
        onChunkComplete: (_size, accepted) => {
          if (accepted > after) upload.abort().then(() => resolve(upload.url as string), reject)
        },
        onError: reject,
      })
      upload.start()
    })
  }

  test('that is killed: it resumes where it was', async () => {
    const uploadUrl = await brokenOff(400_000, 500_000)
    await service.end('SIGKILL')
    await service.start()
    const head = await new ByHand(service.port, service.token).head(new URL(uploadUrl).pathname)
    expect(Number(head.headers['upload-offset'])).toBeGreaterThanOrEqual(800_000)
    const { steps, storedSha256 } = await sendWithTus(service.port, service.token, picture, { uploadUrl })
    expect(steps).toEqual(['HEAD 200', 'PATCH 204'])
    expect(storedSha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('that is killed in the middle of one long request: it tries again by itself', async () => {
    picture = await aPicture(1600, 1200, 95)
    const restarted = Promise.withResolvers<void>()
    let isEnded = false
    const sent = sendWithTus(service.port, service.token, picture, {
      // It tries until the service is there again, however long that takes.
      retryDelays: new Array(10_000).fill(200),
      onProgress: (bytes) => {
        if (isEnded || bytes === 0 || bytes === picture.length) return
        isEnded = true
        service
          .end('SIGKILL')
          .then(() => service.start())
          .then(restarted.resolve, restarted.reject)
      },
    })
    const { steps, storedSha256 } = await Promise.race([sent, restarted.promise.then(() => sent)])
    expect(isEnded).toBe(true)
    await restarted.promise
    expect(steps[0]).toBe('POST 201')
    expect(steps.filter((step) => step.startsWith('POST'))).toHaveLength(1)
    expect(storedSha256).toMatch(/^[0-9a-f]{64}$/)
  })
})
