import { join } from 'node:path'
import type { Progress } from '../../cli/progress.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { removeDatabase } from '../../store/file/rebuilt-file.ts'
import { rootOverFirst } from '../../store/file/snapshot.ts'
import { message } from '../../words/message.ts'
import type { KeyPair } from './age.ts'
import { BrokenBackup, fetchCipher } from './fetching.ts'
import { inParallel } from './in-parallel.ts'
import type { Manifest } from './manifest.ts'
import { eachPicture, identityFor, openContents, rebuildDatabase } from './rebuild.ts'
import { checkRoom } from './scratch.ts'

const AT_ONCE = 4

export interface Verifying {
  readonly place: ObjectStore
  readonly manifest: Manifest
  readonly progress: Progress
}

/** A fault found in a backup, and the damaged object; undefined for the backup as a whole. */
export type BackupFault = Pick<BrokenBackup, 'what' | 'object'>

/**
 * Reads every object and checks its hash, which needs no identity.
 * @throws {ObjectStoreUnavailable}
 */
export async function checkObjects({ place, manifest, progress }: Verifying): Promise<BackupFault[]> {
  const faults: BackupFault[] = []
  progress.step(message('progress.reading'), manifest.bytes, 'bytes')
  await inParallel(manifest.objects, AT_ONCE, async (object) => {
    await fetchCipher(place, object).catch((error) => {
      if (!(error instanceof BrokenBackup)) throw error
      faults.push(error)
    })
    progress.add(object[1])
  })
  return faults
}

export interface VerifyingWhole extends Verifying {
  readonly keys: readonly KeyPair[]
  /** An empty folder for the restored database, which is deleted afterwards. */
  readonly folder: string
  readonly reserveBytes: number
  /** The original database, if available. */
  readonly database: string | null
}

/**
 * Restores everything and checks it. If the original database is available, the root over the shared entries
 * must be the same.
 */
export async function checkWhole(verifying: VerifyingWhole): Promise<BackupFault[]> {
  const { manifest, folder, database } = verifying
  const opening = { ...verifying, identity: identityFor(manifest, verifying.keys) }
  const faults = await checkObjects(verifying)
  if (faults.length > 0) return faults
  checkRoom(folder, 'backup.room.trial', manifest.pages * manifest.page_bytes, verifying.reserveBytes)
  const restored = join(folder, 'restored.db')
  try {
    const contents = await openContents(opening)
    await rebuildDatabase(opening, contents, restored)
    await eachPicture(opening, contents, async (_sha256, read) => void (await read()))
    const root = database === null ? null : rootOverFirst(database, manifest.tree_size, manifest.incarnation)
    if (root !== null && root.toString('base64') !== manifest.tree_root)
      return [{ what: message('backup.otherEntries'), object: undefined }]
    return []
  } catch (error) {
    if (error instanceof BrokenBackup) return [error]
    throw error
  } finally {
    removeDatabase(restored)
  }
}
