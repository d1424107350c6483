import type { Run } from '../cli/context.ts'
import { endOfDay, startOfDay } from '../cli/day.ts'
import { amount, Calendar, several } from '../text/phrases.ts'
import { pageText, Table } from './layout.tsx'
import { say } from './texts.ts'
import type { Answer, StaffVisit } from './visit.ts'

/** What is to be done, and the totals of the day. */
export async function todayPage(visit: StaffVisit): Promise<Answer> {
  const { run, timeZone } = visit
  const calendar = new Calendar(timeZone)
  const day = calendar.isoDay(new Date().toISOString())
  const fromMs = startOfDay(timeZone, day) as number
  const status = await statusOf(run)
  // A day's end is given to the second.
  const toMs = (endOfDay(timeZone, day) as number) + 1000
  const report = await reportOf(run, { fromMs, toMs })
  const due = outstanding(status, calendar)
  return {
    html: pageText(
      visit,
      say('today.title'),
      <>
        <section>
          <h2>{say('today.outstanding')}</h2>
          {due.length === 0 ? (
            <p>{say('today.nothing')}</p>
          ) : (
            <ul>
              {due.map((line) => (
                <li>{line}</li>
              ))}
            </ul>
          )}
        </section>
        <section>
          <h2>{say('today.deliveries', { day: calendar.day(fromMs) })}</h2>
          {report.rows.length === 0 ? <p>{say('today.none')}</p> : <Totals rows={report.rows} />}
        </section>
      </>,
    ),
  }
}

const statusOf = (run: Run) => run('status', {})
const reportOf = (run: Run, period: { readonly fromMs: number; readonly toMs: number }) =>
  run('report.deliveries', { ...period, by: 'crop' })
type Status = Awaited<ReturnType<typeof statusOf>>
type Row = Awaited<ReturnType<typeof reportOf>>['rows'][number]

function Totals({ rows }: { rows: readonly Row[] }) {
  return (
    <Table
      columns={[
        { title: say('today.crop') },
        { title: say('today.direction') },
        { title: say('today.count'), right: true },
        { title: say('today.kg'), right: true },
        { title: say('today.how') },
        { title: say('today.missing') },
      ]}
      rows={rows.map((row) => [
        row.crop_name,
        say(`today.${row.direction}`),
        row.deliveries,
        amount(row.kg),
        Object.entries(row.ways)
          .map(([way, kg]) => `${amount(kg)} ${way}`)
          .join('; '),
        missingWords(row),
      ])}
    />
  )
}

function missingWords({ without_kg, forked }: Row): string {
  const words = [
    ...(without_kg === 0 ? [] : [say('today.withoutKg', { count: without_kg })]),
    ...(forked === 0 ? [] : [say('today.forked', { count: forked })]),
  ]
  return words.length === 0 ? say('today.complete') : words.join('; ')
}

/** The operator's own words: what is wrong and what to do. */
function outstanding(status: Status, calendar: Calendar): string[] {
  const { warnings, subject_access_open, notifications_owed, grants_ending, backups } = status
  return [
    ...warnings.map(({ finding, remedy }) => `${finding} ${remedy}`.trim()),
    ...(backups.last_failure === null ? [] : [`The last backup failed: ${backups.last_failure.reason}`]),
    ...(subject_access_open === 0
      ? []
      : [`${several(subject_access_open, 'person has', 'people have')} asked what is held about them.`]),
    ...(notifications_owed === 0
      ? []
      : [`${several(notifications_owed, 'reader is', 'readers are')} to be told of a correction.`]),
    ...grants_ending
      .slice(0, MOST_GRANTS)
      .map(
        (grant) =>
          `The consent of ${grant.subject_name ?? grant.subject} to ${grant.grantee_name ?? grant.grantee} ends at ${calendar.stamp(grant.expires_at)}.`,
      ),
    ...(grants_ending.length > MOST_GRANTS
      ? [
          `${several(grants_ending.length - MOST_GRANTS, 'more consent ends', 'more consents end')} within 30 days.`,
        ]
      : []),
  ]
}

const MOST_GRANTS = 10
