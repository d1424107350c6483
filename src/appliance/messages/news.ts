import { given, must } from '../../base/typed.ts'
import { type Outcome, stateAfterNews } from '../../domain/messages/sending.ts'
import type { Store } from '../../store/store.ts'
import { withoutNumbers } from './gateway.ts'

/**
 * Notes what a gateway said of a message, unless that says nothing new. Call inside a job.
 * @returns whether it was noted
 */
export function noteNews(
  { messages, writer }: Pick<Store, 'messages' | 'writer'>,
  n: number,
  news: Outcome,
  reference: string,
): boolean {
  const state = stateAfterNews(must(messages.one(n)).state, news)
  if (state === null) return false
  const { code, words } = news as { code?: string; words?: string }
  const kept = (said: string | undefined) =>
    said === undefined ? undefined : withoutNumbers(said, { text: reference })
  messages.note(n, writer.nowMs, { state, ...given({ code: kept(code), words: kept(words) }) })
  return true
}
