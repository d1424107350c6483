import type { ListedRequest } from '../consent/access-request-tasks.ts'

import { pageText, Table } from './layout.tsx'
import { aboutWords, askerOf, isKnown, personOf } from './request-words.ts'
import type { Answer, StaffVisit } from './visit.ts'

/** Pending access requests of lenders: the office must identify the person, or ask them. */

const MOST = 500

/** Returns the undecided requests, the first to lapse first. */
export const waitingRequests = async ({ run }: Pick<StaffVisit, 'run'>): Promise<readonly ListedRequest[]> =>
  (await run('access-request.list', { after: null, count: MOST })).requests

export async function requestsPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const waiting = await waitingRequests(visit)
  const setAside = waiting.filter((one) => one.is_nobody && !isKnown(one))
  const toAsk = waiting.filter(isKnown)
  const toMatch = waiting.filter((one) => !one.is_nobody && !isKnown(one))
  return {
    html: pageText(
      visit,
      say('requests.title'),
      <>
        {waiting.length === 0 && <p>{say('requests.none')}</p>}
        <Requests visit={visit} title={say('requests.toMatch')} requests={toMatch} />
        <Requests visit={visit} title={say('requests.toAsk')} requests={toAsk} />
        <Requests visit={visit} title={say('requests.setAside')} requests={setAside} />
      </>,
    ),
  }
}

interface RequestsProps {
  readonly visit: StaffVisit
  readonly title: string
  readonly requests: readonly ListedRequest[]
}

/** A table of requests; nothing if there are none. */
export function Requests({ visit, title, requests }: RequestsProps) {
  const { calendar, say } = visit.words
  if (requests.length === 0) return null

  return (
    <>
      <h2>{title}</h2>
      <Table
        columns={[
          'requests.asker',
          'requests.about',
          'requests.for',
          'requests.asked',
          'requests.lapses',
          '',
        ]}
        rows={requests.map((request) => [
          askerOf(visit.words, request),
          personOf(visit.words, request) ?? aboutWords(visit.words, request.about),
          visit.words.purpose({ id: request.purpose, name: request.purpose_name }),
          calendar.day(request.received_at),
          calendar.day(request.lapses_at),
          <a href={`/requests/${request.id}`}>{say('requests.open')}</a>,
        ])}
      />
    </>
  )
}
