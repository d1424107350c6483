import { same, type World } from './world.ts'

/** No such thing, and not a word more. */
export function isBare(answer: Answered): void {
  const { status, title, correlation_id, ...more } = answer.json()
  same([answer.statusCode, status, title, more], [404, 404, 'Not Found', {}], () => answer.body)
  same(correlation_id, answer.headers['x-correlation-id'], () => answer.body)
}

export type Answered = Awaited<ReturnType<World['http']>>

/** All of an answer but what differs from request to request. */
export function wordsOf({ statusCode, headers, body }: Answered): string {
  const correlation = String(headers['x-correlation-id'])
  const { date: _, ...kept } = headers
  return JSON.stringify([statusCode, kept, body]).replaceAll(correlation, 'CORRELATION')
}
