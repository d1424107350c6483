/** Drops the oldest of what was put in order. */
export function keepNewest(all: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of all.keys()) {
    if (all.size <= most) return
    all.delete(key)
  }
}
