import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orNull } from '../../base/or-null.ts'
import { fromJson, membersOf, must } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Progress } from '../../cli/progress.ts'
import { type ObjectStore, wordsOf } from '../../evidence/objects/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { isOfLives, type Life } from './ages.ts'
import { damagedIn } from './damaged.ts'
import { backupsAt, lookAt, missingFrom } from './fetching.ts'
import { type Manifest, type ManifestKey, objectKey } from './manifest.ts'
import {
  backupsToRemove,
  type FirstSeen,
  isNoneWhole,
  type KeptBackup,
  objectsToRemove,
  type Retention,
} from './retention.ts'
import type { Scratch } from './scratch.ts'
import { objectsThere } from './sending.ts'

export interface Pruning {
  readonly place: ObjectStore
  readonly scratch: Scratch
  readonly retention: Retention
  /** The lives of this store. */
  readonly lives: readonly Life[]
  /** The time of this machine's clock, which decides how long an unreferenced object waits. */
  readonly nowMs: number
  /** Only report what would be deleted. */
  readonly isDry: boolean
  readonly progress: Progress
}

/**
 * Deletes old backups, manifests first. After an interruption at any moment, the remaining backups are whole,
 * and the next run deletes the unreferenced objects.
 * @throws {OperatorFault} when a manifest cannot be read, because its objects are unknown, or when no backup
 *   is whole
 */
export async function pruneBackups(pruning: Pruning) {
  const { place, nowMs } = pruning
  const there = await objectsThere(place)
  const keys = await backupsAt(place)
  const kept = await keptAt(pruning, keys, there)
  if (isNoneWhole(kept)) throw new OperatorFault(...withRemedy('backup.noneWhole'))
  const removed = new Set(backupsToRemove(kept, pruning.retention))
  const [named, released] = [new Set<string>(), new Set<string>()]
  for (const at of keys) {
    const { objects } = await manifestAt(place, at)
    for (const [sha256] of objects) (removed.has(at.id) ? released : named).add(sha256)
  }
  const seenFile = firstSeenFile(pruning)
  const { remove, waiting } = objectsToRemove(there.keys(), named, released, readFirstSeen(seenFile), nowMs)
  if (!pruning.isDry) {
    for (const { key } of keys.filter(({ id }) => removed.has(id))) await place.remove(key)
    await removeObjects(pruning, remove)
    writeWhole(seenFile, JSON.stringify(waiting))
  }
  return {
    backups: [...removed],
    objects: remove.length,
    bytes: remove.reduce((sum, sha256) => sum + must(there.get(sha256)), 0),
    /** Unreferenced objects that may belong to a backup in progress. They are deleted a day later. */
    objectsWaiting: Object.keys(waiting).length,
  }
}

async function keptAt(
  { place, lives, scratch }: Pruning,
  keys: readonly ManifestKey[],
  there: ReadonlyMap<string, number>,
): Promise<KeptBackup[]> {
  const damaged = damagedIn(scratch.path)
  const kept: KeptBackup[] = []
  for (const at of keys) {
    const manifest = await manifestAt(place, at)
    const { incarnation, tree_size: treeSize, audit_n: auditN } = manifest
    const isDamaged = manifest.objects.some(([sha256]) => damaged.has(sha256))
    kept.push({
      id: at.id,
      madeAtMs: at.madeAtMs,
      auditN,
      treeSize,
      isWhole: !isDamaged && missingFrom(manifest, there).length === 0,
      isComplete: manifest.evidence_missing === 0,
      isOurs: isOfLives(lives, { incarnation, treeSize }),
    })
  }
  return kept
}

async function manifestAt(place: ObjectStore, at: ManifestKey): Promise<Manifest> {
  const { id, key, manifest, fault } = await lookAt(place, at)
  if (manifest !== null) return manifest
  throw new OperatorFault(
    ...withRemedy('backup.objectsUnknown', { id, fault: must(fault) }, { key, place: place.name }),
  )
}

async function removeObjects({ place, progress }: Pruning, remove: readonly string[]): Promise<void> {
  progress.step(message('progress.deleting'), remove.length, 'objects')
  for (const sha256 of remove) {
    await place.remove(objectKey(sha256))
    progress.add(1)
  }
}

const firstSeenFile = ({ scratch, place }: Pruning): string =>
  join(scratch.path, `${hash('sha256', wordsOf(place)).slice(0, 16)}.unnamed`)

/** Without its first-seen time, an object waits another day. */
function readFirstSeen(path: string): FirstSeen {
  const seen = membersOf(orNull(() => fromJson(readFileSync(path, 'utf8'))))
  return Object.fromEntries(Object.entries(seen).filter(([, ms]) => typeof ms === 'number')) as FirstSeen
}
