import { createHash, randomUUID } from 'node:crypto'
import { probeKey, ROOTS } from './keys.ts'
import type { S3Bucket } from './s3-bucket.ts'
import type { Openness } from './store.ts'

/**
 * Asks for the list and for an object as somebody without credentials. A bucket can be open below one name only, so an
 * object is tried below each name that we keep things under. Only S3 is spoken: what a server tells strangers at other
 * addresses, as OpenStack Swift can, is not seen.
 * @returns null when strangers get nothing
 * @throws {S3Fault} when the bucket cannot be asked
 */
export async function findOpenness(bucket: S3Bucket, words: string): Promise<Openness | null> {
  const open: string[] = []
  if (await bucket.tellsStrangersItsList()) open.push('list what is kept')
  for (const root of ROOTS)
    if (await givesProbe(bucket, probeKey(root, randomUUID()))) open.push(`read what is under ${root}/`)
  if (open.length === 0) return null
  return {
    finding: `Strangers can ${open.join(' and ')} in ${words}`,
    remedy:
      "Take the public rights off the bucket (its policy, its access lists, its provider's switch for public access), or name another with GRANARY_OBJECT_STORE.",
  }
}

async function givesProbe(bucket: S3Bucket, key: string): Promise<boolean> {
  const body = Buffer.from('granary')
  await bucket.put(key, body, createHash('sha256').update(body).digest('hex'))
  try {
    return await bucket.givesStrangers(key)
  } finally {
    // What stays when the store goes away just now holds nothing and is never listed.
    await bucket.remove(key).catch(() => {})
  }
}
