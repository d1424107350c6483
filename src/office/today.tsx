import { BACKUPS_CHECK, DEVICE_CLOCKS_CHECK } from '../appliance/doctor/checks.ts'
import { must } from '../base/typed.ts'
import type { Run } from '../cli/context.ts'
import { endOfDay, startOfDay } from '../cli/day.ts'
import { allows } from '../domain/staff.ts'
import { codeOf } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'
import { cropWords, kgWords, missingWords, waysWords } from './delivery-words.ts'
import { firstDay } from './first-day.tsx'
import { pageText, Table } from './layout.tsx'
import { useWords } from './reader.tsx'
import { renewalAddress } from './renewal.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** Outstanding work and the totals of the day. */
export async function todayPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { run, timeZone } = visit

  const day = calendar.isoDay(new Date().toISOString())
  const fromMs = must(startOfDay(timeZone, day))
  // `endOfDay` returns the last second of the day.
  const toMs = must(endOfDay(timeZone, day)) + 1000
  const [status, report, forks, steps] = await Promise.all([
    statusOf(run),
    reportOf(run, { fromMs, toMs }),
    forksIn(run),
    firstDay(visit),
  ])
  const due = await outstanding(visit, status, forks)
  return {
    html: pageText(
      visit,
      say('today.title'),
      <>
        {steps}
        <section>
          <h2>{say('today.outstanding')}</h2>
          {due.length === 0 ? (
            <p>{say('today.nothing')}</p>
          ) : (
            <ul>
              {due.map(({ text, to }) => (
                <li>{to === null ? text : <a href={to}>{text}</a>}</li>
              ))}
            </ul>
          )}
          <p>
            <a href="/unconfirmed">{say('unconfirmed.title')}</a>
          </p>
        </section>
        <section>
          <h2>{say('today.deliveries', { day: calendar.day(fromMs) })}</h2>
          {report.rows.length === 0 ? <p>{say('today.none')}</p> : <Totals rows={report.rows} />}
        </section>
        <section>
          <h2>{say('machine.title')}</h2>
          {machineWords(visit.words, status).map((line) => (
            <p>{line}</p>
          ))}
        </section>
      </>,
    ),
  }
}

const statusOf = (run: Run) => run('status', {})
const reportOf = (run: Run, period: { readonly fromMs: number; readonly toMs: number }) =>
  run('report.deliveries', { ...period, by: 'crop' })
type Status = Awaited<ReturnType<typeof statusOf>>
export type Row = Awaited<ReturnType<typeof reportOf>>['rows'][number]

export function Totals({ rows }: { rows: readonly Row[] }) {
  const words = useWords()
  const { count, say } = words
  const counted = rows.filter(({ deliveries }) => deliveries > 0)
  return (
    <>
      {counted.length > 0 && (
        <Table
          columns={[
            'today.crop',
            'today.direction',
            { right: 'today.count' },
            { right: 'today.kg' },
            'today.how',
            'today.missing',
          ]}
          rows={counted.map((row) => [
            cropWords(words, row),
            say(`today.${row.direction}`),
            count(row.deliveries),
            kgWords(words, row),
            waysWords(words, row),
            missingWords(words, row),
          ])}
        />
      )}
      {rows
        .filter(({ claimed }) => claimed > 0)
        .map((row) => (
          <p>{claimedWords(words, row)}</p>
        ))}
    </>
  )
}

/** The quantity that only a member or buyer stated. It is never added to the cooperative's own figures. */
const claimedWords = (words: Words, row: Row): string => {
  const { amount, say } = words
  const { direction, claimed, claimed_kg } = row
  return say('today.claimed', {
    crop: cropWords(words, row),
    direction: say(`today.${direction}`),
    kg: amount(claimed_kg),
    count: claimed,
  })
}

interface Item {
  readonly text: string
  /** The page on which it is done; null if the text says what to do. */
  readonly to: string | null
}

