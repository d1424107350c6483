import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What was done, step by step, on the terminal; and all that was typed and answered, in a file. */
export class Transcript {
  readonly #file: string
  #steps = 0

  constructor(file: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }

  get steps(): number {
    return this.#steps
  }

  /** @throws what the work throws: a step that fails ends the run, for the next ones rest on it */
  async step<T>(words: string, work: () => Promise<T> | T): Promise<T> {
    this.#steps++
    const line = (mark: string, ms: number) =>
      `${mark} ${String(this.#steps).padStart(2)}. ${words} (${(ms / 1000).toFixed(1)} s)`
    this.write(`\n==== ${this.#steps}. ${words}\n`)
    const begun = performance.now()
    try {
      const result = await work()
      console.log(line('ok  ', performance.now() - begun))
      return result
    } catch (error) {
      console.log(line('FAIL', performance.now() - begun))
      this.write(`\nFAILED: ${(error as Error).message}\n`)
      throw error
    }
  }

  write(text: string): void {
    appendFileSync(this.#file, text)
  }

  /** A figure that docs/operating.md tells. */
  figure(words: string): void {
    console.log(`       ${words}`)
    this.write(`-- ${words}\n`)
  }
}

/** @throws {Error} with the words when it is not so */
export function check(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(words)
}
