import { must } from '../base/typed.ts'
import { ToldError } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { codesIn } from './lists.ts'

/** What a manager sets of messages to members: in which hours they are sent, and about what. */

export const TOPICS = ['delivery', 'payment', 'consent', 'reader', 'request'] as const
export type Topic = (typeof TOPICS)[number]

/** Returns the topics in a text, all if it names none. @throws {ToldError} if it names another */
export function topicsIn(text: string): readonly Topic[] {
  const codes = codesIn(text)
  if (codes.some((code) => !TOPICS.some((topic) => topic === code)))
    throw new ToldError(message('setting.topics', { all: TOPICS.join(', ') }))
  return codes.length === 0 ? TOPICS : TOPICS.filter((topic) => codes.includes(topic))
}

/** Hours of the day, in minutes since midnight: from the first, up to the second. */
export interface Hours {
  readonly from: number
  readonly to: number
}

/** @param text such as 07:00-19:00 @throws {ToldError} unless the second is later */
export function hoursIn(text: string): Hours {
  const [, from = '', to = ''] = /^\s*([\d:]+)\s*[-–]\s*([\d:]+)\s*$/.exec(text) ?? []
  const hours = { from: minuteIn(from), to: minuteIn(to) }
  if (Number.isNaN(hours.from + hours.to) || hours.from >= hours.to)
    throw new ToldError(message('setting.hours'))
  return hours
}

function minuteIn(text: string): number {
  const parts = /^(\d{1,2}):(\d\d)$/.exec(text)
  if (parts === null) return Number.NaN
  const [hour, minute] = [Number(must(parts[1])), Number(must(parts[2]))]
  const isTime = minute < 60 && (hour < 24 || (hour === 24 && minute === 0))
  return isTime ? hour * 60 + minute : Number.NaN
}
