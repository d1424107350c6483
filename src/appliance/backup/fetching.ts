import { buffer } from 'node:stream/consumers'
import { Problem } from '../../base/problem.ts'
import { DigestMismatch, type ObjectStore } from '../../evidence/objects/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import type { KeyTaking } from '../../words/language.ts'
import { type Message, message } from '../../words/message.ts'
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

/** A backup found at a place. */
export interface FoundBackup extends ManifestKey {
  /** Null when the manifest is damaged. */
  readonly manifest: Manifest | null
  /** The fault of the manifest, as a clause without a full stop; null when there is none. */
  readonly fault: Message | null
}

/** A backup has missing or changed objects. */
export class BrokenBackup extends OperatorFault {
  /** SHA-256 of the damaged object; undefined for the backup as a whole. */
  readonly object: string | undefined

  constructor(what: Message, object?: string) {
    super(...withRemedy('backup.broken', { what }))
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

/** Reads a manifest. The manifest of a large store has some megabytes, so read one at a time. */
export async function lookAt(place: ObjectStore, at: ManifestKey): Promise<FoundBackup> {
  try {
    const bytes = await bytesOf(place, at.key, at.sha256)
    if (bytes === null) return { ...at, manifest: null, fault: message('backup.fault.noManifest') }
    return { ...at, manifest: readManifest(bytes, at), fault: null }
  } catch (error) {
    if (error instanceof UnknownFormat)
      return {
        ...at,
        manifest: null,
        fault: message(error.isFirst ? 'backup.fault.first' : 'backup.fault.newer'),
      }
    // If the store is unavailable, the state of the backup is unknown.
    if (error instanceof Problem) throw error
    return { ...at, manifest: null, fault: message('backup.fault.manifest') }
  }
}

/** Reads an object in its encrypted form. @throws {BrokenBackup} when the object is missing or changed */
export async function fetchCipher(place: ObjectStore, [sha256, bytes]: ObjectRef): Promise<Buffer> {
  const cipher = await bytesOf(place, objectKey(sha256), sha256).catch((error) => {
    if (error instanceof DigestMismatch) throw brokenObject('backup.fault.objectDamaged', sha256)
    throw error
  })
  if (cipher === null) throw brokenObject('backup.fault.objectMissing', sha256)
  if (cipher.length !== bytes) throw brokenObject('backup.fault.objectLength', sha256)
  return cipher
}

/** Reads and decrypts an object. @throws {BrokenBackup} also when this identity does not decrypt it */
export async function fetchPlain(place: ObjectStore, object: ObjectRef, identity: Identity): Promise<Buffer> {
  const cipher = await fetchCipher(place, object)
  return decrypt(cipher, identity).catch(() => {
    throw brokenObject('backup.fault.objectLocked', object[0])
  })
}

const brokenObject = (fault: KeyTaking<'sha256'>, sha256: string): BrokenBackup =>
  new BrokenBackup(message(fault, { sha256 }), sha256)

async function bytesOf(place: ObjectStore, key: string, sha256: string): Promise<Buffer | null> {
  const found = await place.get(key, sha256)
  return found === null ? null : buffer(found.stream)
}

/**
 * The objects of a backup that are missing or have the wrong length, in the order of the manifest.
 * @param there the length of every stored object, by its SHA-256
 */
export const missingFrom = ({ objects }: Manifest, there: ReadonlyMap<string, number>): ObjectRef[] =>
  objects.filter(([sha256, bytes]) => there.get(sha256) !== bytes)
