import { fetchedWords } from '../../consent/consent-words.ts'
import { allows } from '../../domain/staff.ts'
import { nounName } from '../../words/party-name.ts'
import { Form } from '../frame/form.tsx'
import { Badge, Box, Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { confirmationOf } from './confirmation-parts.tsx'
import { withNames } from './record.tsx'
import { RecordList } from './records.tsx'

/** Lists of work that waits for the office's staff. */

/**
 * Unconfirmed deliveries to or by the cooperative, recorded by others: first those that the other party of
 * the delivery recorded, then, among the newest records, those by people who are not a party of the delivery.
 */
export async function unconfirmedPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { run } = visit
  const { records, more } = await run('report.unconfirmed', {})
  const newest = await run('record.recent', { type: 'delivery', subject: null, standing: 'tip' })
  const claimed = newest.records.filter(
    (record) => confirmationOf(record) === null && record.derived.flags.includes('asserted_by_outsider'),
  )
  return {
    html: pageText(
      visit,
      { title: say('unconfirmed.title'), line: say('unconfirmed.line') },
      <>
        <section class="card">
          {records.length === 0 ? (
            <Empty text={say('unconfirmed.none')} />
          ) : (
            <RecordList visit={visit} records={await withNames(visit, records)} />
          )}
          {more && <p>{say('unconfirmed.more')}</p>}
        </section>
        {claimed.length > 0 && (
          <Card title={say('unconfirmed.claimed')}>
            <p class="help">{say('unconfirmed.claimedHelp')}</p>
            <RecordList visit={visit} records={await withNames(visit, claimed)} />
          </Card>
        )}
      </>,
    ),
  }
}

const SHOWN = 50

/** Readers who must be informed that a record was corrected or retracted after they read it. */
export async function toTellPage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { calendar, say, timeApart, worded } = visit.words
  const { notifications } = await visit.run('notifications.list', { after: 0, all: false, most: SHOWN + 1 })

  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      { title: say('tell.title'), line: say('tell.line') },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {notifications.length === 0 ? (
          <Empty text={say('tell.none')} />
        ) : (
          <section class="card">
            <Table
              columns={[
                'tell.who',
                'tell.what',
                'tell.change',
                { title: say('today.since'), right: true },
                '',
              ]}
              rows={notifications.slice(0, SHOWN).map((one) => {
                const { number, name, recipient, phone, record_id, record_type, change, raised_at, fetched } =
                  one
                return [
                  [nounName(name, visit.words) ?? recipient, phone].filter(Boolean).join(', '),
                  <a href={`/records/${record_id}`}>
                    {worded(record_type)}, {calendar.asRecorded(one)}
                  </a>,
                  <span class="marks">
                    <Badge kind={change === 'retracted' ? 'bad' : 'warn'}>{say(`tell.${change}`)}</Badge>
                    <span class="label">{fetchedWords(visit.words, fetched)}</span>
                  </span>,
                  timeApart(Math.max(0, calendar.nowMs - Date.parse(raised_at))),
                  mayWrite && (
                    <Form action="/to-tell" session={visit.session}>
                      <input type="hidden" name="number" value={number} />
                      <button type="submit" class="quiet">
                        {say('tell.told')}
                      </button>
                    </Form>
                  ),
                ]
              })}
            />
          </section>
        )}
        {notifications.length > SHOWN && <p>{say('tell.more')}</p>}
      </>,
    ),
  }
}

export async function told(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const number = Number(visit.form.number)
  if (!Number.isSafeInteger(number)) return toTellPage(visit, say('notFound.text'))
  await visit.run('notifications.told', { number })
  return { to: '/to-tell' }
}
