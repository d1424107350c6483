import type { ComponentChildren } from 'preact'
import { uuidv7 } from 'uuidv7'
import { given, must } from '../../base/typed.ts'
import { calendarDay, dayAhead, endOfDay } from '../../cli/day.ts'
import { viewsOf } from '../../consent/audit-views.ts'
import { actOf } from '../../consent/audit-words.ts'
import { allows } from '../../domain/staff.ts'
import { invitationSaid } from '../../identity/invitation-sheet.ts'
import { fullNames } from '../../identity/party-names.ts'
import { shortName } from '../../words/party-name.ts'

import { faultWords } from '../frame/fault-words.ts'
import { Field, type Filled, Form, Select, Submit } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { paperFor } from '../frame/paper.tsx'
import { Action, Actions, Badge, Box, Card, Grid } from '../frame/parts.tsx'
import { isFirst } from '../frame/sessions.ts'
import { pageText } from '../frame/shell.tsx'
import { DueDay, GrantState } from '../frame/states.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, noSuchMember } from '../people/member.tsx'
import { LenderInvitation } from './lender-invitation.tsx'
import { beginSending, sentFeeds } from './sent-feeds.tsx'
import { purposesCalled, typesCalled } from './words-of-grants.ts'

/** A lender, buyer or other reader: its tokens, the grants that it holds, and what it read. */

/** Kinds of tokens shown here. Tokens of devices are on the page of devices. */
const KINDS = ['reader', 'party', 'metrics'] as const

/** @param of whose; left out, those of all parties */
export const tokensIn = async ({ run }: StaffVisit, of: { readonly party?: string } = {}) =>
  (await run('credential.list', { ...of, ofDevices: false })).credentials
export type Token = Awaited<ReturnType<typeof tokensIn>>[number]

export const isOver = ({ expires_at, revoked_at }: Token, nowMs: number) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= nowMs)

export const kindOf = (kind: Token['kind']) => kind as (typeof KINDS)[number]

const READ_SHOWN = 20
const GRANTS_SHOWN = 50

interface ReaderSaid {
  readonly fault?: string
  readonly filled?: Filled
  /** What was typed to have records sent. */
  readonly sending?: Filled
}

export async function readerPage(visit: StaffVisit, said: ReaderSaid = {}): Promise<Answer> {
  const { calendar, say } = visit.words
  const id = visit.path.split('/')[2] ?? ''
  const name = await memberCalled(visit, id)
  if (name === null) return noSuchMember(visit)
  const { session, query } = visit
  const [tokens, held, read, sent] = await Promise.all([
    tokensIn(visit, { party: id }),
    heldBy(visit, id),
    readBy(visit, id),
    sentFeeds(visit, id, said.sending),
  ])
  const mayManage = allows(session.person.role, 'manage')
  const live = tokens.filter((token) => !isOver(token, calendar.nowMs)).length
  return {
    status: said.fault === undefined && said.filled === undefined ? 200 : 422,
    html: pageText(
      visit,
      {
        title: name,
        line: live === 0 ? say('readers.noTokens') : say('readers.liveNow', { count: live }),
        actions: (
          <>
            <Action href={`/members/${id}`} icon="member">
              {say('readers.asMember')}
            </Action>
            <Action href={`/audit?${new URLSearchParams({ by: id })}`} icon="audit">
              {say('readers.allRead')}
            </Action>
          </>
        ),
      },
      <>
        {query.ended !== undefined && <Box kind="good">{say('readers.ended')}</Box>}
        {said.fault !== undefined && <Box kind="bad">{said.fault}</Box>}
        <Grid>
          <Card title={say('readers.tokens')} {...(mayManage ? { span: 7 as const } : {})}>
            {tokens.length === 0 ? (
              <p>{say('readers.noTokens')}</p>
            ) : (
              <Tokens visit={visit} tokens={tokens} action={`/readers/${id}`} />
            )}
          </Card>
          {mayManage && (
            <Card title={say('readers.make')} span={5}>
              <Form action={`/readers/${id}`} session={session}>
                <input type="hidden" name="id" value={uuidv7()} />
                <Select
                  name="kind"
                  label={say('readers.kind')}
                  words={KINDS}
                  chosen={said.filled?.values.kind ?? 'reader'}
                  called={(kind) => say(`readers.kind.${kind}`)}
                />
                <Field
                  name="until"
                  label={say('readers.until')}
                  filled={said.filled ?? { values: {}, faults: {} }}
                  help={say('readers.untilHelp')}
                  optional
                />
                <Submit name="act" value="token">
                  {say('readers.make')}
                </Submit>
              </Form>
            </Card>
          )}
          <Card title={say('readers.mayRead')}>{held}</Card>
          <Card title={say('readers.hasRead')}>{read}</Card>
          <Card title={say('readers.sent')}>{sent}</Card>
        </Grid>
      </>,
    ),
  }
}

