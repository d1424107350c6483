/** Returns what `find` returns, or null if it throws: for a fact that a report can do without. */
export function orNull<T>(find: () => T): T | null {
  try {
    return find()
  } catch {
    return null
  }
}
