import { must } from '../../base/typed.ts'
import { startOfDay } from '../../cli/day.ts'
import { statementParts } from '../../consent/disclosures/statement-text.ts'
import { isId } from '../../domain/id.ts'
import { allows } from '../../domain/staff.ts'
import { idsText } from '../../identity/other-ids.ts'
import { languageCalled } from '../../identity/paper-language.ts'
import { cropNames } from '../../records/crop-names.ts'
import { statementAbout } from '../../records/entry/party-called.ts'
import type { Balance } from '../../records/payments/account.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { Blocks } from '../../text/html.tsx'
import { asShown, codeOf, type Shown } from '../../text/kinds.ts'
import { OperatorFault } from '../../words/fault.ts'
import { asHeading, fullName } from '../../words/party-name.ts'
import { nextOfFirstDay } from '../counter/first-day.tsx'
import { Totals } from '../counter/today.tsx'
import { signedBox, vouchersOf } from '../counter/vouchers.tsx'
import { quantityOf } from '../frame/entry-form.tsx'
import { PAPER_LANGUAGE, paperChoice, paperFor, paperPage, Sheet } from '../frame/paper.tsx'
import { Action, Actions, Box, Card, Grid, More } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { nothingThere, pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { messagesOf } from '../machine/messages.tsx'
import { AccountParts, debtText, whoseWord } from './account-parts.tsx'
import {
  actsAbout,
  Consents,
  consentsOf,
  deliveriesOf,
  devicesOf,
  LetConfirm,
  MemberFigures,
  seenBy,
} from './member-cards.tsx'

/** One member: deliveries, debts, who may read the records, and who did. */
export async function memberPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { run } = visit
  const id = visit.path.split('/').at(2) ?? ''
  const found = await memberFound(visit, id)
  if (found === null) return noSuchMember(visit)
  const asked = run('payment.account', { party: id })
  const [deliveries, next, season, obligations, account, vouchers, consents, seen, devices, acts, messages] =
    await Promise.all([
      deliveriesOf(visit, id),
      visit.query.added !== undefined && nextOfFirstDay(visit),
      run('report.season', { party: id, atMs: visit.words.calendar.nowMs }),
      obligationsOf(visit, id),
      asked,
      asked.then((account) => vouchersOf(visit, { party: id, account, back: 'member' })),
      consentsOf(visit, id),
      seenBy(visit, id),
      devicesOf(visit, id),
      actsAbout(visit, id),
      visit.habits.sendsMessages ? messagesOf(visit, id) : null,
    ])
  const since = visit.words.calendar.day(must(startOfDay(visit.timeZone, season.since)))
  const mayEnrol = id !== visit.cooperativeId && allows(visit.session.person.role, 'manage')
  return {
    html: pageText(
      visit,
      {
        title: asHeading(found.called, found.full),
        line: <Details found={found} />,
        actions: <Acts visit={visit} id={id} owes={account.balance.some(isToRepay)} />,
      },
      <>
        {await signedBox(visit)}
        {visit.query.added !== undefined && (
          <Box kind="good">
            {say('member.added')}
            {next}
            <Actions>
              <Action href="/new-member" icon="newMember">
                {say('member.addAnother')}
              </Action>
            </Actions>
          </Box>
        )}
        <MemberFigures
          rows={season.rows}
          balance={account.balance}
          debts={account.debts}
          consents={consents}
        />
        {vouchers}
        <Grid>
          <Card title={say('member.deliveries')} span={7}>
            {deliveries}
          </Card>
          <Card title={say('member.readers')} span={5}>
            <Consents visit={visit} party={id} consents={consents} />
            <h2>{say('member.readBy')}</h2>
            {seen}
          </Card>
        </Grid>
        <Card title={say('member.season', { since })}>
          {season.rows.length === 0 ? <p>{say('today.none')}</p> : <Totals rows={season.rows} />}
        </Card>
        {obligations !== null && <section class="card">{obligations}</section>}
        <Card title={say('money.heading')}>
          <AccountParts visit={visit} id={id} account={account} />
        </Card>
        {(devices !== null || mayEnrol) && (
          <Card title={say('member.devices')}>
            {devices}
            {mayEnrol && <LetConfirm session={visit.session} party={id} />}
          </Card>
        )}
        {messages !== null && <Card title={say('entry.messages')}>{messages}</Card>}
        <section class="card">
          <details>
            <summary>{say('member.seen')}</summary>
            {acts}
          </details>
        </section>
      </>,
    ),
  }
}

/** Whether something of these debts of the member is open, by whosever word. */
const isToRepay = ({ way, remaining_minor: remaining }: Balance): boolean =>
  way === 'in' && (remaining === null || remaining > 0)

type FoundMember = NonNullable<Awaited<ReturnType<typeof memberFound>>>

/** Number, telephone, region, language and ids of others, below the name. */
function Details({ found: { member_no, phone, region, language, ids } }: { found: FoundMember }) {
  const { say } = useWords()
  const rows = [
    ['members.number', member_no],
    ['members.phone', phone],
    ['members.region', region],
    ['entry.language', language === null ? null : languageCalled(language)],
    ...(ids.length === 0 ? [] : [['entry.ids', idsText(ids)] as const]),
  ] as const
  return (
    <>
      {rows.map(([key, text], i) => (
        <>
          {i > 0 && ' · '}
          <span class="word">
            {say(key)} {text ?? say('members.notWritten')}
          </span>
        </>
      ))}
    </>
  )
}

