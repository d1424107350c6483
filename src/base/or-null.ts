/** What may be left out where it cannot be found. */
export function orNull<T>(find: () => T): T | null {
  try {
    return find()
  } catch {
    return null
  }
}
