import { hostname } from 'node:os'
import type { Config } from '../../config/config.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Told } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import type { Check } from '../doctor/check.ts'
import {
  BACKUPS_CHECK,
  CERTIFICATE_CHECK,
  CLOCK_CHECK,
  MESSAGES_CHECK,
  ROOM_CHECK,
} from '../doctor/checks.ts'
import type { Condition, ConditionsFound, Due } from './due.ts'

/** Makes the conditions and their texts from the doctor's checks, which alone decide whether something is wrong. */

export const CHECK_OF: Readonly<Record<Condition, number>> = {
  backups: BACKUPS_CHECK,
  disk: ROOM_CHECK,
  certificate: CERTIFICATE_CHECK,
  clock: CLOCK_CHECK,
  messages: MESSAGES_CHECK,
}

type Seen = Pick<Check, 'number' | 'standing' | 'remedy'>

const checkOf = (checks: readonly Seen[], condition: Condition): Seen | undefined =>
  checks.find(({ number }) => number === CHECK_OF[condition])

export function foundIn(checks: readonly Seen[]): ConditionsFound {
  const holds = (condition: Condition): boolean | null => {
    const standing = checkOf(checks, condition)?.standing ?? 'unknown'
    return standing === 'unknown' ? null : standing === 'bad' || standing === 'caution'
  }
  return {
    backups: holds('backups'),
    disk: holds('disk'),
    certificate: holds('certificate'),
    clock: holds('clock'),
    // What the office paused itself is no news to it.
    messages: holds('messages') && checkOf(checks, 'messages')?.standing === 'bad',
  }
}

/** What leaves the machine. Neither names, records nor paths are in it. */
export interface Notice {
  readonly condition: Condition | 'test'
  /** Whether the condition holds or is over. */
  readonly state: Due['state'] | 'test'
  /** RFC 3339. */
  readonly since: string
  readonly text: string
}

export function noticeOf(due: Due, checks: readonly Seen[], host: string, words: Words): Notice {
  const { condition, state, sinceMs } = due
  const since = { stamp: sinceMs }
  const text =
    state === 'over'
      ? message('notice.over', { host, what: message(`notice.over.${condition}`), since })
      : message('notice.holds', {
          host,
          what: message(`notice.holds.${condition}`),
          since,
          remedy: fixedText(checkOf(checks, condition)?.remedy ?? null),
          check: String(CHECK_OF[condition]),
        })
  return { condition, state, since: formatInstant(sinceMs), text: words.tell(text) }
}

export const testNotice = (nowMs: number, host: string, words: Words): Notice => ({
  condition: 'test',
  state: 'test',
  since: formatInstant(nowMs),
  text: words.tell(message('notice.test', { host })),
})

/**
 * Returns the doctor's remedy if it is a text of the catalogue alone. Others may hold a path, and with it the name
 * of a person whose folder or disk it is.
 */
const fixedText = (remedy: Told | null): Message =>
  remedy !== null && typeof remedy !== 'string' && remedy.args === undefined
    ? remedy
    : message('notice.lookUp')

/** Returns the name by which people reach the service, else that of the machine. */
export const hostOf = ({ publicUrl }: Config): string =>
  publicUrl === '' ? hostname() : new URL(publicUrl).hostname
