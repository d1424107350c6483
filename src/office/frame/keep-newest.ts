/** Deletes the entries inserted first until at most `most` are left. */
export function keepNewest<Key>(all: Map<Key, unknown> | Set<Key>, most: number): void {
  for (const key of all.keys()) {
    if (all.size <= most) return
    all.delete(key)
  }
}
