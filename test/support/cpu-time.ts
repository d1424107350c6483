/**
 * Begins to count what this thread works, in milliseconds of processor time: what a rule costs, however busy the machine
 * is with others.
 */
export function countingCpuMs(): () => number {
  const begun = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
}
