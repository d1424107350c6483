import {
  type GivenAnswers,
  type Question,
  Unanswered,
} from '../../../../src/clients/importer/guess/replay.ts'
import type { GuessFacts } from '../../../../src/clients/importer/guess/session.ts'
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

/** Questions, and what is answered to each. */
export type Answers = readonly (readonly [RegExp, string])[]

/**
 * The columns as guessed, then for each question the first answer that fits; the one suggested where none does.
 * @param step goes as far as what is given leads
 */
export async function answered<M>(step: (given: GivenAnswers) => Promise<M>, answers: Answers) {
  let given: GivenAnswers = { answers: [] }
  const questions: Question[] = []
  for (;;) {
    try {
      return { map: await step(given), questions }
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      const { question } = error
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
