import { hash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { must } from '../../base/typed.ts'
import type { Progress } from '../../cli/progress.ts'
import { formatInstant } from '../../domain/time.ts'
import { type ObjectStore, wordsOf } from '../../evidence/objects/store.ts'
import { copyDatabase } from '../../store/file/copy.ts'
import { readSnapshot, type Snapshot } from '../../store/file/snapshot.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Recipient } from './age.ts'
import { Catalogue, type StoredPack } from './catalogue.ts'
import { compress } from './compress.ts'
import { type Contents, objectsOf } from './contents.ts'
import { damagedIn } from './damaged.ts'
import { missingFrom } from './fetching.ts'
import { inParallel } from './in-parallel.ts'
import { MANIFEST_FORMAT, type Manifest, type ObjectRef, written } from './manifest.ts'
import { PageIndex } from './page-index.ts'
import { packsToKeep, pagesToSend, runsOf } from './pages.ts'
import { Pictures } from './pictures.ts'
import { checkRoom, type Scratch } from './scratch.ts'
import { objectsThere, Sender } from './sending.ts'
import { databaseBytes, hashPages, type PageHashes, readPages } from './snapshot.ts'

/** Size of a pack before compression. A broken connection wastes at most one pack per upload. */
const PACK_BYTES = 4 * 1024 * 1024
/** Number of parallel uploads: while one pack is encrypted, others are sent. */
const AT_ONCE = 3

export interface Making {
  readonly database: string
  /** The log's key file, if any. */
  readonly anchorKey: string
  /** The private authority of TLS, if any. */
  readonly tlsAuthorityKey: string
  readonly scratch: Scratch
  /** The place of the backups. */
  readonly place: ObjectStore
  /** The object store with the pictures. */
  readonly pictures: ObjectStore
  readonly recipient: Recipient
  readonly version: string
  readonly nowMs: number
  /** Bytes to keep free on the disk of the data. */
  readonly reserveBytes: number
  readonly progress: Progress
}

export interface MadeBackup {
  readonly id: string
  readonly manifest: Manifest
  /** Bytes stored by this run, after compression and encryption. */
  readonly sentBytes: number
  readonly sentObjects: number
}

/**
 * Makes a backup: the database at one instant, with every picture that it cites. Objects that the place
 * already stores are not sent again. The manifest is written last: an interrupted run leaves no backup, and
 * the next run continues with the objects that it stored.
 * @throws {OperatorFault} when the copy does not fit on the disk, or stored objects have disappeared
 * @throws {ObjectStoreUnavailable} and {Problem} `storage_full` when the place fails
 */
export async function makeBackup(making: Making): Promise<MadeBackup> {
  const { scratch, place, recipient, progress } = making
  const there = await objectsThere(place)
  const damaged = damagedIn(scratch.path)
  const sender = new Sender(place, recipient)
  const index = new PageIndex()
  const catalogue = new Catalogue(
    scratch.path,
    [wordsOf(place), recipient],
    index,
    ([sha256, bytes]) => there.get(sha256) === bytes && !damaged.has(sha256),
  )
  try {
    checkRoom(scratch.path, 'backup.room.copy', databaseBytes(making.database), making.reserveBytes)
    const copy = scratch.file('snapshot.db')
    await copyDatabase(making.database, copy, {
      begun: (bytes) => progress.step(message('progress.copying'), bytes, 'bytes'),
      copied: (bytes) => progress.add(bytes),
    })
    const hashed = hashPages(copy, index, progress)
    const snapshot = readSnapshot(copy)
    const packs = await sendPages(copy, hashed, index, catalogue, sender, progress)
    rmSync(copy)
    const pictures = await sendPictures(snapshot, making, catalogue, sender)
    const contents: Contents = {
      database: { sha256: hashed.sha256, page_bytes: hashed.pageBytes, pages: hashed.pages.length },
      packs: packs.map(({ object: [sha256, bytes], pages }) => [sha256, bytes, pages.length]),
      runs: runsOf(hashed.pages, packs, index.size),
      ...pictures,
      anchor_key: await sendKey(making.anchorKey, catalogue, sender),
      tls_authority: await sendKey(making.tlsAuthorityKey, catalogue, sender),
    }
    const table = await sender.send(await compress(Buffer.from(JSON.stringify(contents))))
    const manifest = manifestOf(making, snapshot, contents, table)
    await checkStillThere(place, manifest)
    const { bytes, at } = written(manifest)
    await place.put(at.key, [bytes], at.sha256)
    catalogue.compact(packs)
    const { sentBytes, sentObjects } = sender
    return { id: at.id, manifest, sentBytes: sentBytes + bytes.length, sentObjects: sentObjects + 1 }
  } finally {
    catalogue.close()
    scratch.sweep()
  }
}

/** During a long backup, another program may prune the place, or a person may swap its disk. */
async function checkStillThere(place: ObjectStore, manifest: Manifest): Promise<void> {
  const gone = missingFrom(manifest, await objectsThere(place))
  if (gone.length === 0) return
  throw new OperatorFault(...withRemedy('backup.disappeared', { count: gone.length, place: place.name }))
}

/** Sends the pages that no stored pack has. @returns packs that together hold every page */
async function sendPages(
  copy: string,
  { pageBytes, pages }: PageHashes,
  { size: hashes }: PageIndex,
  catalogue: Catalogue,
  sender: Sender,
  progress: Progress,
): Promise<StoredPack[]> {
  const kept = packsToKeep(pages, catalogue.packs, hashes)
  const fresh = pagesToSend(pages, kept, hashes)
  const perPack = Math.max(1, Math.floor(PACK_BYTES / pageBytes))
  const groups = Array.from({ length: Math.ceil(fresh.length / perPack) }, (_, i) =>
    fresh.subarray(i * perPack, (i + 1) * perPack),
  )
  const sent = new Array<StoredPack>(groups.length)
  const file = openSync(copy, 'r')
  progress.step(message('progress.storing'), fresh.length * pageBytes, 'bytes')
  try {
    await inParallel(groups.entries(), AT_ONCE, async ([i, numbers]) => {
      const object = await sender.send(await compress(readPages(file, pageBytes, numbers)))
      const pack: StoredPack = { object, pages: numbers.map((page) => must(pages[page])) }
      catalogue.addPack(pack)
      sent[i] = pack
      progress.add(numbers.length * pageBytes)
    })
  } finally {
    closeSync(file)
  }
  return [...kept, ...sent]
}

/** Sends each picture once: it is stored under its hash, and never changes. */
async function sendPictures(
  { evidence }: Snapshot,
  { pictures, progress }: Making,
  catalogue: Catalogue,
  sender: Sender,
): Promise<Pick<Contents, 'evidence' | 'evidence_missing'>> {
  const room = new Pictures(pictures)
  const missing = new Set<string>()
  const fresh = evidence.filter(({ sha256 }) => catalogue.file(sha256) === undefined)
  progress.step(message('progress.storingPictures'), fresh.length, 'pictures')
  await inParallel(fresh, AT_ONCE, async ({ sha256 }) => {
    const bytes = await room.read(sha256)
    // Pictures are already compressed.
    if (bytes === null) missing.add(sha256)
    else catalogue.addFile(sha256, await sender.send(bytes))
    progress.add(1)
  })
  return {
    evidence: evidence
      .filter(({ sha256 }) => !missing.has(sha256))
      .map(({ sha256 }) => [sha256, ...must(catalogue.file(sha256))]),
    evidence_missing: [...missing].sort(),
  }
}

async function sendKey(file: string, catalogue: Catalogue, sender: Sender): Promise<ObjectRef | null> {
  if (!existsSync(file)) return null
  const key = readFileSync(file)
  const sha256 = hash('sha256', key)
  const stored = catalogue.file(sha256)
  if (stored !== undefined) return stored
  const object = await sender.send(key)
  catalogue.addFile(sha256, object)
  return object
}

function manifestOf(making: Making, snapshot: Snapshot, contents: Contents, table: ObjectRef): Manifest {
  // Equal contents share one object, which the manifest lists once.
  const objects = [...new Map([table, ...objectsOf(contents)])]
  return {
    format: MANIFEST_FORMAT,
    made_at: formatInstant(making.nowMs),
    granary: making.version,
    schema: snapshot.schema,
    incarnation: snapshot.incarnation.toString('hex'),
    tree_size: snapshot.treeSize,
    tree_root: snapshot.treeRoot.toString('base64'),
    audit_n: snapshot.auditN,
    audit_hash: snapshot.auditHash.toString('base64'),
    page_bytes: contents.database.page_bytes,
    pages: contents.database.pages,
    evidence: contents.evidence.length,
    evidence_missing: contents.evidence_missing.length,
    recipient: making.recipient,
    contents: table,
    objects,
    bytes: objects.reduce((sum, [, bytes]) => sum + bytes, 0),
  }
}
