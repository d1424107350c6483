import { fromJson } from '../../base/typed.ts'
import { isCount, isObjectRef, isSha256, type Manifest, type ObjectRef } from './manifest.ts'
import { areWhole, type Run } from './pages.ts'

/** The table of contents of a backup. It is encrypted, because it shows what each object holds. */
export interface Contents {
  readonly database: {
    /** SHA-256 of the whole file. */
    readonly sha256: string
    readonly page_bytes: number
    readonly pages: number
  }
  /** Compressed packs of pages: for each the object, and its number of pages. */
  readonly packs: readonly (readonly [...ObjectRef, pages: number])[]
  /** Where each page of the file is. */
  readonly runs: readonly Run[]
  /** For each picture: the SHA-256 of the stored bytes, and the object. */
  readonly evidence: readonly (readonly [stored: string, ...object: ObjectRef])[]
  /** The same hash of each missing picture. */
  readonly evidence_missing: readonly string[]
  /** The log's key file, if any. */
  readonly anchor_key: ObjectRef | null
  /** The private authority of TLS, if any. */
  readonly tls_authority: ObjectRef | null
}

/** The objects named in these contents, without the table itself. */
export function objectsOf({ packs, evidence, anchor_key, tls_authority }: Contents): ObjectRef[] {
  return [
    ...packs.map(([sha256, bytes]): ObjectRef => [sha256, bytes]),
    ...evidence.map(([, sha256, bytes]): ObjectRef => [sha256, bytes]),
    ...[anchor_key, tls_authority].filter((key) => key !== null),
  ]
}

/** @throws {Error} unless the contents match the manifest */
export function readContents(bytes: Buffer, manifest: Manifest): Contents {
  const contents = fromJson<Contents>(bytes.toString('utf8'))
  const named = new Map(manifest.objects)
  const { database, packs, runs, evidence, evidence_missing, anchor_key, tls_authority } = contents
  const whole =
    isSha256(database.sha256) &&
    database.page_bytes === manifest.page_bytes &&
    database.pages === manifest.pages &&
    packs.every((pack) => isObjectRef(pack.slice(0, 2)) && isCount(pack[2])) &&
    runs.every((run) => run.length === 4 && run.every(isCount)) &&
    areWhole(
      runs,
      database.pages,
      packs.map(([, , pages]) => pages),
    ) &&
    evidence.every(([stored, ...object]) => isSha256(stored) && isObjectRef(object)) &&
    evidence.length === manifest.evidence &&
    evidence_missing.every(isSha256) &&
    evidence_missing.length === manifest.evidence_missing &&
    [anchor_key, tls_authority].every((key) => key === null || isObjectRef(key)) &&
    objectsOf(contents).every(([sha256, length]) => named.get(sha256) === length)
  if (!whole) throw new Error('the table of contents does not match the manifest')
  return contents
}
