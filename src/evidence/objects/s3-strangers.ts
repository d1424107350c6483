import { createHash, randomUUID } from 'node:crypto'
import { type Message, message } from '../../words/message.ts'
import { probeKey, ROOTS } from './keys.ts'
import type { S3Bucket } from './s3-bucket.ts'
import type { Openness } from './store.ts'

/**
 * Requests a list and an object without credentials. A bucket can be public below one prefix only, so an
 * object is requested below each of our prefixes. Only S3 is tried: access by other protocols, such as
 * OpenStack Swift, is missed.
 * @returns null when strangers are refused
 * @throws {S3Fault} when the bucket cannot be asked
 */
export async function findOpenness(bucket: S3Bucket, place: Message): Promise<Openness | null> {
  const isListed = await bucket.isListableByStrangers()
  const open: string[] = []
  for (const root of ROOTS)
    if (await isProbeReadable(bucket, probeKey(root, randomUUID()))) open.push(`${root}/`)
  if (!isListed && open.length === 0) return null
  const read = { roots: { list: open }, bucket: place }
  return {
    finding:
      open.length === 0
        ? message('objects.listed', { bucket: place })
        : message(isListed ? 'objects.listedAndRead' : 'objects.read', read),
    remedy: message('objects.openBucket.remedy'),
  }
}

async function isProbeReadable(bucket: S3Bucket, key: string): Promise<boolean> {
  const body = Buffer.from('granary')
  await bucket.put(key, body, createHash('sha256').update(body).digest('hex'))
  try {
    return await bucket.isReadableByStrangers(key)
  } finally {
    // If removal fails, a few bytes are left that no list shows.
    await bucket.remove(key).catch(() => {})
  }
}
