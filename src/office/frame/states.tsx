import { fetchedWords } from '../../consent/consent-words.ts'
import type { Fetched } from '../../consent/fetched.ts'
import type { GRANT_STATUSES } from '../../domain/consent.ts'
import { DAY_MS } from '../../domain/time.ts'
import { codeOf } from '../../text/kinds.ts'
import { Badge, type Standing } from './parts.tsx'
import { useWords } from './reader.tsx'

/** How consents, requests and answers stand, as badges. */

type GrantStatus = (typeof GRANT_STATUSES)[number]

const OF_GRANT: Readonly<Record<GrantStatus, Standing>> = {
  to_come: 'info',
  live: 'good',
  ends_soon: 'warn',
  expired: 'info',
  revoked: 'info',
}

interface GrantStateProps {
  readonly status: GrantStatus
  /** When it was taken back. */
  readonly revokedAt?: string | null
  /** Whether the reader's program knows that it ended; left out for a mandate. */
  readonly ended?: Fetched | null
}

export const GrantState = ({ status, revokedAt = null, ended = null }: GrantStateProps) => {
  const words = useWords()
  const { calendar, say, worded } = words
  return (
    <span class="marks">
      <Badge kind={OF_GRANT[status]}>{worded(codeOf(status))}</Badge>
      {revokedAt !== null && <span>{say('consent.takenBack', { at: calendar.stamp(revokedAt) })}</span>}
      {ended !== null && <span class="label">{fetchedWords(words, ended)}</span>}
    </span>
  )
}

/** From so few days on, what waits is marked as urgent. */
const FEW_DAYS = 7

/** How long there is until something is due. */
export const DaysLeft = ({ until }: { until: string }) => {
  const { calendar, say } = useWords()
  const days = Math.ceil((Date.parse(until) - calendar.nowMs) / DAY_MS)
  if (days <= 0) return <Badge kind="bad">{say('days.over')}</Badge>
  return <Badge kind={days <= FEW_DAYS ? 'warn' : 'info'}>{say('days.left', { count: days })}</Badge>
}

/** A day, and how long there is until then. */
export const DueDay = ({ at, shown }: { at: string; shown?: string }) => {
  const { calendar } = useWords()
  return (
    <span class="marks">
      <span class="word">{shown ?? calendar.day(at)}</span>
      <DaysLeft until={at} />
    </span>
  )
}
