import { createHash, randomUUID } from 'node:crypto'
import { type Message, message } from '../../words/message.ts'
import { probeKey, ROOTS } from './keys.ts'
import type { S3Work } from './s3-attempt.ts'
import type { S3Calls } from './s3-calls.ts'
import { S3Fault } from './s3-fault.ts'
import type { Openness } from './store.ts'

/**
 * Requests a list and an object without credentials. A bucket can be public below one prefix only, so an
 * object is requested below each of our prefixes. Only S3 is tried: access by other protocols, such as
 * OpenStack Swift, is missed.
 * @returns null when strangers are refused
 * @throws {S3Fault} when the bucket cannot be asked
 */
export async function findOpenness(calls: S3Calls, place: Message): Promise<Openness | null> {
  const { bucket, before } = calls
  const isListed = await isAllowed(calls, (client) =>
    client.listObjectsV2Query(bucket, before, '', '', 1, ''),
  )
  const open: string[] = []
  for (const root of ROOTS)
    if (await isProbeReadable(calls, probeKey(root, randomUUID()))) open.push(`${root}/`)
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

async function isProbeReadable(calls: S3Calls, key: string): Promise<boolean> {
  const body = Buffer.from('granary')
  await calls.put(key, body, createHash('sha256').update(body).digest('hex'))
  try {
    return await isAllowed(calls, (client) => client.getObject(calls.bucket, calls.before + key))
  } finally {
    // If removal fails, a few bytes are left that no list shows.
    await calls.remove(key).catch(() => {})
  }
}

/** Any success status means yes. A failing server proves neither yes nor no, so it is a fault. */
async function isAllowed(calls: S3Calls, work: S3Work<unknown>): Promise<boolean> {
  try {
    await calls.callAsStranger((client, attempt) =>
      work(client, attempt).catch((error) => {
        if (attempt.status === undefined || attempt.status >= 300) throw error
      }),
    )
    return true
  } catch (error) {
    if (error instanceof S3Fault && (error.kind === 'absent' || error.kind === 'refused')) return false
    throw error
  }
}
