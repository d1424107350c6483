import { calendarDay, startOfDay } from '../../cli/day.ts'
import { partyCalled } from '../../records/entry/party-called.ts'
import type { Words } from '../../words/words.ts'

import { isAnswerable, wordsOf } from './fault-words.ts'
import type { StaffVisit } from './visit.ts'

/** Filters of lists, as people type them. An unreadable value becomes a fault at its field. */

/** Returns the member that a filter names. @param field the field that shows a fault */
export async function memberIn(
  { query, run, words }: Pick<StaffVisit, 'query' | 'run' | 'words'>,
  faults: Record<string, string>,
  field = 'member',
): Promise<string | null> {
  const text = (query.member ?? '').trim()
  if (text === '') return null
  try {
    return (await partyCalled({ run, words }, text.slice(0, 200))).party
  } catch (error) {
    if (!isAnswerable(error)) throw error
    faults[field] = wordsOf(words, error)
    return null
  }
}

export function edge<T extends object>(
  words: Words,
  { query, timeZone }: Pick<StaffVisit, 'query' | 'timeZone'>,
  name: 'since' | 'until',
  faults: Record<string, string>,
  at: (day: string, beginsMs: number) => T,
): T | object {
  const { say } = words
  const text = (query[name] ?? '').trim()
  if (text === '') return {}
  const day = calendarDay(words, text)
  const beginsMs = startOfDay(timeZone, day)
  if (beginsMs !== null) return at(day, beginsMs)
  faults[name] = say('records.noDay')
  return {}
}
