import type { Answer } from './recorder.ts'

/**
 * What the service draws at random stands in the examples as what it is, but as a sample: of the same shape and length,
 * and marked so that nobody takes it for one of his own.
 */

/** A token (43 letters of base64url behind its prefix), a cursor of the change feed, and nothing else is like them. */
const TOKEN = /gry_[\w-]{43}/g
const CURSOR = /(?<![\w-])[\w-]{120,}(?![\w-])/g

export class Samples {
  readonly #samples = new Map<string, string>()
  #tokens = 0
  #cursors = 0

  /** This stands for that, wherever it shows. */
  say(real: string, sample: string): void {
    this.#samples.set(real, sample)
  }

  /** Gives samples to what is random in an answer, in the order it is heard of. */
  hear({ text }: Answer): void {
    for (const [token] of text.matchAll(TOKEN))
      this.#add(token, () => `gry_${padded(`SAMPLE-token-${++this.#tokens}-`, 43)}`)
    for (const [cursor] of text.matchAll(CURSOR))
      this.#add(cursor, () => padded(`SAMPLE-cursor-${++this.#cursors}-`, cursor.length))
  }

  /** The same document, with its samples. */
  stable<T>(document: T): T {
    let text = JSON.stringify(document)
    for (const [real, sample] of this.#samples) text = text.replaceAll(real, sample)
    return JSON.parse(text) as T
  }

  #add(real: string, sample: () => string): void {
    if (!this.#samples.has(real)) this.#samples.set(real, sample())
  }
}

const padded = (mark: string, length: number) => mark.padEnd(length, 'not-real-')
