import { type Config, dataFiles } from '../config/config.ts'
import type { Store } from '../store/store.ts'
import { Keeper, objectKey, type Perform } from './keeper.ts'
import { type HealthLog, ObjectHealth } from './object-health.ts'
import type { FetchedObject, ObjectStore } from './objects/store.ts'
import { UnfinishedUploads } from './unfinished-uploads.ts'
import { UploadFolder } from './upload-folder.ts'
import { Uploads } from './uploads.ts'

interface RoomSurroundings {
  readonly config: Config
  readonly store: Store
  readonly objects: ObjectStore
  readonly perform: Perform
  readonly freeBytes: () => number
  readonly report: HealthLog
}

/** Photographs: receives them in resumable uploads, strips place and device, stores and serves them. */
export class EvidenceRoom {
  readonly uploads: Uploads
  readonly health: ObjectHealth

  constructor({ config, store, objects, perform, freeBytes, report }: RoomSurroundings) {
    this.health = new ObjectHealth(objects, report)
    const folder = new UploadFolder(dataFiles(config.data).uploads)
    const keeper = new Keeper({ store, objects: this.health, folder, perform })
    const unfinished = new UnfinishedUploads({ store, folder, freeBytes, report }, config)
    const idleMs = config.uploadIdleSeconds * 1000
    this.uploads = new Uploads({ store, folder, unfinished, keeper, perform, report, idleMs })
  }

  /**
   * Opens a picture that the gate has disclosed; its bytes are verified while they are read.
   * @throws {ObjectStoreUnavailable}
   * @throws {Error} when the object store has lost it
   */
  async open(storedSha256: string): Promise<FetchedObject> {
    const key = objectKey(storedSha256)
    const found = await this.health.watchUnlessDown((objects) => objects.get(key, storedSha256), {
      isReading: true,
    })
    if (found === null)
      throw new Error(`the object store has no ${key}, although the log records that it was stored`)
    return found
  }
}
