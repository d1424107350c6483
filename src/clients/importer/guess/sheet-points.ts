import { must } from '../../../base/typed.ts'
import { calendarDay, noonOfDay } from '../../../cli/day.ts'
import { LAWFUL_BASES, type LawfulBasis } from '../../../domain/shapes.ts'
import { AnswerFault } from '../../../words/fault.ts'
import { message } from '../../../words/message.ts'
import { englishWords } from '../../../words/words.ts'
import { normalized } from '../../sheets/meaning.ts'
import { reviewsIn } from '../../sheets/submissions.ts'
import type { GuessedColumn } from './columns.ts'
import type { ProposalFacts } from './facts.ts'
import type { Layout } from './layout.ts'
import { type Option, type Points, REVIEW } from './points.ts'

/** What a person decides about a sheet as a whole: its lawful basis, its name, its day, and the rows that somebody rejected. */

/** Rows that somebody rejected; which words say so is for a person to decide. */
export function reviewedAway(points: Points, columns: readonly GuessedColumn[]): Layout['skip'] {
  return reviewsIn(columns).flatMap(({ column, words }) => {
    const rejected = words.filter(({ is }) => is === 'rejected')
    const doubtful = words.filter(({ is }) => is !== 'accepted')
    const leaving = [
      ['rejected', rejected] as const,
      ...(doubtful.length > rejected.length ? [['doubtful', doubtful] as const] : []),
    ].filter(([, { length }]) => length > 0)
    const options: Option[] = leaving.map(([word, some]) => ({
      word,
      shown: message('import.guess.leaveOut', {
        words: { examples: some.map(({ word }) => word) },
        count: some.reduce((sum, { count }) => sum + count, 0),
      }),
    }))
    const none = { word: '-', shown: message('import.guess.leaveNone') }
    const asks = message('import.guess.review', { column })
    const answer = points.choice(`${REVIEW}${column}`, asks, [...options, none])
    const [, left] = leaving.find(([word]) => word === answer) ?? []
    return left === undefined ? [] : [{ column, words: left.map(({ word }) => normalized(word)) }]
  })
}

/** The lawful basis. There is no default: a person must decide. */
export function basisOf(points: Points): LawfulBasis | null {
  const options = LAWFUL_BASES.map((word) => ({
    word,
    shown: message('import.guess.word', { word: { code: word } }),
  }))
  return points.choice(
    'basis',
    message('import.guess.basis'),
    options,
    null,
    message('import.guess.onWhichBasis'),
  )
}

/**
 * Returns the basis of records with prices, or that the prices are not to be stored; null if a person has to decide. Money is
 * special personal data (contract §3), and only people who know the farmers know whether these agreed. There is no default.
 */
export function priceBasis(points: Points, basis: LawfulBasis | null): LawfulBasis | 'without' | null {
  if (basis === null || basis === 'special_data_consent') return basis
  const its = { basis: { code: basis } }
  const options = [
    { word: 'agreed', shown: message('import.guess.withPrices') },
    { word: 'without', shown: message('import.guess.withoutPrices', its) },
  ] as const
  const about = message('import.guess.hasPrices', its)
  const answer = points.choice('prices', message('import.guess.mayStorePrices'), options, null, about)
  return answer === 'agreed' ? 'special_data_consent' : answer
}

export function countryIn(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  throw new AnswerFault(message('import.guess.twoLetters'))
}

export function nameIn(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(text)) return text
  throw new AnswerFault(message('import.guess.writeMapName'))
}

export function dayIn(text: string, { today, timeZone }: ProposalFacts): string {
  const day = calendarDay(englishWords(timeZone), text, must(noonOfDay(timeZone, today)))
  if (noonOfDay(timeZone, day) === null) throw new AnswerFault(message('import.guess.writeDay', { today }))
  if (day > today) throw new AnswerFault(message('import.guess.inFuture'))
  return day
}