function Tokens({ visit, tokens, action }: { visit: StaffVisit; tokens: readonly Token[]; action: string }) {
  const { calendar, say } = visit.words
  const mayManage = allows(visit.session.person.role, 'manage')
  return (
    <Table
      columns={['readers.kind', 'member.until', '']}
      rows={tokens.map((token) => [
        say(`readers.kind.${kindOf(token.kind)}`),
        token.revoked_at !== null ? (
          <Badge kind="info">{say('consent.takenBack', { at: calendar.stamp(token.revoked_at) })}</Badge>
        ) : token.expires_at === null ? (
          say('readers.forever')
        ) : (
          <DueDay at={token.expires_at} shown={calendar.stamp(token.expires_at)} />
        ),
        mayManage && !isOver(token, calendar.nowMs) && (
          <Form action={action} session={visit.session}>
            <input type="hidden" name="token" value={token.credential_id} />
            <button type="submit" class="quiet" name="act" value="revoke">
              {say('readers.revoke')}
            </button>
          </Form>
        ),
      ])}
    />
  )
}

/** The grants that the party holds. */
async function heldBy(visit: StaffVisit, party: string) {
  const { calendar, say } = visit.words
  const { run, query } = visit
  const purposeCalled = await purposesCalled(visit)
  const before = query.before ?? null
  const { grants } = await run('grant.held', { party, before, count: GRANTS_SHOWN + 1 })
  if (grants.length === 0) return <p>{say('readers.nothing')}</p>
  const shown = grants.slice(0, GRANTS_SHOWN)
  const nameOf = await fullNames(
    visit,
    shown.map(({ subject }) => subject),
  )
  const last = shown[shown.length - 1]
  return (
    <>
      <Table
        columns={['consent.subject', 'member.purpose', 'member.what', 'member.until', 'records.standing']}
        rows={shown.map(({ subject, purpose, record_types, expires_at, status, ended }) => [
          <a href={`/consent/${subject}`}>{nameOf(subject)}</a>,
          purposeCalled(purpose),
          typesCalled(visit.words, record_types),
          calendar.stamp(expires_at),
          <GrantState status={status} ended={ended} />,
        ])}
      />
      {shown.some(({ ended }) => ended !== null) && <p class="help">{say('fetched.byHand')}</p>}
      {grants.length > GRANTS_SHOWN && (
        <Actions>
          <Action href={`/readers/${party}?${new URLSearchParams({ before: last?.id ?? '' })}`}>
            {say('audit.older')}
          </Action>
        </Actions>
      )}
    </>
  )
}

async function readBy(visit: StaffVisit, party: string) {
  const { calendar, count, say } = visit.words
  const purposeCalled = await purposesCalled(visit)
  const { entries } = await visit.run('audit', { party, count: READ_SHOWN })
  if (entries.length === 0) return <p>{say('member.unseen')}</p>

  // What one page of theirs read, one list after the other, is one line.
  const lines = viewsOf(entries).flatMap((view) => [
    ...Map.groupBy(view, ({ action, outcome, purpose }) => `${action} ${outcome} ${purpose}`).values(),
  ])
  return (
    <Table
      columns={['member.when', 'member.act', 'member.purpose', { right: 'audit.records' }]}
      rows={lines.map((line) => {
        const { at, purpose, ...act } = must(line[0])
        const records = new Set(line.flatMap(({ record_ids }) => record_ids)).size
        return [
          calendar.stamp(at),
          actOf(visit.words, act),
          purpose !== null && purposeCalled(purpose),
          records > 0 && count(records),
        ]
      })}
    />
  )
}

