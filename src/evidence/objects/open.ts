import { OperatorFault, Problem } from '../../base/problem.ts'
import { isLoopback, objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { ClosedStore } from './closed.ts'
import { FolderStore } from './folder.ts'
import { S3Store } from './s3.ts'
import { type ObjectStore, ObjectStoreUnavailable } from './store.ts'

/**
 * The store that the settings name. Nothing is asked of a bucket yet, so it opens while the bucket is down.
 * It takes nothing in before strangers were seen to be refused.
 * @param mayBeNew nothing was kept yet, so that a folder which is not there is made. Otherwise its disk is not there:
 *   it is waited for, and nothing is written in its place. The folder in the data folder has no disk of its own.
 * @throws {OperatorFault} when a folder that may be new cannot be made or used
 */
export function openObjectStore(config: Config, mayBeNew: boolean): ObjectStore {
  const place = objectPlace(config.objectStore)
  if (place.kind === 'folder') {
    const isDefault = place.path === ''
    const path = isDefault ? dataFiles(config.data).objects : place.path
    return new ClosedStore(new FolderStore(path, mayBeNew || isDefault))
  }
  return new ClosedStore(
    new S3Store({
      endpoint: config.s3Endpoint,
      region: config.s3Region,
      accessKey: config.s3AccessKey,
      secretKey: config.s3SecretKey,
      bucket: place.bucket,
      prefix: place.prefix,
    }),
  )
}

/**
 * To be asked when a service starts.
 * @returns null when strangers are refused; why that could not be seen when the store does not answer: the service
 *   then starts without it
 * @throws {OperatorFault} when strangers can read what is kept
 */
export async function refuseOpenStore(store: ObjectStore): Promise<string | null> {
  try {
    const openness = await store.anonymousAccess()
    if (openness !== null) throw new OperatorFault(`${openness.finding}.`, openness.remedy)
    return null
  } catch (error) {
    if (error instanceof ObjectStoreUnavailable) return error.reason
    if (error instanceof Problem) return `${store.words}: ${error.message}`
    throw error
  }
}

/** What an operator should know of a store that works: a sentence, or null. */
export function objectStoreCaution(config: Config): string | null {
  if (objectPlace(config.objectStore).kind !== 's3') return null
  const { protocol, hostname, origin } = new URL(config.s3Endpoint)
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return null
  return `Objects travel to ${origin} without TLS: whoever is on the network between can read them.`
}
