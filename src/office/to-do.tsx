import { calendarDay, startOfDay } from '../cli/day.ts'
import { allows } from '../domain/staff.ts'
import { DAY_MS } from '../domain/time.ts'
import { say } from '../text/catalogue/say.ts'
import { Calendar } from '../text/phrases.ts'
import { Box, Form, pageText, Table, worded } from './layout.tsx'
import { confirmationOf, isOurs, withNames } from './record.tsx'
import { RecordList } from './records.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** Lists of what waits for somebody in the office. */

const DAYS = 30

/** What others say was delivered to the cooperative, or by it. */
export async function unconfirmedPage(visit: StaffVisit): Promise<Answer> {
  const { run, timeZone } = visit
  const nowMs = Date.now()
  const today = startOfDay(timeZone, calendarDay(timeZone, 'today', nowMs)) as number
  const period = { fromMs: today - DAYS * DAY_MS, toMs: nowMs + DAY_MS }
  const asked = { type: 'delivery', subject: null, standing: 'tip', ...period } as const
  const { records, more } = await run('record.recent', asked)
  const { party } = await run('party.resolve', { text: 'cooperative' })
  const waiting = []
  for (const record of records)
    if (
      confirmationOf(record) === null &&
      (record.from_party === party || record.to_party === party) &&
      !(await isOurs(visit, record))
    )
      waiting.push(record)
  return {
    html: pageText(
      visit,
      say('unconfirmed.title'),
      <>
        {waiting.length === 0 ? (
          <p>{say('unconfirmed.none')}</p>
        ) : (
          <RecordList visit={visit} records={await withNames(visit, waiting)} />
        )}
        {more && <p>{say('records.more')}</p>}
      </>,
    ),
  }
}

const SHOWN = 50

/** Readers of what was corrected or taken back since. */
export async function toTellPage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { notifications } = await visit.run('notifications.list', { after: 0, all: false })
  const calendar = new Calendar(visit.timeZone)
  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      say('tell.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {notifications.length === 0 ? (
          <p>{say('tell.none')}</p>
        ) : (
          <Table
            columns={[
              { title: say('tell.who') },
              { title: say('tell.what') },
              { title: say('tell.change') },
              { title: '' },
            ]}
            rows={notifications
              .slice(0, SHOWN)
              .map(({ number, name, recipient, phone, record_id, record_type, occurred_at, change }) => [
                [name ?? recipient, phone].filter(Boolean).join(', '),
                <a href={`/records/${record_id}`}>
                  {worded(record_type)}, {calendar.day(occurred_at)}
                </a>,
                say(`tell.${change}`),
                mayWrite && (
                  <Form action="/to-tell" session={visit.session}>
                    <input type="hidden" name="number" value={number} />
                    <button type="submit" class="quiet">
                      {say('tell.told')}
                    </button>
                  </Form>
                ),
              ])}
          />
        )}
        {notifications.length > SHOWN && <p>{say('tell.more')}</p>}
      </>,
    ),
  }
}

export async function told(visit: StaffVisit): Promise<Answer> {
  const number = Number(visit.form.number)
  if (!Number.isSafeInteger(number)) return toTellPage(visit, say('notFound.text'))
  await visit.run('notifications.told', { number })
  return { to: '/to-tell' }
}
