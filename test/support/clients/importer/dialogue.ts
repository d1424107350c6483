import { type GivenAnswers, Unanswered } from '../../../../src/clients/importer/guess/replay.ts'
import type { GuessFacts } from '../../../../src/clients/importer/guess/session.ts'
import { englishWords, type Words } from '../../../../src/words/words.ts'
import { registry } from './support.ts'

/** The dialogue that makes a map, as tests lead it. */

export const FACTS: GuessFacts = {
  crops: registry.rows('crops') as never,
  units: registry.rows('units') as never,
  conversions: registry.rows('conversions') as never,
  timeZone: 'Africa/Kampala',
  country: 'UG',
  today: '2026-06-28',
  name: 'book',
}

type Question = Unanswered['question']
type Told<Q> = Q extends { readonly kind: 'columns' }
  ? Omit<Q, 'hints' | 'fault'> & { readonly hints: readonly string[]; readonly fault: string | null }
  : Omit<Q, 'text' | 'hints' | 'choices' | 'fault'> & {
      readonly text: string
      readonly hints: readonly string[]
      readonly choices: readonly { readonly word: string; readonly shown: string }[]
      readonly fault: string | null
    }
/** A question as its reader sees it. */
export type ToldQuestion = Told<Question>

export function toldIn({ tell }: Words, question: Question): ToldQuestion {
  const common = {
    hints: question.hints.map(tell),
    fault: question.fault === null ? null : question.fault.map(tell).join(' '),
  }
  if (question.kind === 'columns') return { ...question, ...common }
  const choices = question.choices.map(({ word, shown }) => ({ word, shown: tell(shown ?? word) }))
  return { ...question, ...common, text: tell(question.text), choices }
}

/** Questions, and what is answered to each. */
export type Answers = readonly (readonly [RegExp, string])[]

/**
 * The columns as guessed, then for each question the first answer that fits; the one suggested where none does.
 * @param step goes as far as what is given leads
 */
export async function answered<M>(
  step: (given: GivenAnswers) => Promise<M>,
  answers: Answers,
  words = englishWords(FACTS.timeZone),
) {
  let given: GivenAnswers = { answers: [] }
  const questions: ToldQuestion[] = []
  for (;;) {
    try {
      return { map: await step(given), questions }
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      const question = toldIn(words, error.question)
      if (question.fault !== null) throw new Error(question.fault)
      questions.push(question)
      if (question.kind === 'columns')
        given = { ...given, columns: question.columns.map(({ meaning }) => meaning) }
      else {
        const said = answers.find(([pattern]) => pattern.test(question.text))?.[1]
        given = { ...given, answers: [...given.answers, said ?? question.usual ?? ''] }
      }
    }
  }
}
