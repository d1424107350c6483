import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  addPicture,
  type Backed,
  backed,
  fill,
  folder,
  told,
} from '../../../support/appliance/backup/help.ts'
import { json } from '../../../support/command.ts'
import { makeBucket, noRealS3, type RealBucket, whyNot } from '../../../support/evidence/objects/real-s3.ts'

/** The same into a bucket; into a folder: round-trip.test.ts. */

const settingsOf = ({ place }: RealBucket): Record<string, string> => ({
  GRANARY_S3_ENDPOINT: place.endpoint,
  GRANARY_S3_REGION: place.region,
  GRANARY_S3_ACCESS_KEY: place.accessKey,
  GRANARY_S3_SECRET_KEY: place.secretKey,
})

async function withBucket(work: (b: Backed, bucket: RealBucket) => Promise<void>): Promise<void> {
  const bucket = await makeBucket('coop/one')
  const settings = settingsOf(bucket)
  Object.assign(process.env, settings)
  try {
    await work({ ...(await backed()), place: `s3://${bucket.place.bucket}/coop/one` }, bucket)
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name]
    await bucket.remove()
  }
}

describe.skipIf(noRealS3)(`in a bucket${whyNot}`, () => {
  test('made, listed, checked, pruned and restored', async () => {
    await withBucket(async (b, bucket) => {
      await fill(b.data, 3_000, 2_000)
      await addPicture(b.data, Buffer.from('a picture'))
      const from = ['--data', b.data, '--from', b.place]
      const identity = ['--identity', b.identity]
      const first = await json('backup', 'create', '--data', b.data, '--to', b.place)
      expect(first.code).toBe(0)
      await fill(b.data, 2)
      const second = await json('backup', 'create', '--data', b.data, '--to', b.place)
      expect(second.sent_bytes).toBeLessThan(first.bytes / 20)
      expect(await json('backup', 'verify', ...from, ...identity)).toMatchObject({ code: 0, faults: [] })
      expect((await json('backup', 'list', ...from)).backups).toHaveLength(2)
      expect(await json('backup', 'prune', ...from, '--keep', '1')).toMatchObject({ backups: [first.id] })

      const into = join(folder(), 'data')
      const restored = await json('backup', 'restore', '--data', into, '--from', b.place, ...identity)
      expect(restored).toMatchObject({ code: 0, id: second.id, evidence: 1 })
      expect(told(into).log.slice(0, second.entries)).toEqual(told(b.data).log.slice(0, second.entries))

      const [object] = (await bucket.names()).filter((name) => name.includes('/objects/'))
      await bucket.put(object as string, Buffer.from('damaged'))
      const { code, faults } = await json('backup', 'verify', ...from)
      expect([code, faults.length]).toEqual([1, 1])
      expect((await json('backup', 'list', ...from)).backups[0].fault).toContain('missing or cut off')
      const refused = join(folder(), 'data')
      expect(
        await json('backup', 'restore', '--data', refused, '--from', b.place, ...identity),
      ).toMatchObject({
        code: 1,
      })
    })
  })

  test('the object store is the place where none is named', async () => {
    await withBucket(async (b) => {
      process.env.GRANARY_OBJECT_STORE = b.place
      try {
        await addPicture(b.data, Buffer.from('elsewhere'))
        const made = await json('backup', 'create', '--data', b.data)
        expect(made).toMatchObject({ place: b.place })
      } finally {
        delete process.env.GRANARY_OBJECT_STORE
      }
    })
  })
})
