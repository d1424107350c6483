import { OperatorFault, Problem } from '../../base/problem.ts'
import { isLoopback, objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { ClosedStore } from './closed.ts'
import { FolderStore } from './folder.ts'
import { S3Store } from './s3.ts'
import { type ObjectStore, ObjectStoreUnavailable } from './store.ts'

/**
 * The store that the settings name. It opens without contacting a bucket, so also while the bucket is down, and takes no
 * object until it was seen to refuse strangers.
 * @param mayBeNew nothing was kept yet, so a missing folder is made. Otherwise its disk is missing: calls fail until it
 *   is mounted. The folder in the data folder needs no disk of its own.
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
 * Call at the start of the service.
 * @returns null when the store refuses strangers, or why that cannot be checked: the service then starts without it
 * @throws {OperatorFault} when strangers can read objects
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

/** A warning about a store that works; null without one. */
export function objectStoreCaution(config: Config): string | null {
  if (objectPlace(config.objectStore).kind !== 's3') return null
  const { protocol, hostname, origin } = new URL(config.s3Endpoint)
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return null
  return `Objects travel to ${origin} without TLS: anybody on the network between can read them.`
}
