import { createInterface, type Interface } from 'node:readline'
import { AnswerFault, OperatorFault, type Told } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { englishWords, type Words } from '../words/words.ts'
import { note, safe } from './print.ts'

/** The answer that an empty line means: as a person would type it, and as shown in brackets. */
export interface Fallback {
  readonly text: string
  readonly shown?: string
}

/** People type this to clear the value in brackets. */
export const NOTHING = '-'

/** Asks questions on a terminal. An empty line accepts the value in brackets. */
export class Asker {
  readonly #terminal: Interface
  /** Lines typed or pasted before their questions; filled by the terminal's events. */
  readonly #ahead: string[] = []
  #waiting: ((line: string | null) => void) | null = null
  #isClosed = false

  readonly #leaving: Told
  readonly #words: Words

  /** @param leaving what happens when the person leaves with Ctrl-C or Ctrl-D */
  constructor(
    input: NodeJS.ReadableStream = process.stdin,
    output: NodeJS.WritableStream = process.stderr,
    leaving: Told = message('command.left.remedy'),
    words: Words = englishWords(),
  ) {
    this.#leaving = leaving
    this.#words = words
    this.#terminal = createInterface({ input, output })
    this.#terminal.on('line', (line) => {
      if (this.#waiting) this.#waiting(line)
      else this.#ahead.push(line)
    })
    // Ctrl-C and Ctrl-D close the terminal; without this, a question would wait forever.
    this.#terminal.once('close', () => {
      this.#isClosed = true
      this.#waiting?.(null)
    })
  }

  /** @throws {OperatorFault} when the clerk presses Ctrl-C or Ctrl-D */
  async text(question: string, fallback?: Fallback): Promise<string> {
    const bracket = safe(fallback?.shown ?? fallback?.text ?? '')
    const answer = await this.#line(`${question}${bracket === '' ? '' : ` [${bracket}]`}: `)
    if (answer === null) {
      note('')
      throw new OperatorFault(message('command.left'), this.#leaving)
    }
    return answer.trim() === '' ? (fallback?.text ?? '') : answer.trim()
  }

  /** Repeats the question, with the reason, until the answer is valid. */
  async value<T>(question: string, read: (text: string) => T | Promise<T>, fallback?: Fallback): Promise<T> {
    for (;;) {
      const text = await this.text(question, fallback)
      try {
        return await read(text)
      } catch (error) {
        if (!isAnswerable(error)) throw error
        for (const line of this.#linesOf(error)) note(`  ${safe(line)}`)
      }
    }
  }

  #linesOf(error: Error): readonly string[] {
    const { tell } = this.#words
    if (error instanceof AnswerFault) return [tell(error.reason)]
    return error instanceof OperatorFault ? [tell(error.what), tell(error.cure)] : [error.message]
  }

  /** Whether the answer is yes; an empty line means no. */
  async isYes(question: string): Promise<boolean> {
    const read = (text: string): boolean => {
      const letter = text.toLowerCase().slice(0, 1)
      if (letter !== 'n' && letter !== 'y') throw new AnswerFault(message('terminal.noOrYes'))
      return letter === 'y'
    }
    return this.value(question, read, { text: 'n' })
  }

  close(): void {
    this.#terminal.close()
  }

  async #line(prompt: string): Promise<string | null> {
    const ahead = this.#ahead.shift()
    if (ahead !== undefined) {
      note(`${prompt}${safe(ahead)}`)
      return ahead
    }
    if (this.#isClosed) return null
    this.#terminal.setPrompt(prompt)
    this.#terminal.prompt()
    return new Promise((resolve) => {
      this.#waiting = (line) => {
        this.#waiting = null
        resolve(line)
      }
    })
  }
}

/** Whether another answer can correct the error: errors about input are plain errors or operator faults. */
const isAnswerable = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'Error' || error instanceof OperatorFault)

export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks one question at the terminal, to be answered by yes or no. */
export async function askYes(words: Words, question: string): Promise<boolean> {
  const asker = new Asker(undefined, undefined, undefined, words)
  try {
    return await asker.isYes(question)
  } finally {
    asker.close()
  }
}
