import { uuidv7 } from 'uuidv7'
import { tellObjection } from '../consent/objection-shapes.ts'
import { allows } from '../domain/staff.ts'

import { fullNames } from '../identity/party-names.ts'
import { codeOf } from '../text/kinds.ts'

import { EndingButton } from './ending-button.tsx'
import { idOf } from './entry-form.tsx'
import { faultWords, formStatus } from './fault-words.ts'
import { memberIn } from './filters.ts'
import { termWords } from './grant-terms.tsx'
import { Box, Field, Form, pageText, Submit, Table } from './layout.tsx'
import { memberCalled, memberFound, noSuchMember } from './member.tsx'
import { Unreviewed } from './reader.tsx'
import { renewalAddress } from './renewal.tsx'
import { Requests as LenderRequests, waitingRequests } from './requests.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** Consents, mandates, objections and subject access requests of people. */

export async function consentPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { run, query } = visit
  const faults: Record<string, string> = {}
  const party = await memberIn(visit, faults)
  if (party !== null) return { to: `/consent/${party}` }
  const { requests } = await run('subject-access.list', { all: false })
  const { grants_ending, grants_due } = await run('status', {})
  const mayWrite = allows(visit.session.person.role, 'write')

  return {
    status: formStatus(faults),
    html: pageText(
      visit,
      say('consent.title'),
      <>
        <form method="get" action="/consent" class="narrow">
          <Field
            name="member"
            label={say('members.search')}
            filled={{ values: query, faults }}
            autofocus
            isMember
          />
          <Submit>{say('members.do')}</Submit>
        </form>
        <h2>{say('consent.asked')}</h2>
        {requests.length === 0 ? (
          <p>{say('consent.nobodyAsked')}</p>
        ) : (
          <Requests visit={visit} requests={requests} />
        )}
        <h2>{say('consent.ending')}</h2>
        <Table
          none={say('consent.noneEnds')}
          columns={['consent.subject', 'member.reader', 'member.until']}
          rows={grants_ending.map(({ subject, subject_name, grantee, grantee_name, expires_at }) => [
            <a href={`/consent/${subject}`}>{subject_name ?? subject}</a>,
            grantee_name ?? grantee,
            calendar.stamp(expires_at),
          ])}
        />
        <h2>{say('consent.due')}</h2>
        {grants_due.length === 0 ? (
          <p>{say('consent.noneEnds')}</p>
        ) : (
          <>
            <p class="help">{say('consent.dueWhat')}</p>
            <Table
              columns={['consent.subject', 'member.reader', 'consent.givenAt', 'member.until', '']}
              rows={grants_due.map(
                ({ id, subject, subject_name, grantee, grantee_name, given_at, expires_at }) => [
                  <a href={`/consent/${subject}`}>{subject_name ?? subject}</a>,
                  grantee_name ?? grantee,
                  calendar.day(given_at),
                  calendar.stamp(expires_at),
                  mayWrite && <a href={renewalAddress(subject, id)}>{say('consent.renew')}</a>,
                ],
              )}
            />
          </>
        )}
      </>,
    ),
  }
}

interface Request {
  readonly id: string
  readonly party: string
  readonly name: string | null
  readonly requested_at: string
  readonly due_by: string
}

function Requests({ visit, requests }: { visit: StaffVisit; requests: readonly Request[] }) {
  const { calendar, say } = visit.words
  const mayAnswer = allows(visit.session.person.role, 'manage')
  return (
    <Table
      columns={['consent.subject', 'consent.askedAt', 'consent.dueBy', '']}
      rows={requests.map(({ id, party, name, requested_at, due_by }) => [
        <a href={`/consent/${party}`}>{name ?? party}</a>,
        calendar.stamp(requested_at),
        Date.parse(due_by) < Date.now()
          ? say('consent.overdue', { at: calendar.day(due_by) })
          : calendar.day(due_by),
        mayAnswer ? <a href={`/access/${id}`}>{say('consent.answer')}</a> : say('consent.managerAnswers'),
      ])}
    />
  )
}

const WRITTEN = ['grant', 'delegation', 'objection', 'ended', 'request', 'answer'] as const

/** The same for one person. */
export async function consentOf(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/')[2] ?? ''
  const { run, query, session } = visit
  const found = await memberFound(visit, id)
  if (found === null) return noSuchMember(visit)
  const { full: name, also } = found
  const [asked, lenders, grants, mandates, objections] = await Promise.all([
    run('subject-access.list', { all: false }),
    waitingRequests(visit),
    grantsOf(visit, id),
    mandatesOf(visit, id),
    objectionsOf(visit, id),
  ])
  const requests = asked.requests.filter(({ party }) => party === id || also.includes(party))
  const written = WRITTEN.find((what) => what === query.written)
  const mayWrite = allows(session.person.role, 'write')
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      say('consent.of', { name }),
      <>
        {written !== undefined && <Box kind="good">{say(`consent.written.${written}`)}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {also.map((other) => (
          <Box kind="warn">
            {say('consent.twice', { name })} <a href={`/consent/${other}`}>{say('consent.otherEntry')}</a>
          </Box>
        ))}
        <p class="links">
          {mayWrite && (
            <>
              <a href={`/consent/${id}/grant`}>{say('grant.new')}</a>
              <a href={`/consent/${id}/mandate`}>{say('mandate.new')}</a>
              <a href={`/consent/${id}/objection`}>{say('objection.new')}</a>
            </>
          )}
          <a href={`/members/${id}`}>{name}</a>
        </p>
        <h2>{say('consent.grants')}</h2>
        {grants}
        <h2>{say('consent.mandates')}</h2>
        {mandates}
        <h2>{say('consent.objections')}</h2>
        {objections}
        <LenderRequests
          visit={visit}
          title={say('requests.theirs')}
          requests={lenders.filter(({ person }) => person === id)}
        />
        <h2>{say('consent.asked')}</h2>
        {requests.length === 0 ? (
          <p>{say('consent.notAsked')}</p>
        ) : (
          <Requests visit={visit} requests={requests} />
        )}
        {mayWrite && requests.length === 0 && (
          <Form action={`/consent/${id}/access`} session={session}>
            <input type="hidden" name="id" value={uuidv7()} />
            <p>{say('consent.askMeans')}</p>
            <Submit class="quiet">{say('consent.ask')}</Submit>
          </Form>
        )}
      </>,
    ),
  }
}

