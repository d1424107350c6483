/**
 * Reads the settings file as systemd reads `EnvironmentFile=` (systemd.exec(5)): command and service agree.
 */

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Within double quotes a backslash is literal unless one of these follows. */
const ESCAPED_IN_QUOTES = '"\\`$'

/** Returns the variables of the file; other lines are ignored, as systemd does. */
export const readSettingsFile = (text: string): Record<string, string> =>
  Object.fromEntries(assignmentsIn(withPlainEnds(text)).map(({ name, value }) => [name, value]))

export const withPlainEnds = (text: string): string => text.replaceAll('\r\n', '\n')

export interface Assignment {
  readonly name: string
  readonly value: string
  /** Its range in the text, including the end of its line. */
  readonly from: number
  readonly to: number
}

/** Returns the assignments in a text. @param text with line endings as `withPlainEnds` returns them */
export function assignmentsIn(text: string): Assignment[] {
  const reader = new SettingsReader(text)
  const found: Assignment[] = []
  while (!reader.isAtEnd) {
    const line = reader.line()
    if (line !== null && NAME.test(line.name)) found.push(line)
  }
  return found
}

class SettingsReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** Reads one assignment, over several lines with quotes or a trailing backslash; null if there is none. */
  line(): Assignment | null {
    this.#passOver(' \t\n')
    const from = this.#at
    const end = this.#endOfLine()
    const equals = this.#text.indexOf('=', this.#at)
    if (this.isAtEnd || '#;'.includes(this.#here()) || equals < 0 || equals > end) {
      this.#at = end + 1
      return null
    }
    const name = this.#text.slice(this.#at, equals).trim()
    this.#at = equals + 1
    const value = this.#value()
    return { name, value, from, to: this.#at }
  }

  #value(): string {
    let value = ''
    for (;;) {
      this.#passOver(' \t')
      const letter = this.#take()
      if (letter === '' || letter === '\n') return value
      if (letter === "'") value += this.#inSingleQuotes()
      else if (letter === '"') value += this.#inDoubleQuotes()
      else {
        this.#at--
        return value + this.#plain()
      }
    }
  }

  /** Reads to the end of the line: quotes inside are literal, trailing white space is dropped. */
  #plain(): string {
    let value = ''
    let lastKept = 0
    for (;;) {
      const letter = this.#take()
      if (letter === '' || letter === '\n') return value.slice(0, lastKept)
      if (letter === '\\') {
        const next = this.#take()
        if (next !== '\n') value += next
        lastKept = value.length
        continue
      }
      value += letter
      if (letter !== ' ' && letter !== '\t') lastKept = value.length
    }
  }

  #inSingleQuotes(): string {
    const from = this.#at
    const end = this.#text.indexOf("'", from)
    this.#at = end < 0 ? this.#text.length : end + 1
    return this.#text.slice(from, end < 0 ? undefined : end)
  }

  #inDoubleQuotes(): string {
    let value = ''
    for (;;) {
      const letter = this.#take()
      if (letter === '' || letter === '"') return value
      if (letter !== '\\') {
        value += letter
        continue
      }
      const next = this.#take()
      if (ESCAPED_IN_QUOTES.includes(next)) value += next
      else if (next !== '\n') value += `\\${next}`
    }
  }

  #here(): string {
    return this.#text.charAt(this.#at)
  }

  #take(): string {
    return this.#text.charAt(this.#at++)
  }

  #passOver(letters: string): void {
    while (!this.isAtEnd && letters.includes(this.#here())) this.#at++
  }

  #endOfLine(): number {
    const end = this.#text.indexOf('\n', this.#at)
    return end < 0 ? this.#text.length : end
  }
}
