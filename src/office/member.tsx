import { must } from '../base/typed.ts'
import { startOfDay } from '../cli/day.ts'
import { actOf } from '../consent/audit-words.ts'
import { statementParts } from '../consent/disclosures/statement-text.ts'
import { isId } from '../domain/id.ts'
import { allows } from '../domain/staff.ts'
import { languageCalled } from '../identity/paper-language.ts'
import { fullNames } from '../identity/party-names.ts'
import { paidText } from '../lender/payments.ts'
import { cropNames } from '../records/crop-names.ts'
import { statementAbout } from '../records/entry/party-called.ts'
import type { CounterRecord } from '../records/record-tasks.ts'
import { Blocks } from '../text/html.tsx'
import { asShown, codeOf, type Shown } from '../text/kinds.ts'
import { OperatorFault } from '../words/fault.ts'
import { atStart, fullName } from '../words/party-name.ts'
import type { Words } from '../words/words.ts'

import { accountOf } from './account-parts.tsx'
import { EndingButton } from './ending-button.tsx'
import { quantityOf } from './entry-form.tsx'
import { nextOfFirstDay } from './first-day.tsx'
import { Box, nothingThere, pageText, Table } from './layout.tsx'
import { PAPER_LANGUAGE, paperChoice, paperFor, paperPage, Sheet } from './paper.tsx'
import { Totals } from './today.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** One member: deliveries, debts, who may read the records, and who did. */
export async function memberPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/').at(2) ?? ''
  const found = await memberFound(visit, id)
  if (found === null) return noSuchMember(visit)
  const mayWrite = allows(visit.session.person.role, 'write')
  const { member_no, phone, region, language } = found
  const [deliveries, next, season, obligations, account, readers, seen, devices, acts] = await Promise.all([
    deliveriesOf(visit, id),
    visit.query.added !== undefined && nextOfFirstDay(visit),
    seasonOf(visit, id),
    obligationsOf(visit, id),
    accountOf(visit, id),
    readersOf(visit, id),
    seenBy(visit, id),
    devicesOf(visit, id),
    actsAbout(visit, id),
  ])
  return {
    html: pageText(
      visit,
      atStart(found.full),
      <>
        {visit.query.added !== undefined && (
          <Box kind="good">
            {say('member.added')}
            {next}
          </Box>
        )}
        <dl>
          {(
            [
              ['members.number', member_no],
              ['members.phone', phone],
              ['members.region', region],
              ['entry.language', language === null ? null : languageCalled(language)],
            ] as const
          ).map(([key, text]) => (
            <>
              <dt>{say(key)}</dt>
              <dd>{text ?? say('members.notWritten')}</dd>
            </>
          ))}
        </dl>
        <p class="links">
          {mayWrite && <a href={`/weigh-in?${new URLSearchParams({ who: id })}`}>{say('members.weigh')}</a>}
          {mayWrite && <a href={`/members/${id}/correction`}>{say('member.edit')}</a>}
          <a href={`/members/${id}/statement`}>{say('member.statement')}</a>
          <a href={`/members/cards?${new URLSearchParams({ member: id })}`}>{say('cards.one')}</a>
          <a href={`/members/${id}/plots`}>{say('member.plots')}</a>
          <a href={`/consent/${id}`}>{say('member.consent')}</a>
        </p>
        {season}
        <h2>{say('member.deliveries')}</h2>
        {deliveries}
        {obligations}
        {account}
        {readers}
        {seen}
        {devices}
        {acts}
      </>,
    ),
  }
}

async function deliveriesOf(visit: StaffVisit, subject: string) {
  const { say } = visit.words
  const { records, more } = await visit.run('record.recent', { type: 'delivery', subject, standing: 'tip' })
  return (
    <>
      {records.length === 0 ? <p>{say('today.none')}</p> : await deliveriesTable(visit, records)}
      {more && <p>{say('member.older')}</p>}
    </>
  )
}

/**
 * The member's statement to take home: the records that count, then what `granary member statement` prints:
 * who read them, who may, and how to stop that. The page covers what the cooperative may read (contract §19),
 * and says so; the command covers everything.
 */
