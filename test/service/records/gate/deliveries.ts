/** Whose feed: of a party for a purpose, whichever of its programs pulls. */
interface Feed {
  readonly asker: { readonly party: string }
  readonly purpose: string
}

/** When the feed last delivered each record to a party for a purpose. */
export class Deliveries {
  /** Records delivered so far, to anybody. */
  count = 0
  readonly #last = new Map<string, Map<string, number>>()

  add(feed: Feed, ids: readonly string[]): void {
    const last = this.#of(feed)
    for (const id of ids) last.set(id, ++this.count)
  }

  /** Whether it was delivered to this party for this purpose after so many deliveries. */
  hasSince(count: number, feed: Feed, id: string): boolean {
    return (this.#of(feed).get(id) ?? 0) > count
  }

  #of({ asker, purpose }: Feed): Map<string, number> {
    const key = `${asker.party} ${purpose}`
    const last = this.#last.get(key) ?? new Map<string, number>()
    this.#last.set(key, last)
    return last
  }
}
