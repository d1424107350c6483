import { allows } from '../domain/staff.ts'

import { Box, Form, pageText, Table } from './layout.tsx'
import { confirmationOf, withNames } from './record.tsx'
import { RecordList } from './records.tsx'
import type { Answer, StaffVisit } from './visit.ts'

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
      say('unconfirmed.title'),
      <>
        {records.length === 0 ? (
          <p>{say('unconfirmed.none')}</p>
        ) : (
          <RecordList visit={visit} records={await withNames(visit, records)} />
        )}
        {more && <p>{say('unconfirmed.more')}</p>}
        {claimed.length > 0 && (
          <>
            <h2>{say('unconfirmed.claimed')}</h2>
            <p class="help">{say('unconfirmed.claimedHelp')}</p>
            <RecordList visit={visit} records={await withNames(visit, claimed)} />
          </>
        )}
      </>,
    ),
  }
}

const SHOWN = 50

/** Readers who must be informed that a record was corrected or retracted after they read it. */
export async function toTellPage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { calendar, say, worded } = visit.words
  const { notifications } = await visit.run('notifications.list', { after: 0, all: false })

  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      say('tell.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <Table
          none={say('tell.none')}
          columns={['tell.who', 'tell.what', 'tell.change', '']}
          rows={notifications.slice(0, SHOWN).map((one) => {
            const { number, name, recipient, phone, record_id, record_type, change } = one
            return [
              [name ?? recipient, phone].filter(Boolean).join(', '),
              <a href={`/records/${record_id}`}>
                {worded(record_type)}, {calendar.asRecorded(one)}
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
            ]
          })}
        />
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
