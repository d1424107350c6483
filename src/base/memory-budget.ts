import { getHeapStatistics } from 'node:v8'
import { Counts } from './counts.ts'

/**
 * The memory that all replies and packs in progress may hold together, so that the process never needs more
 * than the engine has. The budget only counts; each holder frees its own memory.
 */

/** The party or address for which memory is held. */
export interface MemoryOwner {
  readonly name: string
  /**
   * Most bytes that the owner may hold, so that none uses the whole budget. A single holder may exceed it.
   */
  readonly most: number
}

interface Held {
  readonly bytes: number
  readonly owners: readonly MemoryOwner[]
}

/** Returned in place of an owner's name when the whole budget is used up. */
export const ALL = 'all'

/** Replies may use a quarter of the heap; the program, its caches, requests and garbage need the rest. */
const PART_OF_HEAP = 4

/** Returns the engine's heap limit, which its flags or the memory of the machine or container determine. */
export const heapBytes = (): number => getHeapStatistics().heap_size_limit

export class MemoryBudget {
  readonly most: number
  readonly #held = new Map<object, Held>()
  readonly #byOwner = new Counts<string>()
  #bytes = 0

  constructor(most: number) {
    this.most = most
  }

  /** @param heapBytes heap limit of the engine @param wanted bytes that the operator set */
  static of(heapBytes: number, wanted: number): MemoryBudget {
    return new MemoryBudget(Math.min(wanted, Math.floor(heapBytes / PART_OF_HEAP)))
  }

  /** Bytes held in total. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Records the bytes of a holder, replacing its earlier count.
   * @returns null on success; else the limit that was reached: `ALL`, or the name of an owner. The holder
   *   then holds nothing.
   */
  hold(holder: object, owners: readonly MemoryOwner[], bytes: number): string | null {
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

  /** Returns whether the holder counts towards the limit that `hold` returned. */
  isOf(holder: object, reached: string): boolean {
    const held = this.#held.get(holder)
    return held !== undefined && (reached === ALL || held.owners.some(({ name }) => name === reached))
  }
}

/** Returns a party's share of the budget: three quarters, for all its credentials together. */
export const shareOfParty = ({ most }: MemoryBudget, party: number): MemoryOwner => ({
  name: `party ${party}`,
  most: (most * 3) / 4,
})
