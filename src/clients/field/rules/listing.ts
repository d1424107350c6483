import { folded } from './members.ts'

/** The list of records: what a search finds, and how much of it is drawn at once. */

export const WINDOW = 40

/** Searches lines by their words. The folded text of a record is made once, since 2,000 are searched with each letter. */
export class Listing<T extends object> {
  readonly #folded = new WeakMap<object, string>()

  /** @param lines to search @param of the record of a line @param textOf what can be found of it */
  find(lines: readonly T[], text: string, of: (line: T) => object, textOf: (line: T) => string): T[] {
    const words = folded(text).split(' ').filter(Boolean)
    if (words.length === 0) return [...lines]
    return lines.filter((line) => {
      const record = of(line)
      let found = this.#folded.get(record)
      if (found === undefined) {
        found = folded(textOf(line))
        this.#folded.set(record, found)
      }
      return words.every((word) => found.includes(word))
    })
  }
}
