/** Rung when something happens that somebody may wait for. */
export class Bell {
  #waiting: (() => void)[] = []

  ring(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
