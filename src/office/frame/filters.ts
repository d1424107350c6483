import { calendarDay, startOfDay } from '../../cli/day.ts'
import { partyCalled } from '../../records/entry/party-called.ts'
import type { Words } from '../../words/words.ts'

import { noteUnread, type Unread } from './fault-words.ts'
import type { Filled } from './form.tsx'
import { pickedIn } from './picks.tsx'
import type { StaffVisit } from './visit.ts'

/** Members and days as people type them in filters and forms. An unreadable value becomes a fault at its field. */

/** Longer than any name. */
const MOST_TYPED = 200

/** Returns the member that a field names or that was chosen for it; null if it is empty or cannot be read. */
export async function memberIn(
  { run, words }: Pick<StaffVisit, 'run' | 'words'>,
  values: Filled['values'],
  unread: Unread,
  field = 'member',
): Promise<string | null> {
  const text = pickedIn(values, field).slice(0, MOST_TYPED)
  if (text === '') return null
  try {
    return (await partyCalled({ run, words }, text)).party
  } catch (error) {
    noteUnread(words, unread, field, error)
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
