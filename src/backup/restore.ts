import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, dataFiles } from '../config.ts'
import type { ObjectStore } from '../objects/store.ts'
import { OperatorFault } from '../problem.ts'
import { lockFolder } from '../store/lock.ts'
import { SCHEMA_VERSION } from '../store/upgrades.ts'
import { syncFolderNow } from '../sync-folder.ts'
import type { KeyPair } from './age.ts'
import type { Contents } from './contents.ts'
import { onDisk, writeWhole } from './disks.ts'
import { BrokenBackup, fetchPlain, missingFrom } from './fetching.ts'
import type { Manifest, ObjectRef } from './manifest.ts'
import type { Progress } from './progress.ts'
import { identityFor, type Opening, openContents, rebuildDatabase } from './rebuild.ts'
import { checkRoomForAll, pictureFolder, refuseEmptyMount, restorePictures } from './restore-pictures.ts'
import { makePrivate } from './scratch.ts'
import { objectsThere } from './sending.ts'

export interface Restoring {
  /** Of the folder that is to be. */
  readonly config: Config
  /** Where backups are. */
  readonly place: ObjectStore
  readonly id: string
  readonly manifest: Manifest
  readonly keys: readonly KeyPair[]
  readonly progress: Progress
  /** Opens the store for the pictures; called once it is known that there is something to restore. */
  readonly openPictures: () => ObjectStore
  /** Writes into the restored database that a new life of it begins. @param config of the folder it lies in until then */
  readonly begin: (config: Config) => Promise<void>
}

/**
 * Makes a data folder out of a backup. All of it is checked, and the restore stands in the log, before the database gets
 * the name by which it is found. Until then the folder bears a mark by which every Granary refuses it; cut off at any
 * point, the same restore begins anew.
 * @returns pictures that were missing when the backup was made
 * @throws {OperatorFault} when the folder is in use, the backup broken, or made by a newer Granary
 */
export async function restoreBackup(restoring: Restoring): Promise<readonly string[]> {
  const { config, place, manifest, progress } = restoring
  checkVersion(manifest)
  const opening: Opening = { place, manifest, progress, identity: identityFor(manifest, restoring.keys) }
  const files = dataFiles(config.data)
  checkUnused(files)
  const missing = missingFrom(manifest, await objectsThere(place))
  if (missing.length > 0)
    throw new BrokenBackup(
      `of ${manifest.objects.length} objects, ${missing.length} are missing or cut off, such as ${missing[0]?.[0]}`,
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
  opening: Opening,
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

function checkVersion({ schema, granary }: Manifest): void {
  if (schema <= SCHEMA_VERSION) return
  throw new OperatorFault(
    `The backup was made by a newer Granary (${granary}, schema ${schema}; this program knows ${SCHEMA_VERSION}).`,
    'Install that version, and restore with it.',
  )
}

type Files = ReturnType<typeof dataFiles>

/** @throws {OperatorFault} when there is anything but what an unfinished restore has left */
function checkUnused({ root, restoring }: Files): void {
  if (!existsSync(root) || existsSync(restoring)) return
  if (statSync(root).isDirectory() && readdirSync(root).length === 0) return
  throw new OperatorFault(
    `${root} is in use: a backup is restored into a new folder, and never over another.`,
    'Name a folder that is not there yet with --data. To put it in the place of the old one, rename that one first.',
  )
}

/** Marks the folder as half restored, and takes away what an unfinished restore has left. */
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
  { place, identity }: Opening,
  object: ObjectRef | null,
  path: string,
): Promise<void> {
  if (object === null) return
  const key = await fetchPlain(place, object, identity)
  const file = openSync(path, 'wx', 0o600)
  try {
    writeWhole(file, key, 0, key.length, 0)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The database comes under its name last, and the mark goes after that. */
function finish(files: Files, staged: Files): void {
  const unwritten = statSync(`${staged.database}-wal`, { throwIfNoEntry: false })
  if (unwritten !== undefined && unwritten.size > 0)
    throw new OperatorFault(
      'The restored database could not be closed properly.',
      'See that the disk has room and is not at fault, and begin again.',
    )
  if (existsSync(staged.anchorKey)) renameSync(staged.anchorKey, files.anchorKey)
  if (existsSync(staged.tlsAuthorityKey)) renameSync(staged.tls, files.tls)
  syncFolderNow(files.root)
  renameSync(staged.database, files.database)
  syncFolderNow(files.root)
  rmSync(files.restoring, { recursive: true })
  syncFolderNow(files.root)
}
