import type { TaskResult } from '../../cli/tasks.ts'
import type { Words } from '../../words/words.ts'

export type ShownFeed = TaskResult<'feed.list'>['feeds'][number]

/** Says how far a feed is: until when the receiver has everything, how much it was sent, and why nothing arrives. */
export function howFar({ say, calendar }: Words, feed: ShownFeed): string {
  const { acknowledged_at, records, closed, fault, detail, failing_since, has_more } = feed
  const sent =
    acknowledged_at === null
      ? say('feed.nothing')
      : say(has_more ? 'feed.part' : 'feed.all', { at: calendar.stamp(acknowledged_at), records, closed })
  if (feed.state === 'ended')
    return `${sent} ${say(feed.ended_by_office ? 'feed.endedByOffice' : 'feed.endedAlone')}`
  if (fault === null || failing_since === null) return sent
  return `${sent} ${say('feed.failing', { at: calendar.stamp(failing_since), why: say(`feed.fault.${fault}`, { detail: detail ?? '' }) })}`
}
