/** Rules over manifests: which backup is newer, and to which store it belongs. */

export interface Age {
  readonly id: string
  readonly madeAtMs: number
  /** Newest audit entry; 0 when the manifest cannot be read. */
  readonly auditN: number
  /** Number of log entries; 0 when the manifest cannot be read. */
  readonly treeSize: number
}

/** Newest first. The service's time stands still while the clock is behind the log; then the log sizes decide. */
export const newerFirst = (a: Age, b: Age): number =>
  b.madeAtMs - a.madeAtMs || b.auditN - a.auditN || b.treeSize - a.treeSize || (a.id < b.id ? 1 : -1)

/** The time of a new backup, in milliseconds: later than every earlier one, whatever the clock shows. */
export const madeAfter = (nowMs: number, earlierMs: readonly number[]): number =>
  Math.max(nowMs, ...earlierMs.map((ms) => ms + 1))

/** A life of a store begins when the store is founded or restored. */
export interface Life {
  /** 32 lower-case hex digits. */
  readonly incarnation: string
  /** The newest entry that it shares with the next life; null for the present one. */
  readonly end: number | null
}

/** Does a backup belong to these lives? An earlier life may have continued elsewhere after the next one branched off. */
export function isOfLives(
  lives: readonly Life[],
  { incarnation, treeSize }: { readonly incarnation: string; readonly treeSize: number },
): boolean {
  const life = lives.find((one) => one.incarnation === incarnation)
  return life !== undefined && (life.end === null || treeSize <= life.end)
}

/**
 * Are backups of several lives interleaved? Lives in sequence are one store that was restored. Lives side by side are two
 * copies or two stores, and time alone cannot tell which is meant.
 * @param incarnations of the backups, in order of time
 */
export function isTwoStories(incarnations: readonly string[]): boolean {
  const turns = incarnations.filter((life, i) => i === 0 || life !== incarnations[i - 1])
  return new Set(turns).size < turns.length
}
