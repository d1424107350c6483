import { note } from '../../cli/print.ts'

/** Handles Ctrl-C during work on many rows: the work stops after the current rows, and can be continued. */
export class Interruption {
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #onInterrupt = () => {
    note('\nStopping after the current rows; run the same command again to continue.')
    this.#controller.abort()
  }

  constructor() {
    process.once('SIGINT', this.#onInterrupt)
  }

  release(): void {
    process.off('SIGINT', this.#onInterrupt)
  }
}
