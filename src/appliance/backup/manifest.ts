import { hash } from 'node:crypto'
import { must } from '../../base/typed.ts'
import { parseInstant } from '../../domain/time.ts'

/**
 * The manifest of a backup. It is plain JSON without personal data, so that the keeper of backups can check
 * them without the identity. A backup exists once its manifest exists.
 *
 * The key of a manifest contains the SHA-256 of the manifest, and every object is stored under the SHA-256 of
 * its bytes. So the name of a manifest fixes every byte of the backup.
 */

export const MANIFEST_FORMAT = 'granary-backup/2'
/** The format of 0.1.0, whose database had a different schema. */
const FIRST_FORMAT = 'granary-backup/1'
const MANIFESTS = 'backups/manifests/'
const OBJECTS = 'backups/objects/'

/** An encrypted object: SHA-256 (64 lower-case hex digits) and length of its bytes. */
export type ObjectRef = readonly [sha256: string, bytes: number]

export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT
  /** When the database was copied, RFC 3339. */
  readonly made_at: string
  /** Program version. */
  readonly granary: string
  /** Schema version of the database. */
  readonly schema: number
  /** 32 lower-case hex digits. */
  readonly incarnation: string
  /** Number of entries in the log, and the root over them (RFC 9162), base64. */
  readonly tree_size: number
  readonly tree_root: string
  /** Newest entry of the audit log, and the hash of its row, base64. */
  readonly audit_n: number
  readonly audit_hash: string
  readonly page_bytes: number
  readonly pages: number
  /** Number of pictures. */
  readonly evidence: number
  /** Number of missing pictures. */
  readonly evidence_missing: number
  /** An age recipient. */
  readonly recipient: string
  /** The table of contents (`contents.ts`); also in `objects`. */
  readonly contents: ObjectRef
  /** All objects of the backup. */
  readonly objects: readonly ObjectRef[]
  /** Total bytes of the objects. */
  readonly bytes: number
}

/** Where a manifest is stored, and what its key shows. */
export interface ManifestKey {
  readonly key: string
  /** The id that people see: the time in UTC to the second, and the first digits of the hash. */
  readonly id: string
  readonly sha256: string
  readonly madeAtMs: number
}

export const MANIFEST_PREFIX = MANIFESTS
export const OBJECT_PREFIX = OBJECTS
export const objectKey = (sha256: string): string => `${OBJECTS}${sha256}`

/** The manifest's bytes, and their key. */
export function written(manifest: Manifest): { readonly bytes: Buffer; readonly at: ManifestKey } {
  const bytes = Buffer.from(`${JSON.stringify(manifest)}\n`)
  const sha256 = hash('sha256', bytes)
  const time = manifest.made_at.replace(/[-:]/g, '').toLowerCase()
  return { bytes, at: must(manifestKey(`${MANIFESTS}${time}-${sha256}.json`)) }
}

const KEY = /^backups\/manifests\/((\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d))\.(\d{3})z-([0-9a-f]{64})\.json$/

/** @returns null when the key is not that of a manifest */
export function manifestKey(key: string): ManifestKey | null {
  const match = KEY.exec(key)
  if (match === null) return null
  const [, second, y, mo, d, h, mi, s, ms, sha256] = match
  const madeAtMs = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`)
  if (Number.isNaN(madeAtMs)) return null
  return { key, id: `${second}z-${must(sha256).slice(0, 8)}`, sha256: must(sha256), madeAtMs }
}

/** A manifest in a format that this program does not know. */
export class UnknownFormat extends Error {
  readonly isFirst: boolean

  constructor(format: unknown) {
    super(String(format))
    this.isFirst = format === FIRST_FORMAT
  }
}

/**
 * @param bytes already checked against the SHA-256 of the key
 * @throws {UnknownFormat}
 * @throws {Error} unless `written` made the bytes
 */
export function readManifest(bytes: Buffer, at: ManifestKey): Manifest {
  const parsed: unknown = JSON.parse(bytes.toString('utf8'))
  const manifest = parsed as Manifest
  if (manifest?.format !== MANIFEST_FORMAT) throw new UnknownFormat(manifest?.format)
  const whole =
    counts.every((name) => isCount(manifest[name])) &&
    texts.every((name) => typeof manifest[name] === 'string') &&
    /^[0-9a-f]{32}$/.test(manifest.incarnation) &&
    parseInstant(manifest.made_at) === at.madeAtMs &&
    Array.isArray(manifest.objects) &&
    manifest.objects.every(isObjectRef) &&
    isObjectRef(manifest.contents) &&
    manifest.objects.some(([sha256]) => sha256 === manifest.contents[0])
  if (!whole) throw new Error('this is not a manifest of Granary')
  return manifest
}

const counts = [
  'schema',
  'tree_size',
  'audit_n',
  'page_bytes',
  'pages',
  'evidence',
  'evidence_missing',
  'bytes',
] as const
const texts = ['made_at', 'granary', 'incarnation', 'tree_root', 'audit_hash', 'recipient'] as const

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
export const isSha256 = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

export const isObjectRef = (value: unknown): value is ObjectRef =>
  Array.isArray(value) && value.length === 2 && isSha256(value[0]) && isCount(value[1])
