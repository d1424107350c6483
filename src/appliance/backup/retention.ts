import { type Age, newerFirst } from './ages.ts'

/** Decides which backups and objects are deleted. Times and ages are in milliseconds. */

export interface KeptBackup extends Age {
  /** No object is missing or known to be damaged. */
  readonly isWhole: boolean
  /** No picture was missing when the backup was made. */
  readonly isComplete: boolean
  /** Whether this store made the backup. Backups of other stores at the place are never deleted. */
  readonly isOurs: boolean
}

/** Two rules. A backup stays if either rule keeps it. */
export interface Retention {
  /** Keep backups younger than this many days. */
  readonly days: number | null
  /** Keep this number of the newest whole backups. */
  readonly count: number | null
}

const DAY_MS = 86_400_000
/** An unreferenced object is kept for this time, because it may belong to a backup in progress. */
const UNREFERENCED_MS = DAY_MS

/** Are there backups, but none is whole? Then nothing may be deleted: it may help to repair one. */
export const isNoneWhole = (backups: readonly KeptBackup[]): boolean =>
  backups.some(({ isOurs }) => isOurs) && !backups.some(({ isOurs, isWhole }) => isOurs && isWhole)

/**
 * Ids of the backups to delete. The newest whole backup always stays, and so do the newest complete ones
 * within the count, even if damaged or incomplete ones followed. Days are counted back from the newest whole
 * backup, not from the clock.
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
 * @param named objects of the backups that stay
 * @param released objects of the deleted backups, which need not wait
 * @returns the objects to delete now, and the first-seen times of those that wait
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
    // A time in the future was set by a wrong clock.
    const seenAtMs = Math.min(firstSeen[sha256] ?? nowMs, nowMs)
    if (released.has(sha256) || nowMs - seenAtMs >= UNREFERENCED_MS) remove.push(sha256)
    else waiting[sha256] = seenAtMs
  }
  return { remove, waiting }
}
