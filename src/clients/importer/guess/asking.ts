import { given, ifGiven, must } from '../../../base/typed.ts'
import type { Asker } from '../../../cli/ask.ts'
import { OperatorFault, type Told } from '../../../words/fault.ts'
import type { Message } from '../../../words/message.ts'
import type { Words } from '../../../words/words.ts'

/** How the dialogue asks: its questions are messages, which the terminal or the page tells the person. */

export interface Choice<Word extends string = string> {
  readonly word: Word
  /** The word itself if left out. */
  readonly shown?: Told
}

/** The answer that an empty line means. */
export interface Usual {
  readonly text: string
}

export interface Asking {
  text(question: Told, usual?: Usual): Promise<string>
  /** @param read throws what is wrong with an answer */
  value<T>(question: Told, read: (text: string) => T | Promise<T>, usual?: Usual): Promise<T>
  choice(question: Told, choices: readonly Choice[], usual?: Usual): Promise<string>
  /**
   * Shows the person something before the next question.
   * @param isApart after an empty line, where lines follow each other
   */
  hint(text: Told, isApart?: boolean): void
}

/** Asks for one of the words of a closed list. */
export async function wordAsked<Word extends string>(
  asker: Asking,
  question: Told,
  choices: readonly Choice<Word>[],
  usual?: Usual,
): Promise<Word> {
  const word = await asker.choice(question, choices, usual)
  return must(choices.find((choice) => choice.word === word)).word
}

/** What is wrong with an answer; the text itself says what to answer instead. */
export const wrongAnswer = (what: Message): OperatorFault => new OperatorFault(what, '')

/** Asks at a terminal, in the words of the person there. */
export class AtTerminal implements Asking {
  readonly #asker: Pick<Asker, 'text' | 'value' | 'choice' | 'hint'>
  readonly #words: Words

  constructor(asker: Pick<Asker, 'text' | 'value' | 'choice' | 'hint'>, words: Words) {
    this.#asker = asker
    this.#words = words
  }

  text(question: Told, usual?: Usual): Promise<string> {
    return this.#asker.text(this.#words.tell(question), usual)
  }

  value<T>(question: Told, read: (text: string) => T | Promise<T>, usual?: Usual): Promise<T> {
    return this.#asker.value(this.#words.tell(question), (text) => this.#read(text, read), usual)
  }

  choice(question: Told, choices: readonly Choice[], usual?: Usual): Promise<string> {
    const { tell } = this.#words
    const told = choices.map(({ word, shown }) => ({ word, ...given({ shown: ifGiven(shown, tell) }) }))
    return this.#asker.choice(tell(question), told, usual)
  }

  hint(text: Told, isApart = false): void {
    this.#asker.hint(`${isApart ? '\n' : ''}${this.#words.tell(text)}`)
  }

  async #read<T>(text: string, read: (text: string) => T | Promise<T>): Promise<T> {
    try {
      return await read(text)
    } catch (error) {
      if (!(error instanceof OperatorFault)) throw error
      const [what, cure] = [this.#words.tell(error.what), this.#words.tell(error.cure)]
      throw cure === '' ? new Error(what) : new OperatorFault(what, cure)
    }
  }
}