function Acts({ visit, id, owes }: { visit: StaffVisit; id: string; owes: boolean }) {
  const { say } = useWords()
  const mayWrite = allows(visit.session.person.role, 'write')
  const mayDeal = mayWrite && id !== visit.cooperativeId
  return (
    <>
      <Action href={`/members/${id}/statement`} icon="print">
        {say('member.statement')}
      </Action>
      <Action href={`/consent/${id}`} icon="consent">
        {say('member.consent')}
      </Action>
      {mayDeal && (owes ? <Repay id={id} /> : <Lend id={id} />)}
      <More>
        {mayDeal && owes && <Lend id={id} />}
        <Action href={`/members/cards?${new URLSearchParams({ member: id })}`} icon="staff">
          {say('cards.one')}
        </Action>
        <Action href={`/members/${id}/plots`} icon="map">
          {say('member.plots')}
        </Action>
        {mayWrite && (
          <Action href={`/members/${id}/correction`} icon="correct">
            {say('record.correct')}
          </Action>
        )}
      </More>
      {mayDeal && (
        <Action href={`/weigh-in?${new URLSearchParams({ who: id })}`} icon="scale" isMain>
          {say('members.weigh')}
        </Action>
      )}
    </>
  )
}

function Repay({ id }: { id: string }) {
  const { say } = useWords()
  return (
    <Action href={`/payments?${new URLSearchParams({ who: id, act: 'receive' })}`} icon="payment">
      {say('pay.repay')}
    </Action>
  )
}

function Lend({ id }: { id: string }) {
  const { say } = useWords()
  return (
    <Action href={`/lend?${new URLSearchParams({ who: id })}`} icon="payment">
      {say('lend.now')}
    </Action>
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
    const { since, until } = await visit.run('report.season', { party: id, atMs: told.calendar.nowMs })
    const period = {
      fromMs: must(startOfDay(timeZone, since)),
      toMs: must(startOfDay(timeZone, until)),
    }
    const asked = { type: 'delivery', subject: id, standing: 'tip', word: 'parties', ...period } as const
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
    at: told.calendar.stamp(told.calendar.nowMs),
    cooperative: visit.cooperative,
  })
  return paperPage(
    visit,
    say('statement.title', { name: called }),
    title,
    <>
      <p class="help">{say('statement.print')}</p>
      {choice}
      <Sheet paper={paper} class="dense" title={title} made={made}>
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
  const full = fullName(found.called, words)
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
  const { since, rows } = await run('report.season', { party, atMs: calendar.nowMs })
  const day = calendar.day(must(startOfDay(timeZone, since)))
  return (
    <>
      <h2>{say('member.season', { since: day })}</h2>
      {rows.length === 0 ? <p>{say('today.none')}</p> : <Totals rows={rows} />}
    </>
  )
}

async function deliveriesTable(visit: StaffVisit, records: readonly CounterRecord[]) {
  const { calendar, mass, say } = visit.words
  const cropOf = await cropNames(visit.words, visit.run)

  return (
    <Table
      columns={['member.day', 'today.crop', { right: 'member.quantity' }, { right: 'today.kg' }]}
      rows={records.map((record) => [
        <a href={`/records/${record.id}`}>{calendar.asRecorded(record)}</a>,
        cropOf(record.crop),
        quantityOf(visit.words, record),
        record.derived.kg === null ? say('member.noKg') : mass(record.derived.kg),
      ])}
    />
  )
}

async function obligationsOf(visit: StaffVisit, subject: string) {
  const { calendar, say, worded } = visit.words
  const { run, cooperativeId } = visit
  const recent = await run('record.recent', { type: 'obligation', subject, standing: 'tip', word: 'parties' })
  // What neither side stated is no debt of the member's.
  const records = recent.records.filter((record) => whoseWord(record, cooperativeId) !== 'others')
  if (records.length === 0) return null

  return (
    <>
      <h2>{say('member.obligations')}</h2>
      <Table
        columns={['member.owes', { right: 'member.quantity' }, 'member.due', 'member.done']}
        rows={records.map((record) => {
          const { due_at } = record
          return [
            <a href={`/records/${record.id}`}>{worded(codeOf(record.kind))}</a>,
            quantityOf(visit.words, record),
            due_at === undefined ? '' : calendar.day(due_at),
            doneOf(visit, record),
          ]
        })}
      />
    </>
  )
}

/** What was delivered of an obligation, and what was paid of it. One in money alone has nothing to deliver. */
function doneOf({ words, cooperativeId }: StaffVisit, record: CounterRecord): Shown {
  const { mass, say } = words
  const { fulfilment } = record.derived
  if (fulfilment === undefined) return asShown('')
  const { money, deliveries, delivered_kg: kg, confirmed_kg: confirmed } = fulfilment
  const isInKind = money === undefined || record.quantity !== undefined || deliveries > 0
  return asShown(
    [
      ...(isInKind ? [say('member.doneOf', { kg: mass(kg), confirmed: mass(confirmed) })] : []),
      ...debtText(words, record, cooperativeId),
    ].join(' '),
  )
}

async function readingsOf({ run, words }: StaffVisit, party: string) {
  const statement = await run('member.statement', { party, scope: 'cooperative' })
  return statementParts(words, statement)
}
