import { type Age, newerFirst } from './ages.ts'

/** Which backups go, and which objects go after them: rules over lists. Instants and ages in milliseconds. */

export interface KeptBackup extends Age {
  /** All its objects are there, and none is known to be damaged. */
  readonly isWhole: boolean
  /** No picture was missing when it was made. */
  readonly isComplete: boolean
  /** Of this store, in one of its lives; others at the same place are not ours to take away. */
  readonly isOurs: boolean
}

/** What stays: what either of the two says. */
export interface Retention {
  /** Backups younger than so many days. */
  readonly days: number | null
  /** So many of the newest whole ones. */
  readonly count: number | null
}

const DAY_MS = 86_400_000
/** Objects that no backup names may belong to one that is being made, for so long. */
const UNNAMED_MS = DAY_MS

/** There are backups, and nothing can be restored from any of them: whatever is taken away may be wanted to mend one. */
export const isNoneWhole = (backups: readonly KeptBackup[]): boolean =>
  backups.some(({ isOurs }) => isOurs) && !backups.some(({ isOurs, isWhole }) => isOurs && isWhole)

/**
 * Ids of the backups to take away. The newest whole one is never among them, nor are the newest complete ones that are to
 * be kept, however many damaged or incomplete ones came after. Days are counted back from the newest whole one: it says
 * when backups were made last, whatever the clock shows.
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

/** When an object was first seen to be named by no backup, by its SHA-256. */
export type FirstSeen = Readonly<Record<string, number>>

/**
 * @param there every object
 * @param named by a backup that stays
 * @param released named by one that goes: no other waits for these
 * @returns objects to take away now, and what is to be remembered of those that wait
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
