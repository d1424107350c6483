/** Returns a function that calls `ask` only if its last result is older than `forMs`. */
export function cached<T>(forMs: number, ask: () => T): () => T {
  let value: T
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (now - askedAt >= forMs) {
      value = ask()
      askedAt = now
    }
    return value
  }
}
