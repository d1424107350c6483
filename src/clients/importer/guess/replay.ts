import { OperatorFault, type Told } from '../../../words/fault.ts'
import { type Message, message } from '../../../words/message.ts'
import { type Asking, type Choice, type Usual, wrongAnswer } from './asking.ts'
import type { GuessedColumn, Meaning } from './meanings.ts'
import { MANY, meant } from './meanings.ts'
import { type Confirm, makesAsked } from './session.ts'

/** Asks the same questions without a terminal: uses earlier answers, then reports the next question. */

export interface GivenAnswers {
  /** What each column is, in the order of the columns; left out until a person chose. */
  readonly columns?: readonly Meaning[]
  /** In the order of the questions; an empty answer means the suggested one. */
  readonly answers: readonly string[]
}

export type Question =
  | {
      readonly kind: 'columns'
      /** The number of earlier answers that are valid. */
      readonly answered: number
      readonly columns: readonly {
        readonly name: string
        readonly meaning: Meaning
        readonly examples: readonly string[]
      }[]
      readonly rows: number
      /** What a person should know before they answer. */
      readonly hints: readonly Told[]
      readonly fault: readonly Told[] | null
    }
  | {
      readonly kind: 'text' | 'choice'
      readonly answered: number
      readonly text: Told
      readonly hints: readonly Told[]
      readonly choices: readonly Choice[]
      /** The suggested answer. */
      readonly usual: string | null
      /** Why the answer is not valid, in sentences. */
      readonly fault: readonly Told[] | null
    }

/** Thrown for the first question without a valid answer. */
export class Unanswered extends Error {
  readonly question: Question

  constructor(question: Question) {
    super('a question is not answered')
    this.name = 'Unanswered'
    this.question = question
  }
}

export class Replay implements Asking {
  readonly #given: GivenAnswers
  #at = 0
  #hints: Told[] = []

  constructor(given: GivenAnswers) {
    this.#given = given
  }

  hint(text: Told): void {
    this.#hints.push(text)
  }

  text(question: Told, usual?: Usual): Promise<string> {
    return this.value(question, (text) => text, usual)
  }

  value<T>(question: Told, read: (text: string) => T | Promise<T>, usual?: Usual): Promise<T> {
    return this.#next(question, [], usual?.text ?? null, read)
  }

  choice(question: Told, choices: readonly Choice[], usual?: Usual): Promise<string> {
    const word = choices[Number(usual?.text) - 1]?.word ?? null
    return this.#next(question, choices, word, (text) => {
      const chosen = choices.find(({ word }) => word === text)
      if (chosen === undefined) throw wrongAnswer(message('import.guess.chooseOne'))
      return chosen.word
    })
  }

  /** Uses the meanings that a person chose for all columns at once. */
  readonly confirm: Confirm = async (_asker, guessed) => {
    const { columns: meanings } = this.#given
    const columns =
      meanings === undefined
        ? guessed
        : guessed.map((column, i): GuessedColumn => ({ ...column, meaning: meanings[i] ?? 'nothing' }))
    const twice = columns.find(
      ({ meaning }, i) => !MANY.has(meaning) && columns.findIndex((one) => one.meaning === meaning) !== i,
    )
    const ask = (fault: Message | null) =>
      new Unanswered({
        kind: 'columns',
        answered: this.#at,
        columns: columns.map(({ name, meaning, cells }) => ({
          name,
          meaning,
          examples: cells.slice(0, EXAMPLES).map(short),
        })),
        rows: Math.max(0, ...columns.map(({ cells }) => cells.length)),
        hints: this.#hints,
        fault: fault && [fault],
      })
    if (meanings === undefined) throw ask(null)
    if (twice !== undefined) throw ask(message('import.guess.twoColumns', { meaning: meant(twice.meaning) }))
    this.#hints = []
    const { makes, needed } = await makesAsked(this, columns)
    if (needed !== undefined) throw ask(message('import.guess.noColumn', { meaning: meant(needed) }))
    return { columns, makes }
  }

  async #next<T>(
    text: Told,
    choices: readonly Choice[],
    usual: string | null,
    read: (text: string) => T | Promise<T>,
  ): Promise<T> {
    const given = this.#given.answers[this.#at]
    const ask = (fault: readonly Told[] | null) => {
      const kind = choices.length === 0 ? 'text' : 'choice'
      return new Unanswered({ kind, answered: this.#at, text, hints: this.#hints, choices, usual, fault })
    }
    if (given === undefined) throw ask(null)
    try {
      const value = await read(given.trim() === '' ? (usual ?? '') : given.trim())
      this.#at++
      this.#hints = []
      return value
    } catch (error) {
      if (!(error instanceof Error && (error.name === 'Error' || error instanceof OperatorFault))) throw error
      throw ask(
        error instanceof OperatorFault
          ? [error.what, error.cure].filter((told) => told !== '')
          : [error.message],
      )
    }
  }
}

const EXAMPLES = 3
const LONGEST = 60
const short = (cell: string): string => (cell.length <= LONGEST ? cell : `${cell.slice(0, LONGEST)}…`)