/** Returns outstanding items: the machine's faults as `status` words them, then people, then devices. */
async function outstanding(visit: StaffVisit, status: Status, forks: Forks): Promise<Item[]> {
  const { calendar, say, tell, timeApart, worded } = visit.words
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
    backups,
  } = status
  const { requests } = status.subject_access_open === 0 ? { requests: [] } : await accessIn(run)
  // If the machine's own clock is wrong, do not ask anyone to set a phone by it.
  const isOwnWrong = warnings.some(
    ({ number, standing }) => number === DEVICE_CLOCKS_CHECK && standing === 'bad',
  )
  const ahead = isOwnWrong ? 'today.clockAheadOfThis' : 'today.clockAhead'
  return [
    ...warnings.filter(isWarningShown).map(({ number, finding, remedy }) => ({
      text: `${tell(finding)} ${remedy === null ? '' : tell(remedy)}`.trim(),
      to: number === BACKUPS_CHECK && mayManage ? '/machine/backups' : null,
    })),
    ...(backups.last_failure === null
      ? []
      : [{ text: say('today.backupFailed', { reason: tell(backups.last_failure.reason) }), to: null }]),
    ...requests.map(({ name, party, due_by }) => ({
      text: say('today.access', { name: name ?? party, due: calendar.day(due_by) }),
      to: `/consent/${party}`,
    })),
    ...(access_requests_waiting === 0
      ? []
      : [{ text: say('today.requests', { count: access_requests_waiting }), to: '/requests' }]),
    ...(notifications_owed === 0
      ? []
      : [{ text: say('today.tell', { count: notifications_owed }), to: '/to-tell' }]),
    ...forks.map(({ type, count }) => ({
      text: say('today.forks', { type: worded(codeOf(type)), count }),
      to: `/records?${new URLSearchParams({ type, standing: 'forked' })}`,
    })),
    ...grants_ending.slice(0, MOST_GRANTS).map((grant) => ({
      text: say('today.grantEnds', {
        subject: grant.subject_name ?? grant.subject,
        grantee: grant.grantee_name ?? grant.grantee,
        at: calendar.stamp(grant.expires_at),
      }),
      to: `/consent/${grant.subject}`,
    })),
    ...(grants_ending.length > MOST_GRANTS
      ? [{ text: say('today.moreGrants', { count: grants_ending.length - MOST_GRANTS }), to: null }]
      : []),
    ...grants_due
      .slice(0, MOST_GRANTS)
      .map(({ id, subject, subject_name, grantee, grantee_name, given_at }) => ({
        text: say('today.grantDue', {
          subject: subject_name ?? subject,
          grantee: grantee_name ?? grantee,
          at: calendar.day(given_at),
        }),
        to: mayWrite ? renewalAddress(subject, id) : `/consent/${subject}`,
      })),
    ...(grants_due.length > MOST_GRANTS
      ? [{ text: say('today.moreGrantsDue', { count: grants_due.length - MOST_GRANTS }), to: '/consent' }]
      : []),
    ...devices_silent.map(({ party, party_name, last_came_at }) => ({
      text: say('today.silent', { name: party_name ?? party, at: calendar.day(last_came_at) }),
      to: '/devices',
    })),
    ...devices_off.map(({ name, party, party_name, clock_ahead_seconds }) => ({
      text: say(clock_ahead_seconds < 0 ? 'today.clockBehind' : ahead, {
        device: name,
        name: party_name ?? party,
        time: timeApart(Math.abs(clock_ahead_seconds) * 1000),
      }),
      to: '/devices',
    })),
  ]
}

/**
 * Whether to show a warning. Not the one on devices' clocks, since each device is listed by name, unless this
 * machine's own clock seems wrong.
 */
const isWarningShown = ({ number, standing }: Status['warnings'][number]): boolean =>
  number !== DEVICE_CLOCKS_CHECK || standing === 'bad'

const forksIn = async (run: Run) => (await run('record.forks', {})).forks
type Forks = Awaited<ReturnType<typeof forksIn>>
const accessIn = (run: Run) => run('subject-access.list', { all: false })
const MOST_GRANTS = 10

/** The machine's state, shown even if nothing is wrong. */
function machineWords(
  { amount, calendar, say }: Words,
  { backups, certificate, free_bytes }: Status,
): string[] {
  const { newest } = backups
  return [
    newest === null ? say('machine.noBackup') : say('machine.backup', { at: calendar.stamp(newest.made_at) }),
    ...(certificate?.until == null
      ? []
      : [say('machine.certificate', { at: calendar.day(certificate.until) })]),
    say('machine.free', { gigabytes: amount(Math.round(free_bytes / 1e8) / 10) }),
  ]
}
