import { buffer } from 'node:stream/consumers'
import { DigestMismatch, type ObjectStore } from '../objects/store.ts'
import { OperatorFault, Problem } from '../problem.ts'
import { decrypt, type Identity } from './age.ts'
import {
  MANIFEST_PREFIX,
  type Manifest,
  type ManifestKey,
  manifestKey,
  type ObjectRef,
  objectKey,
  readManifest,
  UnknownFormat,
} from './manifest.ts'

/** A backup where it is kept. */
export interface FoundBackup extends ManifestKey {
  /** Null when the manifest is damaged. */
  readonly manifest: Manifest | null
  /** What is wrong with the manifest; null when nothing is. */
  readonly fault: string | null
}

/** An object of a backup is not there, or is not what was stored. */
export class BrokenBackup extends OperatorFault {
  /** SHA-256 of the object that is at fault; undefined where it is the whole. */
  readonly object: string | undefined

  constructor(what: string, object?: string) {
    super(
      `The backup is broken: ${what}.`,
      'Nothing was changed. Take an earlier one (granary backup list, then --id), and keep this one for whoever investigates.',
    )
    this.name = 'BrokenBackup'
    this.object = object
  }
}

/** Where every backup of the place stands, the newest first as far as their names tell. */
export async function backupsAt(place: ObjectStore): Promise<ManifestKey[]> {
  const keys: ManifestKey[] = []
  for await (const { key } of place.list(MANIFEST_PREFIX)) {
    const at = manifestKey(key)
    if (at !== null) keys.push(at)
  }
  return keys.sort((a, b) => b.madeAtMs - a.madeAtMs || (a.id < b.id ? 1 : -1))
}

/** Reads the manifest. One of a great store has some megabytes: they are looked at one after the other. */
export async function lookAt(place: ObjectStore, at: ManifestKey): Promise<FoundBackup> {
  try {
    const bytes = await bytesOf(place, at.key, at.sha256)
    if (bytes === null) return { ...at, manifest: null, fault: 'its manifest has gone' }
    return { ...at, manifest: readManifest(bytes, at), fault: null }
  } catch (error) {
    if (error instanceof UnknownFormat)
      return {
        ...at,
        manifest: null,
        fault: error.isFirst
          ? 'it was made by Granary 0.1.0, which alone can restore it'
          : 'it was made by a newer Granary',
      }
    // A store that does not answer says nothing of the backup.
    if (error instanceof Problem) throw error
    return { ...at, manifest: null, fault: 'its manifest is damaged' }
  }
}

/** @throws {BrokenBackup} when it is not there or not what was stored */
export async function fetchCipher(place: ObjectStore, [sha256, bytes]: ObjectRef): Promise<Buffer> {
  const cipher = await bytesOf(place, objectKey(sha256), sha256).catch((error) => {
    if (error instanceof DigestMismatch) throw new BrokenBackup(`the object ${sha256} is damaged`, sha256)
    throw error
  })
  if (cipher === null) throw new BrokenBackup(`the object ${sha256} is missing`, sha256)
  if (cipher.length !== bytes) throw new BrokenBackup(`the object ${sha256} has another length`, sha256)
  return cipher
}

/** @throws {BrokenBackup} also when this identity does not open it */
export async function fetchPlain(place: ObjectStore, object: ObjectRef, identity: Identity): Promise<Buffer> {
  const cipher = await fetchCipher(place, object)
  return decrypt(cipher, identity).catch(() => {
    throw new BrokenBackup(`the object ${object[0]} cannot be decrypted`, object[0])
  })
}

async function bytesOf(place: ObjectStore, key: string, sha256: string): Promise<Buffer | null> {
  const found = await place.get(key, sha256)
  return found === null ? null : buffer(found.stream)
}

/**
 * Objects that a backup needs and that are not there as long as they were, in the order of the manifest.
 * @param there length of every object by its SHA-256
 */
export const missingFrom = ({ objects }: Manifest, there: ReadonlyMap<string, number>): ObjectRef[] =>
  objects.filter(([sha256, bytes]) => there.get(sha256) !== bytes)