/** Issues a token, which is shown once, or revokes one. */
export async function changeReader(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/')[2] ?? ''
  const { form, run } = visit
  if ((await memberCalled(visit, id)) === null) return noSuchMember(visit)
  try {
    if (form.act === 'revoke') return await revokeToken(visit, id)
    if (form.act === 'endSending') return await endSending(visit, id)
    if (form.act === 'send') {
      if (!isFirst(visit.session, form.id)) return await readerPage(visit, { fault: say('once.again') })
      await beginSending(visit, id)
      return { to: `/readers/${id}` }
    }
    if (form.act !== 'token') return await readerPage(visit)
    const kind = KINDS.find((one) => one === form.kind) ?? 'reader'
    const { expiresAtMs, fault } = untilIn(visit)
    if (fault !== null) return await readerPage(visit, { filled: { values: form, faults: { until: fault } } })
    if (!isFirst(visit.session, form.id)) return await readerPage(visit, { fault: say('once.again') })

    if (kind === 'reader') {
      const invitation = await run('lender.invite', { party: id, expiresAtMs })
      const paper = await paperFor(visit, id)
      return shownOnce(
        visit,
        id,
        <LenderInvitation paper={paper} invitation={invitation} />,
        invitation.reachable_by_others,
        invitationSaid(paper.words, invitation, true).title,
      )
    }
    const { token } = await run('credential.issue', { party: id, kind, expiresAtMs })
    return shownOnce(visit, id, <pre class="letter sheet">{token}</pre>, true)
  } catch (error) {
    const fault = faultWords(visit.words, error)
    return readerPage(
      visit,
      form.act === 'send' ? { fault, sending: { values: form, faults: {} } } : { fault },
    )
  }
}

/** Returns the end of the day in the form. */
function untilIn({ form, timeZone, words }: StaffVisit): {
  expiresAtMs: number | null
  fault: string | null
} {
  const text = (form.until ?? '').trim()
  if (text === '') return { expiresAtMs: null, fault: null }
  const expiresAtMs = endOfDay(timeZone, calendarDay(words, text))
  return {
    expiresAtMs,
    fault: expiresAtMs === null ? words.say('records.noDayAhead', { day: dayAhead(words) }) : null,
  }
}

/** A page with what is never shown again. */
function shownOnce(
  visit: StaffVisit,
  id: string,
  shown: ComponentChildren,
  isReachable: boolean,
  called?: string,
): Answer {
  const { say } = visit.words
  const html = pageText(
    visit,
    say('readers.made'),
    <>
      <Box kind="good">{say('readers.once')}</Box>
      {!isReachable && <Box kind="warn">{say('once.unreachable')}</Box>}
      {shown}
      <Actions>
        <Action href={`/readers/${id}`}>{say('consent.back')}</Action>
      </Actions>
    </>,
    given({ called }),
  )
  return { html }
}

/** Revokes a token, whose holder can then read nothing. */
async function revokeToken(visit: StaffVisit, id: string): Promise<Answer> {
  const { words, form, run } = visit
  const tokens = await tokensIn(visit, { party: id })
  const token = tokens.find(({ credential_id }) => credential_id === form.token)
  if (token === undefined) return readerPage(visit, { fault: words.say('notFound.text') })
  return endingLooked(visit, {
    of: { token: token.credential_id },
    called: words.say('readers.revoke'),
    means: words.say('readers.revokeMeans', { name: shortName(token.name, words) ?? id }),
    write: async () => {
      await run('credential.revoke', { id: token.credential_id })
      return { to: `/readers/${id}?ended` }
    },
  })
}

/** Ends what is sent to an address of a reader. */
async function endSending(visit: StaffVisit, id: string): Promise<Answer> {
  const { words, form, run } = visit
  const { feeds } = await run('feed.list', { party: id })
  const feed = feeds.find((one) => String(one.id) === form.feed && one.state !== 'ended')
  if (feed === undefined) return readerPage(visit, { fault: words.say('notFound.text') })
  return endingLooked(visit, {
    of: { feed: String(feed.id) },
    called: words.say('readers.sendEnd'),
    means: words.say('readers.sendEndMeans', { address: feed.to }),
    write: async () => {
      await run('feed.end', { id: feed.id })
      return { to: `/readers/${id}` }
    },
  })
}

interface Ending {
  /** What ends: a field of the form, and what it holds. */
  readonly of: Readonly<Record<string, string>>
  /** What the button is called. */
  readonly called: string
  readonly means: string
  readonly write: () => Promise<Answer>
}

/** Ends something of a reader, after the person has seen what that means. */
function endingLooked(visit: StaffVisit, { of, called, means: said, write }: Ending): Promise<Answer> {
  const { words, form, session } = visit
  const act = form.act ?? ''
  return lookedAt(visit, {
    writes: { act, ...of },
    show: async () => said,
    linesOf: (means) => [means],
    page: (seen, means, sure) => ({
      html: pageText(
        seen,
        { title: called, line: words.say('look.notYet') },
        <>
          <Box kind="warn">{means}</Box>
          <Form action={visit.path} session={session}>
            {Object.entries({ act, ...of }).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <div class="buttons">
              <button type="submit" name="sure" value={sure}>
                {called}
              </button>
              <Action href={visit.path}>{words.say('consent.back')}</Action>
            </div>
          </Form>
        </>,
      ),
    }),
    write,
  })
}
