/** When nothing more can come of a page: the rule, of which `watched-page.ts` tells what is there. */

/** So many looks in a row that find the same end a wait. Each asks the page, so on a slow machine they take longer. */
const SAME_LOOKS = 6

export interface Look {
  /** What is there now, and what has happened so far; differs whenever anything has changed. */
  readonly state: string
  /** Requests wait for their answers, or the page will load itself again. */
  readonly isUnderWay: boolean
}

export class Stillness {
  #state = ''
  #same = 0

  /** @returns whether nothing more comes */
  afterLook({ state, isUnderWay }: Look): boolean {
    this.#same = isUnderWay || state !== this.#state ? 0 : this.#same + 1
    this.#state = state
    return this.#same >= SAME_LOOKS
  }
}
