import type { ListedRequest } from '../../consent/access-request-tasks.ts'

import { Action, Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { DueDay } from '../frame/states.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { aboutWords, askerOf, isKnown, personOf } from './request-words.ts'

/** Pending access requests of lenders: the office must identify the person, or ask them. */

export const MOST = 500

/** Returns the undecided requests, the first to lapse first. */
const waitingRequests = async ({ run }: Pick<StaffVisit, 'run'>): Promise<readonly ListedRequest[]> =>
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
      { title: say('requests.title'), line: say('requests.what') },
      <>
        {waiting.length === 0 && <Empty text={say('requests.none')} />}
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

/** A card with a table of requests; nothing if there are none. */
export function Requests({ visit, title, requests }: RequestsProps) {
  const { calendar, count, say } = visit.words
  if (requests.length === 0) return null

  return (
    <Card title={title} aside={count(requests.length)}>
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
          <DueDay at={request.lapses_at} />,
          <Action href={`/requests/${request.id}`}>{say('requests.open')}</Action>,
        ])}
      />
    </Card>
  )
}
