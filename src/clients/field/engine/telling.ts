/** What tabs tell each other: rows changed, the phone was locked, everything is erased. */
type TabMessage = 'changed' | 'lock' | 'erase'
interface Told {
  readonly what: TabMessage
  /** The name of the database that it is about: several people may use the phone. */
  readonly of: string
}

/** Tells the screens of this tab, and other tabs, that something changed. */
export class Telling {
  readonly #listeners = new Set<() => void>()
  readonly #channel = new BroadcastChannel('granary-field')
  readonly #now: () => void
  #isTelling = false
  /** The name of the database that this tab has open. */
  of = ''

  /** @param now is called at once with each change */
  constructor(now: () => void) {
    this.#now = now
  }

  /** Calls back after each change, once for all changes of one turn. @returns to end it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Something changed for the screens. */
  changed(): void {
    this.#now()
    if (this.#isTelling) return
    this.#isTelling = true
    queueMicrotask(() => {
      this.#isTelling = false
      for (const listener of this.#listeners) listener()
    })
  }

  /** Rows changed, which other tabs have in memory. */
  wrote(): void {
    this.changed()
    this.tell('changed')
  }

  tell(what: TabMessage, of = this.of): void {
    const told: Told = { what, of }
    this.#channel.postMessage(told)
  }

  /** @param heard `isOwn`: it is about the same person's part of the phone */
  hear(heard: (what: TabMessage, isOwn: boolean) => void): void {
    this.#channel.onmessage = ({ data }) => {
      const { what, of } = data as Told
      heard(what, of === this.of)
    }
  }
}
