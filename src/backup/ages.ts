/** Which of two backups is the newer, and whose they are: rules over what manifests tell. */

/** What says how old a backup is. */
export interface Age {
  readonly id: string
  readonly madeAtMs: number
  /** Newest entry of the audit log in it; 0 where its manifest cannot be read. */
  readonly auditN: number
  /** Entries of the log in it; 0 where its manifest cannot be read. */
  readonly treeSize: number
}

/**
 * Sorts the newest first. Time stands still while a clock is behind the log: then the logs themselves tell, since both
 * only grow.
 */
export const newerFirst = (a: Age, b: Age): number =>
  b.madeAtMs - a.madeAtMs || b.auditN - a.auditN || b.treeSize - a.treeSize || (a.id < b.id ? 1 : -1)

/** When a backup is said to be made: later than every one before it, however the clock was set. Milliseconds. */
export const madeAfter = (nowMs: number, earlierMs: readonly number[]): number =>
  Math.max(nowMs, ...earlierMs.map((ms) => ms + 1))

/** A life of a store: it begins when the store is founded or restored. */
export interface Life {
  /** 32 lower-case hex digits. */
  readonly incarnation: string
  /** Its newest entry that the next life shares; null for the present one. */
  readonly end: number | null
}

/** Is this a backup of what these lives tell? An earlier life may have gone on elsewhere, after the next one left it. */
export function isOfLives(
  lives: readonly Life[],
  { incarnation, treeSize }: { readonly incarnation: string; readonly treeSize: number },
): boolean {
  const life = lives.find((one) => one.incarnation === incarnation)
  return life !== undefined && (life.end === null || treeSize <= life.end)
}

/**
 * Do backups of several lives lie between each other? One life that follows another is a store that was restored. Lives
 * that go on side by side are two stories, or two stores, and which is meant nobody can tell by the time alone.
 * @param incarnations of the backups in the order of their time
 */
export function isTwoStories(incarnations: readonly string[]): boolean {
  const turns = incarnations.filter((life, i) => i === 0 || life !== incarnations[i - 1])
  return new Set(turns).size < turns.length
}
