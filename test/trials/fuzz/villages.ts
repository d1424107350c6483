import type { World } from './world.ts'

/**
 * Whom requests are about. A thousand farmers do not keep to thirty names: were all of a run about the same few, each of
 * them would come to have more than a whole district, and answers that tell everything about somebody would take all the
 * time there is. So every so many requests are about another village, with people and things of its own.
 */

const REQUESTS_A_VILLAGE = 25_000

export const villageOf = (number: number): number => Math.floor(number / REQUESTS_A_VILLAGE)

/** Number of the first request that is about the next one. */
export const beyond = (village: number): number => (village + 1) * REQUESTS_A_VILLAGE

export class Villages {
  readonly #settle: (village: number) => Promise<World>
  readonly #settled = new Map<number, Promise<World>>()

  constructor(settle: (village: number) => Promise<World>) {
    this.#settle = settle
  }

  /** The village of a request, peopled when somebody first asks for it. @throws {Error} when it cannot be */
  at(number: number): Promise<World> {
    const village = villageOf(number)
    let settled = this.#settled.get(village)
    if (settled === undefined) {
      settled = this.#settle(village)
      // Whoever asks for it is told; somebody who asked ahead of time may never come back.
      settled.catch(() => {})
      this.#settled.set(village, settled)
    }
    return settled
  }
}
