import { uuidv7 } from 'uuidv7'
import { tellObjection } from '../../consent/objection-shapes.ts'
import { allows } from '../../domain/staff.ts'
import { fullNames } from '../../identity/party-names.ts'
import { fullName } from '../../words/party-name.ts'
import { idOf } from '../frame/entry-form.tsx'
import { allRead, faultWords, formStatus } from '../frame/fault-words.ts'
import { memberIn } from '../frame/filters.ts'
import { Field, Form, Submit } from '../frame/form.tsx'
import { Action, Badge, Box, Card, Empty, Grid } from '../frame/parts.tsx'
import { Unreviewed } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import { DueDay, GrantState } from '../frame/states.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, memberFound, noSuchMember } from '../people/member.tsx'
import { EndingButton } from './ending-button.tsx'
import { termWords } from './grant-terms.tsx'
import { renewalAddress } from './renewal.tsx'
import { MOST as MOST_REQUESTS, OwnRequests, Requests } from './requests.tsx'
import { purposesCalled, typesCalled } from './words-of-grants.ts'

/** Consents, mandates, objections and subject access requests of people. */

export async function consentPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, say } = visit.words
  const { run, query } = visit
  const unread = allRead()
  const party = await memberIn(visit, query, unread)
  if (party !== null) return { to: `/consent/${party}` }
  const [{ requests }, { grants_ending, grants_due }] = await Promise.all([
    run('subject-access.list', { all: false }),
    run('grant.due', {}),
  ])
  const mayWrite = allows(visit.session.person.role, 'write')

  return {
    status: formStatus(unread.faults),
    html: pageText(
      visit,
      { title: say('consent.title'), line: say('consent.what') },
      <Grid>
        <Card span={5}>
          <form method="get" action="/consent">
            <Field
              name="member"
              label={say('members.search')}
              filled={{ values: query, ...unread }}
              autofocus
              isMember
            />
            <Submit>{say('members.do')}</Submit>
          </form>
        </Card>
        <Card span={7} title={say('consent.asked')} aside={counted(visit, requests)}>
          {requests.length === 0 ? (
            <Empty text={say('consent.nobodyAsked')} />
          ) : (
            <OwnRequests visit={visit} requests={requests} />
          )}
        </Card>
        <Card title={say('consent.ending')} aside={counted(visit, grants_ending)}>
          <Table
            none={say('consent.noneEnds')}
            columns={['consent.subject', 'member.reader', 'member.until', '']}
            rows={grants_ending.map(({ id, subject, subject_name, grantee, grantee_name, expires_at }) => [
              <a href={`/consent/${subject}`}>{fullName(subject_name, visit.words) ?? subject}</a>,
              fullName(grantee_name, visit.words) ?? grantee,
              <DueDay at={expires_at} shown={calendar.stamp(expires_at)} />,
              mayWrite && <Action href={renewalAddress(subject, id)}>{say('consent.renew')}</Action>,
            ])}
          />
        </Card>
        <Card title={say('consent.due')} aside={counted(visit, grants_due)}>
          {grants_due.length === 0 ? (
            <p>{say('consent.noneEnds')}</p>
          ) : (
            <>
              <p class="help">{say('consent.dueWhat')}</p>
              <Table
                columns={['consent.subject', 'member.reader', 'consent.givenAt', 'member.until', '']}
                rows={grants_due.map(
                  ({ id, subject, subject_name, grantee, grantee_name, given_at, expires_at }) => [
                    <a href={`/consent/${subject}`}>{fullName(subject_name, visit.words) ?? subject}</a>,
                    fullName(grantee_name, visit.words) ?? grantee,
                    calendar.day(given_at),
                    calendar.stamp(expires_at),
                    mayWrite && <Action href={renewalAddress(subject, id)}>{say('consent.renew')}</Action>,
                  ],
                )}
              />
            </>
          )}
        </Card>
      </Grid>,
    ),
  }
}

/** How many there are, beside a title; nothing if there are none. */
const counted = ({ words: { count } }: StaffVisit, all: readonly unknown[]) =>
  all.length === 0 ? undefined : count(all.length)

const WRITTEN = ['grant', 'delegation', 'objection', 'ended', 'request', 'answer'] as const

