import { must } from '../../base/typed.ts'

/** The party and credential that a job belongs to. */
export interface JobOwner {
  readonly party: number
  /** Seq of the credential used; null for the operator. */
  readonly credential: number | null
}

/** The owner of jobs of the service itself. */
export const SERVICE: JobOwner = { party: 0, credential: null }

/**
 * A queue of items of several owners. Parties take turns and, within a party, its credentials do, so that
 * many tokens give a party no larger share. Items of one credential keep their order.
 */
export class Turns<T> {
  /** Items by party, then by credential; the next in turn is first. */
  readonly #parties = new Map<number, Map<number, T[]>>()
  /** The number of items. Only this class changes it. */
  length = 0

  push(owner: JobOwner, one: T): void {
    this.#lineOf(owner).push(one)
    this.length++
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  shift(): T | undefined {
    for (const [party, lines] of this.#parties) {
      for (const [credential, line] of lines) {
        const next = must(line.shift())
        lines.delete(credential)
        if (line.length > 0) lines.set(credential, line)
        this.#parties.delete(party)
        if (lines.size > 0) this.#parties.set(party, lines)
        this.length--
        return next
      }
    }
    return undefined
  }

  #lineOf({ party, credential }: JobOwner): T[] {
    const lines = this.#parties.get(party) ?? new Map<number, T[]>()
    this.#parties.set(party, lines)
    const line = lines.get(credential ?? 0) ?? []
    lines.set(credential ?? 0, line)
    return line
  }
}
