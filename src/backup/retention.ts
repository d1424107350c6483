/** Which backups go, and which objects go after them: rules over lists. Instants and ages in milliseconds. */

export interface KeptBackup {
  readonly id: string
  readonly madeAtMs: number
  /** All its objects are there. */
  readonly isWhole: boolean
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

/** Ids of the backups to take away, the newest whole one never among them. */
export function backupsToRemove(
  backups: readonly KeptBackup[],
  { days, count }: Retention,
  nowMs: number,
): string[] {
  const ours = backups.filter(({ isOurs }) => isOurs).sort((a, b) => b.madeAtMs - a.madeAtMs)
  const whole = ours.filter(({ isWhole }) => isWhole).map(({ id }) => id)
  const kept = new Set(whole.slice(0, Math.max(1, count ?? 0)))
  return ours
    .filter(({ id, madeAtMs }) => !kept.has(id) && (days === null || nowMs - madeAtMs >= days * DAY_MS))
    .map(({ id }) => id)
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
