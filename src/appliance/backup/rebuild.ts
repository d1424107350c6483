import { createHash, hash } from 'node:crypto'
import { closeSync, createReadStream, ftruncateSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { errorMessage } from '../../base/error-kinds.ts'
import type { Progress } from '../../cli/progress.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { damageOf, readSnapshot } from '../../store/file/snapshot.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Identity, KeyPair } from './age.ts'
import { decompress } from './compress.ts'
import { type Contents, readContents } from './contents.ts'
import { writeWhole } from './disks.ts'
import { BrokenBackup, fetchPlain } from './fetching.ts'
import { inParallel } from './in-parallel.ts'
import type { Manifest, ObjectRef } from './manifest.ts'

/** While one pack is decompressed, others are fetched. */
const AT_ONCE = 4
/** Limit for a table of contents. The largest cooperative needs a few per cent of this. */
const MOST_CONTENTS_BYTES = 512 * 1024 * 1024
const HASHED_AT_ONCE_BYTES = 1024 * 1024

export interface OpenedBackup {
  readonly place: ObjectStore
  readonly manifest: Manifest
  readonly identity: Identity
  readonly progress: Progress
}

/** The identity that opens a backup. @throws {OperatorFault} when none of the keys opens it */
export function identityFor({ recipient }: Manifest, keys: readonly KeyPair[]): Identity {
  const key = keys.find((pair) => pair.recipient === recipient)
  if (key !== undefined) return key.identity
  throw new OperatorFault(...withRemedy('backup.otherKey', { recipient }))
}

/** @throws {BrokenBackup} */
export async function openContents({ place, manifest, identity }: OpenedBackup): Promise<Contents> {
  const packed = await fetchPlain(place, manifest.contents, identity)
  try {
    return readContents(await decompress(packed, MOST_CONTENTS_BYTES), manifest)
  } catch (error) {
    throw new BrokenBackup(message('backup.fault.contentsUnusable', { reason: errorMessage(error) }))
  }
}

/**
 * Writes the database file and checks everything: each object, the hash of the file, SQLite's own check, the
 * root of the tree and the head of the audit log. The file is durable once the promise resolves.
 * @param target a file that does not exist yet
 * @throws {BrokenBackup}
 */
export async function rebuildDatabase(
  opening: OpenedBackup,
  contents: Contents,
  target: string,
): Promise<void> {
  await writePages(opening, contents, target)
  await checkDatabase(opening, contents, target)
}

async function writePages(
  opening: OpenedBackup,
  { database, packs, runs }: Contents,
  target: string,
): Promise<void> {
  const { place, identity, progress } = opening
  const runsOfPacks = Map.groupBy(runs, ([, pack]) => pack)
  const file = openSync(target, 'wx', 0o600)
  progress.step(message('progress.restoring'), database.pages * database.page_bytes, 'bytes')
  try {
    ftruncateSync(file, database.pages * database.page_bytes)
    await inParallel(packs.entries(), AT_ONCE, async ([number, [sha256, bytes, count]]) => {
      const packed = await fetchPlain(place, [sha256, bytes], identity)
      const pages = await unpacked(packed, count * database.page_bytes, sha256)
      for (const [page, , slot, length] of runsOfPacks.get(number) ?? []) {
        const [at, from, n] = [page, slot, length].map((pages) => pages * database.page_bytes) as Triple
        writeWhole(file, pages, from, n, at)
        progress.add(n)
      }
    })
  } finally {
    closeSync(file)
  }
  const written = await open(target, 'r')
  await written.sync().finally(() => written.close())
}

type Triple = [at: number, from: number, length: number]

async function unpacked(packed: Buffer, bytes: number, sha256: string): Promise<Buffer> {
  const pages = await decompress(packed, bytes).catch(() => null)
  if (pages?.length !== bytes) throw new BrokenBackup(message('backup.fault.objectPages', { sha256 }))
  return pages
}

async function checkDatabase({ manifest, progress }: OpenedBackup, { database }: Contents, target: string) {
  progress.step(message('progress.checking'), database.pages * database.page_bytes, 'bytes')
  const whole = createHash('sha256')
  for await (const chunk of createReadStream(target, { highWaterMark: HASHED_AT_ONCE_BYTES })) {
    whole.update(chunk)
    progress.add(chunk.length)
  }
  if (whole.digest('hex') !== database.sha256) throw new BrokenBackup(message('backup.fault.pages'))
  const damage = damageOf(target)
  if (damage !== null) throw new BrokenBackup(message('backup.fault.sqlite', { damage }))
  const snapshot = readSnapshot(target)
  const matches =
    snapshot.schema === manifest.schema &&
    snapshot.incarnation.toString('hex') === manifest.incarnation &&
    snapshot.treeSize === manifest.tree_size &&
    snapshot.treeRoot.toString('base64') === manifest.tree_root &&
    snapshot.auditN === manifest.audit_n &&
    snapshot.auditHash.toString('base64') === manifest.audit_hash
  if (!matches) throw new BrokenBackup(message('backup.fault.log'))
}

/**
 * Decrypts and checks every picture, some of them in parallel.
 * @param keep receives the hash of a picture, and a function that reads the picture
 * @throws {BrokenBackup}
 */
export async function eachPicture(
  { place, identity, progress }: OpenedBackup,
  { evidence }: Contents,
  keep: (sha256: string, read: () => Promise<Buffer>) => Promise<void>,
): Promise<void> {
  progress.step(message('progress.readingPictures'), evidence.length, 'pictures')
  await inParallel(evidence, AT_ONCE, async ([sha256, ...object]) => {
    await keep(sha256, async () => {
      const bytes = await fetchPlain(place, object satisfies ObjectRef, identity)
      if (hash('sha256', bytes) !== sha256)
        throw new BrokenBackup(message('backup.fault.picture', { sha256 }))
      return bytes
    })
    progress.add(1)
  })
}
