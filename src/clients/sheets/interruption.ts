import { note } from '../../cli/print.ts'
import type { Words } from '../../words/words.ts'

/** Handles Ctrl-C during work on many rows: the work stops after the current rows, and can be continued. */
export class Interruption {
  readonly #controller = new AbortController()
  readonly signal = this.#controller.signal
  readonly #onInterrupt: () => void

  constructor({ say }: Words) {
    this.#onInterrupt = () => {
      note(`\n${say('import.stopping')}`)
      this.#controller.abort()
    }
    process.once('SIGINT', this.#onInterrupt)
  }

  release(): void {
    process.off('SIGINT', this.#onInterrupt)
  }
}
