import { Problem } from '../../base/problem.ts'
import { isLoopback, objectPlace } from '../../config/addresses.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { closedStore } from './closed.ts'
import { FolderStore } from './folder.ts'
import { S3Store } from './s3.ts'
import { type ObjectStore, reasonOf } from './store.ts'

/**
 * Opens the store that the settings name. Does not contact a bucket, so it works while the bucket is down.
 * The store accepts no object until it was seen to refuse strangers.
 * @param mayBeNew true if nothing was stored yet: a missing folder is then made. Otherwise its disk is
 *   missing, and calls fail until it is mounted. The default folder, inside the data folder, is always made.
 * @throws {OperatorFault} when a folder that may be new cannot be made or used
 */
export function openObjectStore(config: Config, mayBeNew: boolean): ObjectStore {
  const place = objectPlace(config.objectStore)
  if (place.kind === 'folder') {
    const isDefault = place.path === ''
    const path = isDefault ? dataFiles(config.data).objects : place.path
    return closedStore(new FolderStore(path, mayBeNew || isDefault))
  }
  return closedStore(
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
 * Refuses to start the service with a store that strangers can read.
 * @returns null when the store refuses strangers; else why that cannot be checked: the service then starts
 * without it
 * @throws {OperatorFault} when strangers can read objects
 */
export async function refuseOpenStore(store: ObjectStore): Promise<Told | null> {
  try {
    const openness = await store.anonymousAccess()
    if (openness !== null) throw new OperatorFault(openness.finding, openness.remedy)
    return null
  } catch (error) {
    if (error instanceof Problem) return reasonOf(error, store.name)
    throw error
  }
}

/** Returns a warning about a store that works but is not safe; null without one. */
export function objectStoreCaution(config: Config): Message | null {
  if (objectPlace(config.objectStore).kind !== 's3') return null
  const { protocol, hostname, origin } = new URL(config.s3Endpoint)
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return null
  return message('objects.unencrypted', { address: origin })
}
