import { type Age, newerFirst } from './ages.ts'

/** Rules for which backups and objects are deleted. Times and ages in milliseconds. */

export interface KeptBackup extends Age {
  /** No object is missing or known to be damaged. */
  readonly isWhole: boolean
  /** No picture was missing when it was made. */
  readonly isComplete: boolean
  /** Made by this store in one of its lives; others at the same place are never deleted. */
  readonly isOurs: boolean
}

/** A backup stays if either rule keeps it. */
export interface Retention {
  /** Keep backups younger than this many days. */
  readonly days: number | null
  /** Keep this many of the newest whole ones. */
  readonly count: number | null
}

const DAY_MS = 86_400_000
/** How long an unreferenced object is kept: it may belong to a backup in progress. */
const UNNAMED_MS = DAY_MS

/** There are backups, but none can be restored: then nothing may be deleted, since it may help to repair one. */
export const isNoneWhole = (backups: readonly KeptBackup[]): boolean =>
  backups.some(({ isOurs }) => isOurs) && !backups.some(({ isOurs, isWhole }) => isOurs && isWhole)

/**
 * Ids of the backups to delete. Never the newest whole one, nor the newest complete ones that are to be kept, however many
 * damaged or incomplete ones followed. Days are counted back from the newest whole backup, not from the clock.
 */
export function backupsToRemove(backups: readonly KeptBackup[], { days, count }: Retention): string[] {
  const ours = backups.filter(({ isOurs }) => isOurs).sort(newerFirst)
  const whole = ours.filter(({ isWhole }) => isWhole)
  const [newest] = whole
  if (newest === undefined) return []
  const best = [...whole.filter(({ isComplete }) => isComplete), ...whole.filter((b) => !b.isComplete)]
  const kept = new Set([newest, ...best.slice(0, Math.max(1, count ?? 0))].map(({ id }) => id))
  const isOld = ({ madeAtMs }: Age) => days === null || newest.madeAtMs - madeAtMs >= days * DAY_MS
  return ours.filter((backup) => !kept.has(backup.id) && isOld(backup)).map(({ id }) => id)
}

/** When an object was first seen unreferenced, by its SHA-256. */
export type FirstSeen = Readonly<Record<string, number>>

/**
 * @param there every stored object
 * @param named by a backup that stays
 * @param released named by a deleted backup: these need not wait
 * @returns objects to delete now, and first-seen times of those that wait
 */
export function objectsToRemove(
  there: Iterable<string>,
  named: ReadonlySet<string>,
  released: ReadonlySet<string>,
  firstSeen: FirstSeen,
  nowMs: number,
): { readonly remove: string[]; readonly waiting: FirstSeen } {
  const remove: string[] = []
  const waiting: Record<string, number> = {}
  for (const sha256 of there) {
    if (named.has(sha256)) continue
    const seenAtMs = firstSeen[sha256] ?? nowMs
    if (released.has(sha256) || nowMs - seenAtMs >= UNNAMED_MS) remove.push(sha256)
    else waiting[sha256] = seenAtMs
  }
  return { remove, waiting }
}