export async function statementPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/').at(2) ?? ''
  const [called, paper] = await Promise.all([memberCalled(visit, id), paperFor(visit, id)])
  if (called === null) return noSuchMember(visit)
  const told = paper.words
  const { timeZone } = visit
  const ofSeason = async () => {
    const { since, until } = await visit.run('report.season', { party: id, atMs: Date.now() })
    const period = {
      fromMs: must(startOfDay(timeZone, since)),
      toMs: must(startOfDay(timeZone, until)),
    }
    const asked = { type: 'delivery', subject: id, standing: 'tip', ...period } as const
    return visit.run('record.recent', asked)
  }
  const [{ records, more }, choice, calledOnPaper, season, obligations, readings] = await Promise.all([
    ofSeason(),
    paperChoice({ visit, paper, party: id }),
    memberCalled(paper, id),
    seasonOf(paper, id),
    obligationsOf(paper, id),
    readingsOf(paper, id),
  ])
  const title = told.say('statement.title', { name: must(calledOnPaper) })
  const made = told.say('statement.made', {
    at: told.calendar.stamp(new Date().toISOString()),
    cooperative: visit.cooperative,
  })
  return paperPage(
    visit,
    say('statement.title', { name: called }),
    title,
    <>
      <p class="help">{say('statement.print')}</p>
      {choice}
      <Sheet paper={paper} title={title} made={made}>
        {season}
        {records.length > 0 && (await deliveriesTable(paper, records))}
        {more && <p>{told.say('member.older')}</p>}
        {obligations}
        <div class="told">
          <Blocks parts={readings} />
        </div>
      </Sheet>
    </>,
  )
}

/** Redirects to the form that corrects the cooperative's own record about the member. */
export async function correctMember(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/').at(2) ?? ''
  try {
    const chosen = visit.query[PAPER_LANGUAGE]
    const more = chosen === undefined ? '' : `?${new URLSearchParams({ [PAPER_LANGUAGE]: chosen })}`
    return { to: `/records/${await statementAbout(visit, id)}/correction${more}` }
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return nothingThere(visit, say('members.title'), visit.words.tell(error.what))
  }
}

/** Returns a party with its full name; null if nothing is known about the party. */
export async function memberFound({ run, words }: StaffVisit, id: string) {
  if (!isId(id)) return null
  const found = await run('party.resolve', { text: id })
  const full = fullName(found.called, undefined, words)
  return full === null ? null : { ...found, full }
}

/** Returns a party's full name; null if nothing is known about the party. */
export const memberCalled = async (visit: StaffVisit, id: string): Promise<string | null> =>
  (await memberFound(visit, id))?.full ?? null

export const noSuchMember = (visit: StaffVisit) => {
  const { say } = visit.words
  return nothingThere(visit, say('members.title'), say('members.none'))
}

async function seasonOf({ run, timeZone, words: { calendar, say } }: StaffVisit, party: string) {
  const { since, rows } = await run('report.season', { party, atMs: Date.now() })
  const day = calendar.day(must(startOfDay(timeZone, since)))
  return (
    <>
      <h2>{say('member.season', { since: day })}</h2>
      {rows.length === 0 ? <p>{say('today.none')}</p> : <Totals rows={rows} />}
    </>
  )
}

async function deliveriesTable(visit: StaffVisit, records: readonly CounterRecord[]) {
  const { amount, calendar, say } = visit.words
  const cropOf = await cropNames(visit.words, visit.run)

  return (
    <Table
      columns={['member.day', 'today.crop', { right: 'member.quantity' }, { right: 'today.kg' }]}
      rows={records.map((record) => [
        <a href={`/records/${record.id}`}>{calendar.asRecorded(record)}</a>,
        cropOf(record.crop),
        quantityOf(visit.words, record),
        record.derived.kg === null ? say('member.noKg') : amount(record.derived.kg),
      ])}
    />
  )
}

async function obligationsOf(visit: StaffVisit, subject: string) {
  const { calendar, say, worded } = visit.words
  const { run } = visit
  const { records } = await run('record.recent', { type: 'obligation', subject, standing: 'tip' })
  if (records.length === 0) return null

  return (
    <>
      <h2>{say('member.obligations')}</h2>
      <Table
        columns={['member.owes', { right: 'member.quantity' }, 'member.due', { right: 'member.done' }]}
        rows={records.map((record) => {
          const { due_at } = record
          return [
            <a href={`/records/${record.id}`}>{worded(codeOf(record.kind))}</a>,
            quantityOf(visit.words, record),
            due_at === undefined ? '' : calendar.day(due_at),
            doneOf(visit.words, record),
          ]
        })}
      />
    </>
  )
}

/** What was delivered of an obligation, and what was paid of it. One in money alone has nothing to deliver. */
function doneOf(words: Words, { quantity, derived: { fulfilment } }: CounterRecord): Shown {
  const { amount, say } = words
  if (fulfilment === undefined) return asShown('')
  const { money, deliveries, delivered_kg: kg, confirmed_kg: confirmed } = fulfilment
  const isInKind = money === undefined || quantity !== undefined || deliveries > 0
  return asShown(
    [
      ...(isInKind ? [say('member.doneOf', { kg: amount(kg), confirmed: amount(confirmed) })] : []),
      ...(money === undefined ? [] : [paidText(money, words)]),
    ].join(' '),
  )
}

