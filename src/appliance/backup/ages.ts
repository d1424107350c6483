/** Decides which backup is newer, and to which store a backup belongs. */

export interface Age {
  readonly id: string
  readonly madeAtMs: number
  /** Number of the newest audit entry; 0 when the manifest cannot be read. */
  readonly auditN: number
  /** Number of log entries; 0 when the manifest cannot be read. */
  readonly treeSize: number
}

/** Newest first. A clock behind the log stops the service's time; then the sizes of the logs decide. */
export const newerFirst = (a: Age, b: Age): number =>
  b.madeAtMs - a.madeAtMs || b.auditN - a.auditN || b.treeSize - a.treeSize || (a.id < b.id ? 1 : -1)

/** The time of a new backup: later than that of every earlier one, even if the clock is behind. */
export const madeAfter = (nowMs: number, earlierMs: readonly number[]): number =>
  Math.max(nowMs, ...earlierMs.map((ms) => ms + 1))

/** A life of a store starts when the store is founded or restored. */
export interface Life {
  /** 32 lower-case hex digits. */
  readonly incarnation: string
  /** The newest entry that this life shares with the next; null for the current life. */
  readonly end: number | null
}

/** Does a backup belong to these lives? An earlier life may have continued elsewhere after a restore. */
export function isOfLives(
  lives: readonly Life[],
  { incarnation, treeSize }: { readonly incarnation: string; readonly treeSize: number },
): boolean {
  const life = lives.find((one) => one.incarnation === incarnation)
  return life !== undefined && (life.end === null || treeSize <= life.end)
}

/**
 * Are the backups of several lives interleaved? Lives one after the other are one store that was restored.
 * Interleaved lives are two copies or two stores, and the times of the backups do not show which of them the
 * operator means.
 * @param incarnations of the backups, in order of time
 */
export function areInterleaved(incarnations: readonly string[]): boolean {
  const turns = incarnations.filter((life, i) => i === 0 || life !== incarnations[i - 1])
  return new Set(turns).size < turns.length
}
