import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolderNow } from '../../base/sync-folder.ts'
import { must } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Progress } from '../../cli/progress.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { lockFolder } from '../../store/file/lock.ts'
import { SCHEMA_VERSION } from '../../store/file/upgrades.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { KeyPair } from './age.ts'
import type { Contents } from './contents.ts'
import { onDisk } from './disks.ts'
import { BrokenBackup, fetchPlain, missingFrom } from './fetching.ts'
import type { Manifest, ObjectRef } from './manifest.ts'
import { identityFor, type OpenedBackup, openContents, rebuildDatabase } from './rebuild.ts'
import { checkRoomForAll, pictureFolder, refuseEmptyMount, restorePictures } from './restore-pictures.ts'
import { makePrivate } from './scratch.ts'
import { objectsThere } from './sending.ts'

export interface Restoring {
  /** Settings of the folder to create. */
  readonly config: Config
  /** The place of the backups. */
  readonly place: ObjectStore
  readonly id: string
  readonly manifest: Manifest
  readonly keys: readonly KeyPair[]
  readonly progress: Progress
  /** Opens the object store for the pictures; called only once there is something to restore. */
  readonly openPictures: () => ObjectStore
  /** Starts a new life in the restored database. @param config of the temporary folder */
  readonly begin: (config: Config) => Promise<void>
}

/**
 * Makes a data folder from a backup. Before the database gets its final name, everything is checked and the
 * restore is recorded in the log. Until then a mark in the folder makes every Granary refuse it. An
 * interrupted restore can be repeated.
 * @returns the hashes of pictures that were missing when the backup was made
 * @throws {OperatorFault} when the folder is in use, or the backup is broken or made by a newer Granary
 */
export async function restoreBackup(restoring: Restoring): Promise<readonly string[]> {
  const { config, place, manifest, progress } = restoring
  checkVersion(manifest)
  const opening: OpenedBackup = { place, manifest, progress, identity: identityFor(manifest, restoring.keys) }
  const files = dataFiles(config.data)
  checkUnused(files)
  const missing = missingFrom(manifest, await objectsThere(place))
  if (missing.length > 0)
    throw new BrokenBackup(
      message('backup.fault.objectsOf', {
        missing: missing.length,
        objects: manifest.objects.length,
        sha256: must(missing[0])[0],
      }),
    )
  const contents = await openContents(opening)
  const pictures = pictureFolder(config)
  if (contents.evidence.length > 0 && pictures !== null) refuseEmptyMount(pictures)
  const unlock = await onDisk(files.root, async () => claim(files))
  try {
    await restoreInto(files, restoring, opening, contents)
    return contents.evidence_missing
  } finally {
    unlock()
  }
}

async function restoreInto(
  files: Files,
  restoring: Restoring,
  opening: OpenedBackup,
  contents: Contents,
): Promise<void> {
  const { config, manifest } = restoring
  const staged = dataFiles(files.restoring)
  const pictures = restoring.openPictures()
  try {
    const bytes = manifest.pages * manifest.page_bytes
    await checkRoomForAll(config, bytes, pictures, contents)
    await onDisk(files.root, () => rebuildDatabase(opening, contents, staged.database))
    await restorePictures(opening, contents, pictures)
  } finally {
    pictures.close()
  }
  await onDisk(files.root, async () => {
    await restoreKey(opening, contents.anchor_key, staged.anchorKey)
    makePrivate(staged.tls)
    await restoreKey(opening, contents.tls_authority, staged.tlsAuthorityKey)
    syncFolderNow(staged.tls)
    const objectStore = config.objectStore === '' ? `file:${files.objects}` : config.objectStore
    await restoring.begin({ ...config, data: files.restoring, objectStore })
    finish(files, staged)
  })
}

/** @throws {OperatorFault} when the backup is of a newer version */
export function checkVersion({ schema, granary: version }: Manifest): void {
  if (schema <= SCHEMA_VERSION) return
  throw new OperatorFault(...withRemedy('backup.newerGranary', { version, schema, known: SCHEMA_VERSION }))
}

type Files = ReturnType<typeof dataFiles>

/** @throws {OperatorFault} when the folder holds anything other than an unfinished restore */
function checkUnused({ root, restoring }: Files): void {
  if (!existsSync(root) || existsSync(restoring)) return
  if (statSync(root).isDirectory() && readdirSync(root).length === 0) return
  throw new OperatorFault(...withRemedy('backup.inUse', { folder: root }))
}

/** Marks the folder as half restored, and deletes what is left of an unfinished restore. */
function claim({ root, restoring, lock, database, anchorKey, tls }: Files): () => void {
  makePrivate(root)
  makePrivate(restoring)
  syncFolderNow(dirname(root))
  syncFolderNow(root)
  const unlock = lockFolder(lock)
  try {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${database}${suffix}`, { force: true })
    rmSync(anchorKey, { force: true })
    rmSync(tls, { recursive: true, force: true })
    for (const name of readdirSync(restoring)) rmSync(join(restoring, name), { recursive: true })
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}

async function restoreKey(
  { place, identity }: OpenedBackup,
  object: ObjectRef | null,
  path: string,
): Promise<void> {
  if (object === null) return
  writeWhole(path, await fetchPlain(place, object, identity))
}

/** Renames the files. The database gets its final name last, and then the mark is deleted. */
function finish(files: Files, staged: Files): void {
  const unwritten = statSync(`${staged.database}-wal`, { throwIfNoEntry: false })
  if (unwritten !== undefined && unwritten.size > 0)
    throw new OperatorFault(...withRemedy('backup.notClosed'))
  if (existsSync(staged.anchorKey)) renameSync(staged.anchorKey, files.anchorKey)
  if (existsSync(staged.tlsAuthorityKey)) renameSync(staged.tls, files.tls)
  syncFolderNow(files.root)
  renameSync(staged.database, files.database)
  syncFolderNow(files.root)
  rmSync(files.restoring, { recursive: true })
  syncFolderNow(files.root)
}