async function readersOf(visit: StaffVisit, subject: string) {
  const { calendar, say, worded } = visit.words
  const { run } = visit
  const [{ grants }, { objections }] = await Promise.all([
    run('grant.list', { subject }),
    run('objection.list', { subject }),
  ])
  const live = grants.filter((grant) => grant.live)
  const nameOf = await fullNames(
    visit,
    live.map(({ grantee }) => grantee),
  )
  const words = (codes: readonly string[] | null, all: 'member.every' | 'member.allTypes') =>
    codes === null ? say(all) : codes.map((code) => worded(codeOf(code))).join(', ')
  return (
    <>
      <h2>{say('member.readers')}</h2>
      <Table
        none={say('member.nobody')}
        columns={['member.reader', 'member.purpose', 'member.what', 'member.until', '']}
        rows={live.map(({ id, grantee, purpose, record_types, expires_at }) => [
          nameOf(grantee),
          worded(codeOf(purpose)),
          record_types.map((code) => worded(codeOf(code))).join(', '),
          calendar.stamp(expires_at),
          <EndingButton visit={visit} party={subject} kind="grant" target={id} />,
        ])}
      />
      {objections
        .filter(({ withdrawn_at }) => withdrawn_at === null)
        .map(({ purposes, record_types }) => (
          <Box kind="warn">
            {say('member.objects', {
              purposes: words(purposes, 'member.every'),
              types: words(record_types, 'member.allTypes'),
            })}
          </Box>
        ))}
    </>
  )
}

/** Who read the member's records lately, in totals; the statement lists each reading. */
async function seenBy({ run, words }: StaffVisit, party: string) {
  const { calendar, count, say, told, worded } = words
  const { totals, since } = await run('member.seen', { party })

  const day = calendar.day(since)
  return (
    <>
      <h2>{say('member.readBy')}</h2>
      {totals.length === 0 ? (
        <p>{say('member.readByNobody', { since: day })}</p>
      ) : (
        <>
          <Table
            columns={[
              'member.reader',
              'member.purpose',
              'member.what',
              { right: 'member.times' },
              'member.last',
            ]}
            rows={totals.map(({ to, to_name, purpose, purpose_name, shown, readings, last_at }) => [
              to_name === null
                ? say(to === null ? 'member.namedInThem' : 'member.anotherPerson')
                : told(to_name),
              purpose === null ? '' : words.purpose({ id: purpose, name: purpose_name ?? purpose }),
              Object.entries(shown)
                .map(([type, times]) => `${worded(codeOf(type))} ${times}`)
                .join(', '),
              count(readings),
              calendar.stamp(last_at),
            ])}
          />
          <p class="help">{say('member.readByWhat', { since: day })}</p>
        </>
      )}
      <p>
        <a href={`/members/${party}/statement`}>{say('member.allReadings')}</a>
      </p>
    </>
  )
}

async function readingsOf({ run, words }: StaffVisit, party: string) {
  const statement = await run('member.statement', { party, scope: 'cooperative' })
  return statementParts(words, statement)
}

async function devicesOf({ run, words: { calendar, count, say } }: StaffVisit, party: string) {
  const { devices } = await run('device.list-of', { party })
  if (devices.length === 0) return null

  return (
    <>
      <h2>{say('member.devices')}</h2>
      <Table
        columns={['devices.device', 'member.cameLast', { right: 'member.rejected' }, 'records.standing']}
        rows={devices.map(({ id, name, last_came_at, rejected, revoked_at }) => [
          <a href={`/devices/${id}`}>{name}</a>,
          last_came_at === null ? say('member.never') : calendar.stamp(last_came_at),
          count(rejected),
          revoked_at === null ? '' : say('member.revoked'),
        ])}
      />
    </>
  )
}

/** The newest entries of the audit log about the party: readings and other acts. */
async function actsAbout({ run, words }: StaffVisit, about: string) {
  const { calendar, say, worded } = words
  const { entries } = await run('audit', { about, count: NEWEST })

  return (
    <>
      <h2>{say('member.seen')}</h2>
      <Table
        none={say('member.unseen')}
        columns={['member.when', 'member.who', 'member.act', 'member.purpose']}
        rows={entries.map((entry) => [
          calendar.stamp(entry.at),
          entry.staff ?? entry.name ?? entry.operator ?? entry.party,
          actOf(words, entry),
          worded(codeOf(entry.purpose)),
        ])}
      />
    </>
  )
}

const NEWEST = 10
