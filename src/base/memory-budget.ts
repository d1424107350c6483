import { getHeapStatistics } from 'node:v8'
import { Counts } from './counts.ts'

/**
 * The memory that replies and packs may hold, of the whole process: one budget, so that what is made at once never needs more
 * than the engine has. Counts alone; what is held is let go by its holder.
 */

/** Somebody for whom memory is held: a party, an address. */
export interface Owner {
  readonly name: string
  /** Bytes at most, so that none takes all. One holder alone may have more. */
  readonly most: number
}

interface Held {
  readonly bytes: number
  readonly owners: readonly Owner[]
}

/** In the way of more, instead of an owner's name. */
export const ALL = 'all'

/** The heap has three more parts: the program and what it remembers, requests, and what waits to be collected. */
const PART_OF_HEAP = 4

/** The largest that the engine lets its heap become: its flags say so, or the memory of the machine or its container. */
export const heapBytes = (): number => getHeapStatistics().heap_size_limit

export class MemoryBudget {
  readonly most: number
  readonly #held = new Map<object, Held>()
  readonly #byOwner = new Counts<string>()
  #bytes = 0

  constructor(most: number) {
    this.most = most
  }

  /** @param heapBytes what the engine may take @param wanted the setting */
  static of(heapBytes: number, wanted: number): MemoryBudget {
    return new MemoryBudget(Math.min(wanted, Math.floor(heapBytes / PART_OF_HEAP)))
  }

  /** Bytes in all. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Counts what somebody holds, in place of what they held before.
   * @returns null; or what is in the way, `ALL` or the name of an owner, and nothing is held any more
   */
  hold(holder: object, owners: readonly Owner[], bytes: number): string | null {
    this.leave(holder)
    if (this.#bytes + bytes > this.most) return ALL
    for (const { name, most } of owners) {
      const held = this.#byOwner.of(name)
      if (held > 0 && held + bytes > most) return name
    }
    if (bytes === 0) return null
    this.#held.set(holder, { bytes, owners })
    this.#bytes += bytes
    for (const { name } of owners) this.#byOwner.add(name, bytes)
    return null
  }

  leave(holder: object): void {
    const held = this.#held.get(holder)
    if (held === undefined) return
    this.#held.delete(holder)
    this.#bytes -= held.bytes
    for (const { name } of held.owners) this.#byOwner.add(name, -held.bytes)
  }

  /** Whether the holder is one of those in the way. */
  isOf(holder: object, inTheWay: string): boolean {
    const held = this.#held.get(holder)
    return held !== undefined && (inTheWay === ALL || held.owners.some(({ name }) => name === inTheWay))
  }
}

/** A party's share: with all its credentials it is still no more than three quarters. */
export const shareOfParty = ({ most }: MemoryBudget, party: number): Owner => ({
  name: `party ${party}`,
  most: (most * 3) / 4,
})
