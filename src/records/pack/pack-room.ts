import { OperatorFault } from '../../base/problem.ts'

/** Characters of one pack's plots. They are in memory until the last map is sent. */
const MOST = 100_000_000
/** Of all packs under way: a large one, and some of the usual size beside it. */
const MOST_TOGETHER = 150_000_000

/** Thrown while other packs need the memory. */
export class PacksInTheWay extends OperatorFault {
  constructor() {
    super('Another pack is being made, and both together are too large.', 'Try again in a minute.')
  }
}

/** Room in memory for the plots of packs, whoever has them made. */
export class PackRoom {
  readonly #most: number
  readonly #mostTogether: number
  readonly #held = new Map<object, number>()

  constructor(most = MOST, mostTogether = MOST_TOGETHER) {
    this.#most = most
    this.#mostTogether = mostTogether
  }

  /** Characters in all. */
  get held(): number {
    return [...this.#held.values()].reduce((sum, length) => sum + length, 0)
  }

  /**
   * Call as a pack grows.
   * @param length its characters so far
   * @throws {OperatorFault} when it is too large, alone or beside the others
   */
  hold(pack: object, length: number): void {
    if (length > this.#most)
      throw new OperatorFault(
        'The plots of this lot are too many for one pack.',
        'Make packs for the lots it is made of.',
      )
    const ofOthers = this.held - (this.#held.get(pack) ?? 0)
    if (ofOthers + length > this.#mostTogether) throw new PacksInTheWay()
    this.#held.set(pack, length)
  }

  leave(pack: object): void {
    this.#held.delete(pack)
  }
}
