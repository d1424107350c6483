import {
  BACKUPS_CHECK,
  CLOCK_CHECK,
  DEVICE_CLOCKS_CHECK,
  MESSAGES_CHECK,
} from '../../appliance/doctor/checks.ts'
import { given } from '../../base/typed.ts'
import type { Run } from '../../cli/context.ts'
import { allows } from '../../domain/staff.ts'
import { lastInstant } from '../../domain/time.ts'
import { codeOf, type Shown } from '../../text/kinds.ts'
import { withItsNumber } from '../../text/wrap.ts'
import type { Message } from '../../words/message.ts'
import { fullName, nounName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'
import { renewalAddress } from '../consent/renewal.tsx'
import { Action, Badge, Empty, type Standing } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { moneyItems } from './money-to-do.ts'
import { isOurs, withNames } from './record.tsx'

/** What waits for the staff: what it is, since when, and what to do. */

export const statusOf = (run: Run) => run('status', {})
export type OutstandingStatus = Awaited<ReturnType<typeof statusOf>>

interface Item {
  readonly text: string
  /** Why, where there is no room for it. */
  readonly why?: string
  /** The page on which it is done; null if the text says what to do. */
  readonly to: string | null
  /** Since when it waits; null if that is not known. */
  readonly since: string | null
  readonly kind: Standing
  /** What to do, or how long there is for it. */
  readonly todo: string
  /** The page of a button in the place of `todo`, which is then its label. */
  readonly button?: string
}

export function Outstanding({ items }: { items: readonly Item[] }) {
  const { calendar, say, timeApart } = useWords()
  const { nowMs } = calendar
  return (
    <>
      {items.length === 0 ? (
        <Empty text={say('today.nothing')} />
      ) : (
        <div class="todo">
          <Table
            columns={['today.what', { title: say('today.since'), right: true }, '']}
            rows={items.map(({ text, why, to, since, kind, todo, button }) => [
              <span title={why}>{to === null ? text : <a href={to}>{text}</a>}</span>,
              since === null ? '' : timeApart(Math.max(MINUTE_MS, nowMs - Date.parse(since))),
              button === undefined ? (
                <Badge kind={kind}>{todo}</Badge>
              ) : (
                <Action href={button}>{todo}</Action>
              ),
            ])}
          />
        </div>
      )}
      <p>
        <a href="/unconfirmed">{say('unconfirmed.title')}</a>
      </p>
    </>
  )
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The last days before something is due. */
const SOON_DAYS = 7

/** The whole days that are left until an instant, as a badge. */
function left({ calendar, say }: Words, untilIso: string): Pick<Item, 'kind' | 'todo'> {
  const days = Math.floor((Date.parse(untilIso) - calendar.nowMs) / DAY_MS)
  if (days < 0) return { kind: 'bad', todo: say('today.overdue') }
  return { kind: days < SOON_DAYS ? 'bad' : 'warn', todo: say('today.daysLeft', { count: days }) }
}

/** Returns outstanding items: the machine's faults as `status` words them, then people, then devices. */
export async function outstanding(
  visit: StaffVisit,
  status: OutstandingStatus,
  forks: Forks,
): Promise<Item[]> {
  const { words } = visit
  const { calendar, say, tell, timeApart, worded } = words
  const { run } = visit
  const mayWrite = allows(visit.session.person.role, 'write')
  const mayManage = allows(visit.session.person.role, 'manage')
  const {
    warnings,
    access_requests_waiting,
    notifications_owed,
    grants_ending,
    grants_due,
    devices_silent,
    devices_off,
    readers_behind,
    feeds_silent,
    feeds_ended,
    backups,
  } = status
  const [access, asked, toTell, wrongDays, money] = await Promise.all([
    status.subject_access_open === 0 ? [] : accessIn(run),
    access_requests_waiting === 0 ? [] : firstAsked(run),
    notifications_owed === 0 ? [] : firstToTell(run),
    wrongDayItems(visit),
    moneyItems(visit),
  ])
  // If the machine's own clock is wrong, do not ask anyone to set a phone by it.
  const isOwnWrong = warnings.some(
    ({ number, standing }) => number === DEVICE_CLOCKS_CHECK && standing === 'bad',
  )
  const pageFor = (number: number) => (mayManage ? MENDED_AT[number] : undefined)
  const tellServer = ({ key }: Message) =>
    say('today.warning.manager', { check: key.slice('check.is.'.length) })
  const toMend = say(mayManage ? 'today.do.mend' : 'today.tellManager')
  const feedsToSee = [
    ...feeds_silent.map((feed) => ({ ...feed, key: 'today.feedSilent', since: feed.silent_since }) as const),
    ...feeds_ended.map((feed) => ({ ...feed, key: 'today.feedEnded', since: feed.ended_at }) as const),
  ]
  const ahead = isOwnWrong ? 'today.clockAheadOfThis' : 'today.clockAhead'
  return [
    ...warnings.filter(isWarningShown).map(({ number, name, finding, remedy, standing }) => ({
      text: mayManage
        ? `${tell(finding)} ${remedy === null || pageFor(number) !== undefined ? '' : tell(remedy)}`.trim()
        : FOR_EVERYBODY.includes(number)
          ? tell(finding)
          : tellServer(name),
      to: pageFor(number) ?? null,
      ...given({ button: pageFor(number) }),
      since: null,
      ...doing(toMend, standing === 'bad' ? 'bad' : 'warn'),
    })),
    ...(backups.last_failure === null
      ? []
      : [
          {
            text: mayManage
              ? say('today.backupFailed', { reason: tell(backups.last_failure.reason) })
              : say('today.backupFailed.manager'),
            to: mayManage ? '/machine/backups' : null,
            since: backups.last_failure.at,
            ...doing(toMend, 'bad'),
          },
        ]),
    ...access.map(({ name, party, requested_at, due_by }) => ({
      text: say('today.access', { name: nounName(name, words) ?? party, due: calendar.day(due_by) }),
      to: `/consent/${party}`,
      since: requested_at,
      ...left(words, due_by),
    })),
    ...asked.map(({ received_at, lapses_at }) => ({
      text: say('today.requests', { count: access_requests_waiting }),
      to: '/requests',
      since: received_at,
      ...left(words, lapses_at),
    })),
    ...toTell.map(({ raised_at }) => ({
      text: say('today.tell', { count: notifications_owed }),
      to: '/to-tell',
      since: raised_at,
      ...doing(say('today.do.tell'), 'info'),
    })),
    ...forks.map(({ type, count }) => ({
      text: say('today.forks', { type: worded(codeOf(type)), count }),
      to: `/records?${new URLSearchParams({ type, standing: 'forked' })}`,
      since: null,
      ...doing(say('today.do.choose'), 'bad'),
    })),
    ...grants_ending.slice(0, MOST_GRANTS).map((grant) => ({
      text: say('today.grantEnds', {
        subject: fullName(grant.subject_name, words) ?? grant.subject,
        grantee: fullName(grant.grantee_name, words) ?? grant.grantee,
        // A grant that ends at midnight ends with the day before.
        at: calendar.day(lastInstant(grant.expires_at)),
      }),
      to: `/consent/${grant.subject}`,
      since: null,
      ...left(words, grant.expires_at),
    })),
    ...unlisted(grants_ending.length - MOST_GRANTS, (count) => ({
      text: say('today.moreGrants', { count }),
      to: null,
      since: null,
      ...doing(say('today.do.ask'), 'warn'),
    })),
    ...grants_due
      .slice(0, MOST_GRANTS)
      .map(({ id, subject, subject_name, grantee, grantee_name, given_at }) => ({
        text: say('today.grantDue', {
          subject: fullName(subject_name, words) ?? subject,
          grantee: fullName(grantee_name, words) ?? grantee,
          at: calendar.day(given_at),
        }),
        to: mayWrite ? renewalAddress(subject, id) : `/consent/${subject}`,
        since: given_at,
        ...doing(say('today.do.ask'), 'warn'),
      })),
    ...unlisted(grants_due.length - MOST_GRANTS, (count) => ({
      text: say('today.moreGrantsDue', { count }),
      to: '/consent',
      since: null,
      ...doing(say('today.do.ask'), 'warn'),
    })),
    ...wrongDays,
    ...money,
    ...devices_silent.slice(0, MOST_DEVICES).map(({ party, party_name, last_came_at }) => ({
      text: say('today.silent', {
        name: nounName(party_name, words) ?? party,
        at: calendar.day(last_came_at),
      }),
      to: '/devices',
      since: last_came_at,
      ...doing(say('today.do.look'), 'info'),
    })),
    ...unlisted(devices_silent.length - MOST_DEVICES, (count) => ({
      text: say('today.moreSilent', { count }),
      to: '/devices',
      since: null,
      ...doing(say('today.do.look'), 'info'),
    })),
    ...readers_behind.slice(0, MOST_READERS).map(({ party, party_name, last_fetched_at, ended }) => ({
      text: say('today.behind', {
        reader: nounName(party_name, words) ?? party,
        at: calendar.day(last_fetched_at),
        count: ended,
      }),
      to: `/readers/${party}`,
      since: last_fetched_at,
      ...doing(say('today.do.tell'), 'warn'),
    })),
    ...unlisted(readers_behind.length - MOST_READERS, (count) => ({
      text: say('today.moreBehind', { count }),
      to: '/readers',
      since: null,
      ...doing(say('today.do.tell'), 'warn'),
    })),
    ...feedsToSee.slice(0, MOST_READERS).map(({ key, party, party_name, since }) => ({
      text: say(key, { reader: nounName(party_name, words) ?? party, at: calendar.day(since) }),
      to: `/readers/${party}`,
      since,
      ...doing(say('today.do.look'), 'bad'),
    })),
    ...unlisted(feedsToSee.length - MOST_READERS, (count) => ({
      text: say('today.moreFeedSilent', { count }),
      to: '/readers',
      since: null,
      ...doing(say('today.do.look'), 'bad'),
    })),
    ...devices_off.map(({ name, party, party_name, clock_ahead_seconds }) => ({
      text: say(clock_ahead_seconds < 0 ? 'today.clockBehind' : ahead, {
        device: withItsNumber(name),
        name: nounName(party_name, words) ?? party,
        time: timeApart(Math.abs(clock_ahead_seconds) * 1000),
      }),
      to: '/devices',
      since: null,
      ...doing(say('today.do.look'), 'warn'),
    })),
  ]
}

/** Records whose day cannot be right, each with a button that leads to its correction. */
async function wrongDayItems(visit: StaffVisit): Promise<Item[]> {
  const { calendar, say, worded } = visit.words
  const { records, more } = await visit.run('record.wrong-days', {})
  const names = await withNames(
    visit,
    records.map(({ record }) => record),
  )
  const mayWrite = allows(visit.session.person.role, 'write')
  return [
    ...records.map(({ why, record }, i): Item => {
      const { id, type, received_at, recorded_at } = record
      return {
        text: say('today.wrongDay', {
          type: worded(codeOf(type)),
          name: names[i]?.name ?? '',
          day: calendar.asRecorded(record),
        }),
        why: say('today.wrongDayWhy', {
          why,
          shown: calendar.day(Date.parse(String(why === 'after_receipt' ? received_at : recorded_at))),
        }),
        to: `/records/${id}`,
        since: received_at,
        ...(mayWrite && isOurs(visit, record)
          ? { kind: 'bad', todo: say('record.correct'), button: `/records/${id}/correction?back=today` }
          : { kind: 'bad', todo: say('today.look'), button: `/records/${id}` }),
      }
    }),
    ...unlisted(more ?? 0, (count) => ({
      text: say('today.moreWrongDays', { count }),
      to: null,
      since: null,
      ...doing(say('today.do.look'), 'bad'),
    })),
    ...(more === null
      ? [
          {
            text: say('today.wrongDaysUnknown'),
            to: null,
            since: null,
            ...doing(say('machine.counting'), 'info'),
          },
        ]
      : []),
  ]
}

const doing = (todo: Shown, kind: Standing): Pick<Item, 'kind' | 'todo'> => ({ kind, todo })

/**
 * Whether to show a warning. Not the one on devices' clocks, since each device is listed by name, unless this
 * machine's own clock seems wrong.
 */
const isWarningShown = ({ number, standing }: OutstandingStatus['warnings'][number]): boolean =>
  number !== DEVICE_CLOCKS_CHECK || standing === 'bad'

/** The pages where managers mend what a check finds: their forms are the remedy, in place of the command. */
const MENDED_AT: Readonly<Record<number, string>> = {
  [BACKUPS_CHECK]: '/machine/backups',
  [MESSAGES_CHECK]: '/machine/messages',
}
/** The checks whose findings are for people at the counter; others, and all remedies, name settings and commands. */
const FOR_EVERYBODY: readonly number[] = [CLOCK_CHECK, DEVICE_CLOCKS_CHECK]

type Forks = readonly { readonly type: string; readonly count: number }[]
const accessIn = async (run: Run) => (await run('subject-access.list', { all: false })).requests
/** The request that lapses first was made first. */
const firstAsked = async (run: Run) => (await run('access-request.list', { after: null, count: 1 })).requests
const firstToTell = async (run: Run) =>
  (await run('notifications.list', { after: 0, all: false, most: 1 })).notifications
/** One line for those that have no line of their own. */
const unlisted = (count: number, line: (count: number) => Item): Item[] => (count > 0 ? [line(count)] : [])
const MOST_GRANTS = 10
const MOST_DEVICES = 10
const MOST_READERS = 10
