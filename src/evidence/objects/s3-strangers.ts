import { createHash, randomUUID } from 'node:crypto'
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
export async function findOpenness(bucket: S3Bucket, words: string): Promise<Openness | null> {
  const open: string[] = []
  if (await bucket.isListableByStrangers()) open.push('list its objects')
  for (const root of ROOTS)
    if (await isProbeReadable(bucket, probeKey(root, randomUUID()))) open.push(`read objects under ${root}/`)
  if (open.length === 0) return null
  return {
    finding: `Strangers can ${open.join(' and ')} in ${words}`,
    remedy:
      "Remove public access from the bucket (its policy, its access lists, its provider's switch for public access), or name another with GRANARY_OBJECT_STORE.",
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
