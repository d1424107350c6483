import { createInterface, type Interface } from 'node:readline/promises'
import { OperatorFault } from '../problem.ts'
import { note, safe } from './print.ts'

/** Questions on a terminal. One empty line takes the value in brackets. */
export class Asker {
  readonly #terminal: Interface
  /** Rejects when the terminal is closed, by Ctrl-C or Ctrl-D: a question must not wait for ever. */
  readonly #left: Promise<never>

  constructor() {
    this.#terminal = createInterface({ input: process.stdin, output: process.stderr })
    this.#left = new Promise((_, reject) => {
      this.#terminal.once('close', () =>
        reject(
          new OperatorFault(
            'You left.',
            'What was not yet written is not written; begin again when you like.',
          ),
        ),
      )
    })
    this.#left.catch(() => {})
  }

  async text(question: string, fallback?: string): Promise<string> {
    const asked = this.#terminal.question(
      `${question}${fallback === undefined || fallback === '' ? '' : ` [${safe(fallback)}]`}: `,
    )
    const answer = await Promise.race([asked, this.#left])
    return answer.trim() === '' ? (fallback ?? '') : answer.trim()
  }

  /** Asks again, with the reason, until the answer can be read. */
  async value<T>(question: string, read: (text: string) => T | Promise<T>, fallback?: string): Promise<T> {
    for (;;) {
      const text = await this.text(question, fallback)
      try {
        return await read(text)
      } catch (error) {
        note(`  ${safe((error as Error).message)}`)
      }
    }
  }

  async choice(question: string, choices: readonly string[], fallback?: string): Promise<string> {
    note(choices.map((choice, i) => `  ${i + 1}  ${safe(choice)}`).join('\n'))
    return this.value(
      `${question} (number or word)`,
      (text) => {
        const chosen = choices[Number(text) - 1] ?? choices.find((choice) => choice === text)
        if (chosen === undefined) throw new Error(`Please answer with 1 to ${choices.length}.`)
        return chosen
      },
      fallback,
    )
  }

  async yes(question: string): Promise<boolean> {
    const answer = (await this.text(`${question} (y/n)`, 'y')).toLowerCase()
    return answer.startsWith('y')
  }

  close(): void {
    this.#terminal.close()
  }
}

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true