/** The same for one person. */
export async function consentOf(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/')[2] ?? ''
  const { run, query, session } = visit
  const found = await memberFound(visit, id)
  if (found === null) return noSuchMember(visit)
  const { full: name, also } = found
  const [asked, lenders, grants, mandates, objected] = await Promise.all([
    run('subject-access.list', { all: false, whose: id }),
    run('access-request.list', { after: null, count: MOST_REQUESTS, whose: id }),
    grantsOf(visit, id),
    mandatesOf(visit, id),
    objectionsOf(visit, id),
  ])
  const { objections } = objected
  const inForce = objections.filter(({ withdrawn_at }) => withdrawn_at === null)
  const { requests } = asked
  const written = WRITTEN.find((what) => what === query.written)
  const mayWrite = allows(session.person.role, 'write')
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      {
        title: say('consent.of', { name }),
        line: (
          <>
            <a href={`/members/${id}`}>{name}</a>: {say('consent.ofWhat')}
          </>
        ),
        actions: mayWrite && (
          <>
            <Action href={`/consent/${id}/grant`} icon="consent" isMain>
              {say('grant.new')}
            </Action>
            <Action href={`/consent/${id}/mandate`}>{say('mandate.new')}</Action>
            <Action href={`/consent/${id}/objection`}>{say('objection.new')}</Action>
          </>
        ),
      },
      <>
        {written !== undefined && <Box kind="good">{say(`consent.written.${written}`)}</Box>}
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {also.map((other) => (
          <Box kind="warn">
            {say('consent.twice', { name })} <a href={`/consent/${other}`}>{say('consent.otherEntry')}</a>
          </Box>
        ))}
        <Requests visit={visit} title={say('requests.theirs')} requests={lenders.requests} />
        <Grid>
          <Card
            title={say('consent.grants')}
            aside={inForce.length === 0 ? undefined : <Badge kind="warn">{say('consent.objected')}</Badge>}
          >
            {grants}
          </Card>
          <Card title={say('consent.mandates')}>{mandates}</Card>
          <Card title={say('consent.objections')} span={7}>
            <Objections visit={visit} subject={id} objections={objections} />
          </Card>
          <Card title={say('consent.asked')} span={5}>
            {requests.length === 0 ? (
              <p>{say('consent.notAsked')}</p>
            ) : (
              <OwnRequests visit={visit} requests={requests} />
            )}
            {mayWrite && requests.length === 0 && (
              <Form action={`/consent/${id}/access`} session={session}>
                <input type="hidden" name="id" value={uuidv7()} />
                <p class="help">{say('consent.askMeans')}</p>
                <Submit class="quiet">{say('consent.ask')}</Submit>
              </Form>
            )}
          </Card>
        </Grid>
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
  const { calendar, say } = visit.words
  const { run } = visit
  const { grants } = await run('grant.list', { subject })
  const isOver = ({ status }: (typeof grants)[number]) => status === 'revoked' || status === 'expired'
  const shown = liveFirst(grants, isOver)
  if (shown.length === 0) return <p>{say('member.nobody')}</p>
  const nameOf = await fullNames(
    visit,
    shown.map(({ grantee }) => grantee),
  )
  const purposeCalled = await purposesCalled(visit)
  return (
    <>
      <Table
        columns={['member.reader', 'member.purpose', 'member.what', 'member.until', 'records.standing', '']}
        rows={shown.map((grant) => [
          nameOf(grant.grantee),
          purposeCalled(grant.purpose),
          [typesCalled(visit.words, grant.record_types), ...termWords(visit.words, grant)].join('; '),
          calendar.stamp(grant.expires_at),
          <GrantState status={grant.status} revokedAt={grant.revoked_at} ended={grant.ended} />,
          <span class="marks">
            <Action href={`/consent/${subject}/receipt/${grant.id}`}>{say('consentReceipt.link')}</Action>
            {!isOver(grant) && (
              <>
                {grant.live && allows(visit.session.person.role, 'write') && (
                  <Action href={renewalAddress(grant.subject, grant.id)}>{say('consent.renew')}</Action>
                )}
                <EndingButton visit={visit} party={subject} kind="grant" target={grant.id} />
              </>
            )}
          </span>,
        ])}
      />
      {shown.some(isOver) && <p class="help">{say('fetched.byHand')}</p>}
    </>
  )
}

async function mandatesOf(visit: StaffVisit, party: string) {
  const { calendar, say } = visit.words
  const { run } = visit
  const { delegations } = await run('delegation.list', { party })
  const { nowMs } = calendar
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
      columns={[
        'mandate.principal',
        'mandate.delegate',
        'mandate.acts',
        'member.what',
        'member.until',
        'records.standing',
        '',
      ]}
      rows={shown.map((one) => [
        nameOf(one.principal),
        nameOf(one.delegate),
        one.acts.map((act) => say(`act.${act}`)).join(', '),
        typesCalled(visit.words, one.record_types),
        calendar.stamp(one.valid_until),
        <GrantState status={mandateState(one, nowMs)} revokedAt={one.revoked_at} />,
        !isOver(one) && <EndingButton visit={visit} party={party} kind="delegation" target={one.id} />,
      ])}
    />
  )
}

/** How a mandate stands, in the words of consents. */
const mandateState = (
  one: { readonly revoked_at: string | null; readonly valid_from: string; readonly valid_until: string },
  nowMs: number,
) => {
  if (one.revoked_at !== null) return 'revoked'
  if (Date.parse(one.valid_until) <= nowMs) return 'expired'
  return Date.parse(one.valid_from) > nowMs ? 'to_come' : 'live'
}

type Objection = Awaited<ReturnType<typeof objectionsOf>>['objections'][number]
const objectionsOf = ({ run }: StaffVisit, subject: string) => run('objection.list', { subject })

interface ObjectionsProps {
  readonly visit: StaffVisit
  readonly subject: string
  readonly objections: readonly Objection[]
}

function Objections({ visit, subject, objections }: ObjectionsProps) {
  const { calendar, say } = visit.words
  if (objections.length === 0) return <p>{say('consent.noObjections')}</p>
  return (
    <>
      <Unreviewed texts="readOut" />
      {liveFirst(objections, (one) => one.withdrawn_at !== null).map(({ id, sentences, withdrawn_at }) => (
        <Box kind={withdrawn_at === null ? 'warn' : 'info'}>
          <p>
            {withdrawn_at === null ? (
              <Badge kind="warn">{say('objection.line.inForce')}</Badge>
            ) : (
              <Badge kind="info">{say('consent.takenBack', { at: calendar.day(withdrawn_at) })}</Badge>
            )}
          </p>
          <p class="label">{say('consent.memberReads')}</p>
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
