import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBucket, noRealS3, type RealBucket, whyNot } from '../../support/evidence/objects/real-s3.ts'
import { MARK, plantedJpeg, plantedPng, plantedWebp } from '../../support/evidence/pictures/planted.ts'
import { aPicture, type Scene, scene } from '../../support/evidence/scene.ts'
import { ask, sendWithTus, sha256 } from '../../support/evidence/uploading.ts'
import { appended, harvestOf, PURPOSE } from '../../support/flows/help.ts'

/** Pictures come and go in the same way when a real S3 server keeps them; in a folder: service/evidence/uploads.test.ts. */

describe.skipIf(noRealS3)(`a real S3 server${whyNot}`, () => {
  let bucket: RealBucket
  let s: Scene
  beforeAll(async () => {
    bucket = await makeBucket()
    const { place } = bucket
    s = await scene({
      objectStore: `s3://${place.bucket}/pictures`,
      s3Endpoint: place.endpoint,
      s3AccessKey: place.accessKey,
      s3SecretKey: place.secretKey,
      s3Region: place.region,
    })
  })
  afterAll(async () => {
    await s?.a.close()
    await bucket?.remove()
  })

  const got = (hash: string, headers: Record<string, string> = {}) =>
    ask(s.port, {
      method: 'GET',
      path: `/v1/evidence/${hash}?purpose=${PURPOSE}`,
      token: s.farmer.token,
      headers,
    })

  async function kept(picture: Buffer, chunkSize = Number.POSITIVE_INFINITY): Promise<string> {
    const { storedSha256 } = await sendWithTus(s.port, s.farmer.token, picture, { chunkSize })
    const evidence = [{ sha256: sha256(picture), media_type: 'image/jpeg' }]
    const record = await appended(s.farmer, 'harvest', harvestOf(s.farmer, { evidence }))
    expect(record.derived.flags).not.toContain('reference_unresolved')
    return storedSha256 as string
  }

  test.each([
    ['image/jpeg', () => plantedJpeg()],
    ['image/png', () => plantedPng()],
    ['image/webp', () => plantedWebp()],
  ])('%s, cleaned', async (mediaType, planted) => {
    const picture = await planted()
    const stored = await kept(picture, 400)
    for (const hash of [stored, sha256(picture)]) {
      const { status, headers, bytes } = await got(hash)
      expect([status, headers['content-type'], sha256(bytes)]).toEqual([200, mediaType, stored])
      expect(bytes.includes(MARK)).toBe(false)
    }
  })

  test('a large one, in many pieces, whole and in part', async () => {
    const picture = await aPicture(2400, 1800, 95)
    expect(picture.length).toBeGreaterThan(4_000_000)
    const stored = await kept(picture)
    const { bytes } = await got(stored)
    expect(sha256(bytes)).toBe(stored)
    const part = await got(stored, { range: 'bytes=3000000-3099999' })
    expect([part.status, part.bytes.equals(bytes.subarray(3_000_000, 3_100_000))]).toEqual([206, true])
    expect((await got(stored, { 'if-none-match': `"${stored}"` })).status).toBe(304)
  })

  test('the same one twice', async () => {
    const picture = await aPicture()
    expect(await kept(picture)).toBe(await kept(picture))
  })

  test('and the service is ready', async () => {
    expect((await s.a.app.inject('/v1/ready')).json().parts.object_store).toBe('ok')
  })
})
