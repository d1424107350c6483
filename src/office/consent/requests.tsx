import type { ListedRequest } from '../../consent/access-request-tasks.ts'
import { allows } from '../../domain/staff.ts'
import { type CalledParty, nounName } from '../../words/party-name.ts'

import { Action, Badge, Card, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { DueDay } from '../frame/states.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { aboutWords, askerOf, isKnown, personOf } from './request-words.ts'

/**
 * Requests that wait: of lenders to read, where the office must identify the person or ask them, and of people who ask what is
 * held about them.
 */

export const MOST = 500

/** Returns the undecided requests, the first to lapse first. */
const waitingRequests = async ({ run }: Pick<StaffVisit, 'run'>): Promise<readonly ListedRequest[]> =>
  (await run('access-request.list', { after: null, count: MOST })).requests

export async function requestsPage(visit: StaffVisit): Promise<Answer> {
  const { count, say } = visit.words
  const [waiting, { requests: own }] = await Promise.all([
    waitingRequests(visit),
    visit.run('subject-access.list', { all: false }),
  ])
  const setAside = waiting.filter((one) => one.is_nobody && !isKnown(one))
  const toAsk = waiting.filter(isKnown)
  const toMatch = waiting.filter((one) => !one.is_nobody && !isKnown(one))
  return {
    html: pageText(
      visit,
      { title: say('requests.title'), line: say('requests.what') },
      <>
        {waiting.length === 0 && own.length === 0 && <Empty text={say('requests.none')} />}
        <Requests visit={visit} title={say('requests.toMatch')} requests={toMatch} />
        <Requests visit={visit} title={say('requests.toAsk')} requests={toAsk} />
        <Requests visit={visit} title={say('requests.setAside')} requests={setAside} />
        {own.length > 0 && (
          <Card title={say('consent.asked')} aside={count(own.length)}>
            <OwnRequests visit={visit} requests={own} />
          </Card>
        )}
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

interface OwnRequest {
  readonly id: string
  readonly party: string
  readonly name: CalledParty
  readonly requested_at: string
  readonly due_by: string
}

/** The open requests of people who ask what is held about them. */
export function OwnRequests({ visit, requests }: { visit: StaffVisit; requests: readonly OwnRequest[] }) {
  const { calendar, say } = visit.words
  const mayAnswer = allows(visit.session.person.role, 'manage')
  return (
    <Table
      columns={['consent.subject', 'consent.askedAt', 'consent.dueBy', '']}
      rows={requests.map(({ id, party, name, requested_at, due_by }) => [
        <a href={`/consent/${party}`}>{nounName(name, visit.words) ?? party}</a>,
        calendar.stamp(requested_at),
        Date.parse(due_by) < calendar.nowMs ? (
          <Badge kind="bad">{say('consent.overdue', { at: calendar.day(due_by) })}</Badge>
        ) : (
          <DueDay at={due_by} />
        ),
        mayAnswer ? (
          <Action href={`/access/${id}`}>{say('consent.answer')}</Action>
        ) : (
          say('consent.managerAnswers')
        ),
      ])}
    />
  )
}
