import { OperatorFault, type Told } from '../../../words/fault.ts'

/** What a sheet does not show and a person decides, in one list: the lists and fields below its columns. */

/** What a person chose, by the names of points and columns. */
export type Choices = Readonly<Record<string, string>>

export interface Option<Word extends string = string> {
  readonly word: Word
  readonly shown: Told
}

export interface Point {
  readonly name: string
  readonly asks: Told
  readonly about: Told | null
  /** Null if it is answered by a text. */
  readonly options: readonly Option[] | null
  /** As chosen or proposed; null if a person has to decide. */
  readonly value: string | null
  /** Why that cannot be used. */
  readonly fault: Told | null
}

/** The name of a point about a column in which somebody judged the rows begins with this. */
export const REVIEW = 'review:'

export const isOpen = ({ value, fault }: Point): boolean => value === null || fault !== null

export class Points {
  readonly all: Point[] = []
  readonly #choices: Choices

  constructor(choices: Choices) {
    this.#choices = choices
  }

  /** @returns what was chosen, or else is proposed; null if a person has to decide */
  choice<Word extends string>(
    name: string,
    asks: Told,
    options: readonly Option<Word>[],
    proposed: Word | null = null,
    about: Told | null = null,
  ): Word | null {
    const value = options.find(({ word }) => word === this.#choices[name])?.word ?? proposed
    this.all.push({ name, asks, about, options, value, fault: null })
    return value
  }

  /**
   * @param read throws what is wrong with a text
   * @returns null if a person has to decide
   */
  text<T>(name: string, asks: Told, read: (text: string) => T, proposed: string | null = null): T | null {
    const value = this.#choices[name]?.trim() || proposed
    const point = { name, asks, about: null, options: null, value }
    try {
      const known = value === null ? null : read(value)
      this.all.push({ ...point, fault: null })
      return known
    } catch (error) {
      if (!(error instanceof OperatorFault)) throw error
      this.all.push({ ...point, fault: error.what })
      return null
    }
  }
}
