import type { Asking, Choice, Fallback } from '../../../cli/ask.ts'
import { OperatorFault } from '../../../words/fault.ts'
import type { GuessedColumn, Meaning } from './meanings.ts'
import { MANY, MEANINGS } from './meanings.ts'
import { type Confirm, lacking, makesAsked, neededFor } from './session.ts'

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
      readonly hints: readonly string[]
      readonly fault: string | null
    }
  | {
      readonly kind: 'text' | 'choice'
      readonly answered: number
      readonly text: string
      readonly hints: readonly string[]
      readonly choices: readonly Choice[]
      /** The suggested answer. */
      readonly usual: string | null
      /** Why the answer is not valid. */
      readonly fault: string | null
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
  #hints: string[] = []

  constructor(given: GivenAnswers) {
    this.#given = given
  }

  hint(text: string): void {
    this.#hints.push(text.trim())
  }

  text(question: string, fallback?: Fallback): Promise<string> {
    return this.value(question, (text) => text, fallback)
  }

  value<T>(question: string, read: (text: string) => T | Promise<T>, fallback?: Fallback): Promise<T> {
    return this.#next(question, [], fallback?.text ?? null, read)
  }

  choice(question: string, choices: readonly Choice[], fallback?: Fallback): Promise<string> {
    const usual = choices[Number(fallback?.text) - 1]?.word ?? null
    return this.#next(question, choices, usual, (text) => {
      const chosen = choices.find(({ word }) => word === text)
      if (chosen === undefined) throw new Error('Choose one of these.')
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
    const ask = (fault: string | null) =>
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
        fault,
      })
    if (meanings === undefined) throw ask(null)
    if (twice !== undefined) throw ask(`Two columns are ${MEANINGS[twice.meaning]}. Choose only one.`)
    const lacks = lacking(columns)
    this.#hints = []
    const makes = await makesAsked(this, lacks)
    const [missing] = neededFor(makes, lacks)
    if (missing !== undefined) throw ask(`No column is ${MEANINGS[missing]}.`)
    return { columns, makes }
  }

  async #next<T>(
    text: string,
    choices: readonly Choice[],
    usual: string | null,
    read: (text: string) => T | Promise<T>,
  ): Promise<T> {
    const given = this.#given.answers[this.#at]
    const ask = (fault: string | null) => {
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
      throw ask(error instanceof OperatorFault ? `${error.message} ${error.remedy}` : error.message)
    }
  }
}

const EXAMPLES = 3
const LONGEST = 60
const short = (cell: string): string => (cell.length <= LONGEST ? cell : `${cell.slice(0, LONGEST)}…`)
