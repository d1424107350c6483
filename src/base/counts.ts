/** Counts by key, never below zero. Keys whose count is zero are removed, which bounds the memory. */
export class Counts<Key> {
  readonly #counts = new Map<Key, number>()

  of(key: Key): number {
    return this.#counts.get(key) ?? 0
  }

  /** @param amount negative to subtract @returns the new count */
  add(key: Key, amount = 1): number {
    const total = Math.max(0, (this.#counts.get(key) ?? 0) + amount)
    if (total > 0) this.#counts.set(key, total)
    else this.#counts.delete(key)
    return total
  }
}