/** At most this many ended ones of each kind are shown; the audit log has all of them. */
const MOST_ENDED = 50

/** All live ones, then the ended ones that are shown. */
const liveFirst = <T,>(all: readonly T[], isOver: (one: T) => boolean): readonly T[] => [
  ...all.filter((one) => !isOver(one)),
  ...all.filter(isOver).slice(0, MOST_ENDED),
]

async function grantsOf(visit: StaffVisit, subject: string) {
  const { calendar, say, worded } = visit.words
  const { run } = visit
  const { grants } = await run('grant.list', { subject })
  const isOver = ({ status }: (typeof grants)[number]) => status === 'revoked' || status === 'expired'
  const shown = liveFirst(grants, isOver)
  if (shown.length === 0) return <p>{say('member.nobody')}</p>
  const nameOf = await fullNames(
    visit,
    shown.map(({ grantee }) => grantee),
  )
  return (
    <Table
      columns={['member.reader', 'member.purpose', 'member.what', 'member.until', 'records.standing', '', '']}
      rows={shown.map((grant) => [
        nameOf(grant.grantee),
        worded(codeOf(grant.purpose)),
        [
          grant.record_types.map((code) => worded(codeOf(code))).join(', '),
          ...termWords(visit.words, grant),
        ].join('; '),
        calendar.stamp(grant.expires_at),
        grant.revoked_at === null
          ? worded(grant.status)
          : say('consent.takenBack', { at: calendar.stamp(grant.revoked_at) }),
        !isOver(grant) && (
          <>
            {grant.live && allows(visit.session.person.role, 'write') && (
              <a href={renewalAddress(grant.subject, grant.id)}>{say('consent.renew')}</a>
            )}
            <EndingButton visit={visit} party={subject} kind="grant" target={grant.id} />
          </>
        ),
      ])}
    />
  )
}

async function mandatesOf(visit: StaffVisit, party: string) {
  const { calendar, say, worded } = visit.words
  const { run } = visit
  const { delegations } = await run('delegation.list', { party })
  const nowMs = Date.now()
  const isOver = ({ revoked_at, valid_until }: (typeof delegations)[number]) =>
    revoked_at !== null || Date.parse(valid_until) <= nowMs
  const shown = liveFirst(delegations, isOver)
  if (shown.length === 0) return <p>{say('consent.noMandates')}</p>
  const nameOf = await fullNames(
    visit,
    shown.flatMap(({ principal, delegate }) => [principal, delegate]),
  )
  return (
    <Table
      columns={['mandate.principal', 'mandate.delegate', 'mandate.acts', 'member.what', 'member.until', '']}
      rows={shown.map((one) => [
        nameOf(one.principal),
        nameOf(one.delegate),
        one.acts.map((act) => say(`act.${act}`)).join(', '),
        one.record_types.map((code) => worded(codeOf(code))).join(', '),
        one.revoked_at === null
          ? calendar.stamp(one.valid_until)
          : say('consent.takenBack', { at: calendar.stamp(one.revoked_at) }),
        !isOver(one) && <EndingButton visit={visit} party={party} kind="delegation" target={one.id} />,
      ])}
    />
  )
}

async function objectionsOf(visit: StaffVisit, subject: string) {
  const { say } = visit.words
  const { objections } = await visit.run('objection.list', { subject })
  if (objections.length === 0) return <p>{say('consent.noObjections')}</p>
  return (
    <>
      <Unreviewed texts="readOut" />
      {liveFirst(objections, (one) => one.withdrawn_at !== null).map(({ id, sentences, withdrawn_at }) => (
        <Box kind={withdrawn_at === null ? 'warn' : 'good'}>
          {tellObjection(visit.words, sentences).map((sentence) => (
            <p>{sentence}</p>
          ))}
          {withdrawn_at === null && (
            <EndingButton visit={visit} party={subject} kind="objection" target={id} />
          )}
        </Box>
      ))}
    </>
  )
}

/** Records a subject access request. A form sent twice records one request. */
export async function askAccess(visit: StaffVisit): Promise<Answer> {
  const id = visit.path.split('/')[2] ?? ''
  if ((await memberCalled(visit, id)) === null) return noSuchMember(visit)
  try {
    await visit.run('subject-access.open', { party: id, id: idOf(visit.form.id) })
    return { to: `/consent/${id}?written=request` }
  } catch (error) {
    return consentOf(visit, faultWords(visit.words, error))
  }
}
