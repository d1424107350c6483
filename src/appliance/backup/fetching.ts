import { buffer } from 'node:stream/consumers'
import { Problem } from '../../base/problem.ts'
import { DigestMismatch, type ObjectStore } from '../../evidence/objects/store.ts'
import { OperatorFault } from '../../words/fault.ts'
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

/** A backup at its place. */
export interface FoundBackup extends ManifestKey {
  /** Null when the manifest is damaged. */
  readonly manifest: Manifest | null
  /** What is wrong with the manifest; null when it is sound. */
  readonly fault: string | null
}

/** An object of a backup is missing or changed. */
export class BrokenBackup extends OperatorFault {
  /** SHA-256 of the damaged object; undefined for the backup as a whole. */
  readonly object: string | undefined

  constructor(what: string, object?: string) {
    super(
      `The backup is broken: ${what}.`,
      'Nothing was changed. Choose an earlier one (granary backup list, then --id), and keep this one for the investigation.',
    )
    this.name = 'BrokenBackup'
    this.object = object
  }
}

/** The manifests at the place, newest first by their names. */
export async function backupsAt(place: ObjectStore): Promise<ManifestKey[]> {
  const keys: ManifestKey[] = []
  for await (const { key } of place.list(MANIFEST_PREFIX)) {
    const at = manifestKey(key)
    if (at !== null) keys.push(at)
  }
  return keys.sort((a, b) => b.madeAtMs - a.madeAtMs || (a.id < b.id ? 1 : -1))
}

/** Reads a manifest. That of a large store has some megabytes, so read one at a time. */
export async function lookAt(place: ObjectStore, at: ManifestKey): Promise<FoundBackup> {
  try {
    const bytes = await bytesOf(place, at.key, at.sha256)
    if (bytes === null) return { ...at, manifest: null, fault: 'its manifest is missing' }
    return { ...at, manifest: readManifest(bytes, at), fault: null }
  } catch (error) {
    if (error instanceof UnknownFormat)
      return {
        ...at,
        manifest: null,
        fault: error.isFirst
          ? 'it was made by Granary 0.1.0, and only that version can restore it'
          : 'it was made by a newer Granary',
      }
    // An unavailable store says nothing about the backup.
    if (error instanceof Problem) throw error
    return { ...at, manifest: null, fault: 'its manifest is damaged' }
  }
}

/** @throws {BrokenBackup} when it is missing or changed */
export async function fetchCipher(place: ObjectStore, [sha256, bytes]: ObjectRef): Promise<Buffer> {
  const cipher = await bytesOf(place, objectKey(sha256), sha256).catch((error) => {
    if (error instanceof DigestMismatch) throw new BrokenBackup(`the object ${sha256} is damaged`, sha256)
    throw error
  })
  if (cipher === null) throw new BrokenBackup(`the object ${sha256} is missing`, sha256)
  if (cipher.length !== bytes) throw new BrokenBackup(`the object ${sha256} has the wrong length`, sha256)
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
 * Objects of a backup that are missing or have the wrong length, in the order of the manifest.
 * @param there length of every stored object by its SHA-256
 */
export const missingFrom = ({ objects }: Manifest, there: ReadonlyMap<string, number>): ObjectRef[] =>
  objects.filter(([sha256, bytes]) => there.get(sha256) !== bytes)
