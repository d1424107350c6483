import { isProblemCode, Problem } from '../../base/problem.ts'
import { note, REMEDIES } from '../../cli/print.ts'
import { OperatorFault, type Told } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'

/** Why work on many rows stops. */

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

/**
 * Returns why the import stops, if the service fails or does not run. That is no fault of a row, and written
 * records stay.
 */
export function reasonToStop(error: unknown): Told {
  if (error instanceof OperatorFault)
    return message('import.stoppedBy', { what: error.what, remedy: error.cure })
  if (error instanceof Problem) return reasonOfService(message(`problem.${error.code}`), error.code)
  throw error
}

/** Returns why the import stopped, and the remedy. */
export function reasonOfService(title: Told, code: string | undefined): Told {
  const remedy = isProblemCode(code) ? REMEDIES[code] : undefined
  const first = message('view.sentence', { text: title })
  return remedy === undefined ? first : message('value.sentences', { first, next: message(remedy) })
}
