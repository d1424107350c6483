/** Processor time of this thread, against a yardstick of the same moment: so a slow or busy machine changes no verdict. */

/** What one yard takes on a quiet server of 2025; so the figures read as milliseconds. */
const YARD_MS = 0.3
/** So many that the system's count of processor time, which goes in steps of some milliseconds, is good enough. */
const YARDS = 250

/** A fixed piece of work of the kinds that the service does: texts, numbers, maps. */
function workOneYard(): number {
  const found = new Map<string, number>()
  for (let n = 0; n < 1_000; n++) {
    const key = `${(n * 7_919) % 1_009}`
    found.set(key, (found.get(key) ?? 0) + Math.sqrt(n))
  }
  const text = JSON.stringify([...found])
  return (JSON.parse(text) as unknown[]).length + text.length
}

const spentMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

/** Begins to count what this thread works, as it is: for many short spans, the longest of which is given to `quietMs`. */
export function countingThreadMs(): () => number {
  const begun = process.threadCpuUsage()
  return () => spentMs(begun)
}

/** @returns what a quiet machine would have taken for work that just took this machine so much processor time */
export const quietMs = (workedMs: number): number => (workedMs * YARD_MS) / yardMs()

/** @returns processor time of one yard as this machine works now, in milliseconds */
function yardMs(yards = YARDS): number {
  const begun = process.threadCpuUsage()
  for (let n = 0; n < yards; n++) workOneYard()
  return spentMs(begun) / yards
}

/**
 * Begins to count what this thread works, in milliseconds of processor time as a quiet machine would take them. A limit
 * should be many times what is usual: processor time is doubled by a neighbour on the same core.
 */
export function countingCpuMs(): () => number {
  yardMs(YARDS / 5)
  const begun = process.threadCpuUsage()
  return () => {
    return quietMs(spentMs(begun))
  }
}
