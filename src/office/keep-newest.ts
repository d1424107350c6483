/** Drops the oldest of what was put in order. */
export function keepNewest<Key>(all: Map<Key, unknown> | Set<Key>, most: number): void {
  for (const key of all.keys()) {
    if (all.size <= most) return
    all.delete(key)
  }
}
