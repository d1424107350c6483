import { must } from '../../base/typed.ts'
import type { ObjectStore } from '../../evidence/objects/store.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import { type Age, areInterleaved, isOfLives, type Life, newerFirst } from './ages.ts'
import { BrokenBackup, backupsAt, type FoundBackup, lookAt } from './fetching.ts'
import type { Manifest } from './manifest.ts'

/** A backup as its manifest describes it, without the objects. */
export interface ListedBackup extends Age {
  /** 32 hex digits; null when the manifest cannot be read. */
  readonly incarnation: string | null
}

/** People see this number of an incarnation's digits. */
const SHOWN_DIGITS = 8
export const lifeWords = (incarnation: string): string => incarnation.slice(0, SHOWN_DIGITS)

/** @param backups in order of time */
export const haveInterleavedLives = (backups: readonly ListedBackup[]): boolean =>
  areInterleaved(backups.flatMap(({ incarnation }) => incarnation ?? []))

/** Number of lives among these backups. Each restore starts a new life. */
export const livesIn = (backups: readonly ListedBackup[]): number =>
  new Set(backups.flatMap(({ incarnation }) => incarnation ?? [])).size

/**
 * Every backup at the place, newest first.
 * @param look what else to keep of each; the manifests together would take much memory
 */
export async function listBackups<T>(
  place: ObjectStore,
  look: (backup: FoundBackup) => T,
): Promise<(ListedBackup & { readonly seen: T })[]> {
  const backups = []
  for (const at of await backupsAt(place)) {
    const backup = await lookAt(place, at)
    const { id, madeAtMs, manifest } = backup
    const age = { id, madeAtMs, auditN: manifest?.audit_n ?? 0, treeSize: manifest?.tree_size ?? 0 }
    backups.push({ ...age, incarnation: manifest?.incarnation ?? null, seen: look(backup) })
  }
  return backups.sort(newerFirst)
}

/**
 * Finds the backup with this id or unique prefix; without an id, the newest.
 * @param lives of the local store, or null when there is none. Without an id, only backups of the local store
 *   count
 * @throws {OperatorFault} when there is no such backup, when the prefix is ambiguous, or when there is no id
 *   and several stores match
 * @throws {BrokenBackup} when the manifest cannot be read
 */
export async function chooseBackup(
  place: ObjectStore,
  id: string | undefined,
  lives: readonly Life[] | null,
): Promise<{ readonly id: string; readonly manifest: Manifest }> {
  const wanted = id ?? (await newest(place, lives))
  const [at, another] = (await backupsAt(place)).filter((one) => one.id.startsWith(wanted))
  if (at === undefined) throw noneThere(id)
  if (another !== undefined) throw new OperatorFault(...withRemedy('backup.ambiguous', { id: wanted }))
  const { manifest, fault } = await lookAt(place, at)
  if (manifest === null)
    throw new BrokenBackup(message('backup.broken.of', { id: at.id, fault: must(fault) }))
  return { id: at.id, manifest }
}

async function newest(place: ObjectStore, lives: readonly Life[] | null): Promise<string> {
  const all = await listBackups(place, () => null)
  const isOurs = ({ incarnation, treeSize }: ListedBackup) =>
    lives === null || incarnation === null || isOfLives(lives, { incarnation, treeSize })
  const ours = all.filter(isOurs)
  const [first] = ours
  if (first === undefined) throw noneThere(undefined)
  // Without a local store, a life after a restore looks like the life of another store.
  if (lives === null ? livesIn(ours) > 1 : haveInterleavedLives(ours))
    throw new OperatorFault(
      ...withRemedy('backup.lives', { lives: livesIn(ours), newest: { clauses: newestOfLives(ours) } }),
    )
  return first.id
}

/** Names the newest backup of each life, from which the operator chooses. */
function newestOfLives(backups: readonly ListedBackup[]): Message[] {
  const newestOf = Map.groupBy(
    backups.filter(({ incarnation }) => incarnation !== null),
    ({ incarnation }) => must(incarnation),
  )
  return [...newestOf].map(([life, [first]]) =>
    message('backup.lives.newest', {
      id: must(first).id,
      life: lifeWords(life),
      entries: must(first).treeSize,
    }),
  )
}

const noneThere = (id: string | undefined): OperatorFault =>
  new OperatorFault(
    id === undefined ? message('backup.noneThere') : message('backup.noneThere.id', { id }),
    message('backup.noneThere.remedy'),
  )
