import { uuidv7 } from 'uuidv7'
import { actOf } from '../../consent/audit-words.ts'
import { lastInstant } from '../../domain/time.ts'
import { fullNames } from '../../identity/party-names.ts'
import { cropNames } from '../../records/crop-names.ts'
import type { AccountDebt, Balance } from '../../records/payments/account.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { codeOf } from '../../text/kinds.ts'
import { shortName } from '../../words/party-name.ts'
import { EndingButton } from '../consent/ending-button.tsx'
import { purposesCalled } from '../consent/words-of-grants.ts'
import { ConfirmedBadge, confirmationOf } from '../counter/confirmation-parts.tsx'
import { cropWords, missingWords } from '../counter/delivery-words.ts'
import { isOurs } from '../counter/record.tsx'
import { spanOf, type TotalsRow } from '../counter/today.tsx'
import { quantityOf } from '../frame/entry-form.tsx'
import { Form } from '../frame/form.tsx'
import { Badge, Box, Empty, Figure, Grid } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { Table } from '../frame/tables.tsx'
import type { StaffVisit } from '../frame/visit.ts'
import { HeldOn } from './devices.tsx'
import { MoneyFigure } from './money-figures.tsx'

/** The cards of a member's page. */

/** Crops, and balances of money, with a figure of their own; all of them are in the tables. */
const MOST_FIGURES = 2

interface FiguresProps {
  readonly rows: readonly TotalsRow[]
  readonly balance: readonly Balance[]
  readonly debts: readonly AccountDebt[]
  readonly consents: Awaited<ReturnType<typeof consentsOf>>
}

/** What the member brought this season, what is owed and agreed, and how many may read. */
export function MemberFigures({
  rows,
  balance: all,
  debts,
  consents: { live, objections, nameOf },
}: FiguresProps) {
  const words = useWords()
  const balance = all.filter(({ agreed }) => agreed)
  const { calendar, count, mass, say } = words
  const brought = rows
    .filter(({ direction, deliveries }) => direction === 'in' && deliveries > 0)
    .sort((a, b) => b.kg - a.kg)
  const [first] = live
  const figures = Math.min(MOST_FIGURES, brought.length) + Math.min(MOST_FIGURES, balance.length) + 1
  const span = spanOf(figures)
  return (
    <Grid>
      {brought.slice(0, MOST_FIGURES).map((row) => (
        <Figure
          label={say('member.thisSeason', { crop: cropWords(words, row) })}
          value={mass(row.kg)}
          unit={words.unitNamed('kg')}
          note={
            <>
              {words.counted('delivery', row.deliveries)}
              {row.without_kg + row.forked > 0 && (
                <>. {say('today.notIn', { what: missingWords(words, row) })}</>
              )}
            </>
          }
          span={span}
        />
      ))}
      {balance.slice(0, MOST_FIGURES).map((one) => (
        <MoneyFigure balance={one} debts={debts} span={span} />
      ))}
      <Figure
        label={say('member.readersNow')}
        value={count(live.length)}
        note={
          <>
            {first === undefined
              ? say('member.nobody')
              : say('member.readerUntil', {
                  reader: nameOf(first.grantee),
                  at: calendar.day(lastInstant(first.expires_at)),
                })}
            {objections.length > 0 && <span class="block">{say('member.hasObjected')}</span>}
          </>
        }
        span={span}
      />
    </Grid>
  )
}

/** Versions read for the list; those that were corrected are left out of it. */
const VERSIONS = 20
const DELIVERIES = 10

/** The newest deliveries, each with how it stands. */
export async function deliveriesOf(visit: StaffVisit, subject: string) {
  const { calendar, mass, say } = visit.words
  const asked = { type: 'delivery', subject, standing: 'any', word: 'parties', most: VERSIONS } as const
  const { records, more } = await visit.run('record.recent', asked)
  const current = records.filter(isShown)
  const cropOf = await cropNames(visit.words, visit.run)
  return (
    <>
      {current.length === 0 ? (
        <Empty text={say('today.none')} />
      ) : (
        <Table
          columns={['member.day', { right: 'member.quantity' }, { right: 'today.kg' }, '']}
          rows={current.slice(0, DELIVERIES).map((record) => [
            <>
              <a href={`/records/${record.id}`}>{calendar.asRecorded(record)}</a>
              <span class="label block">{cropOf(record.crop)}</span>
            </>,
            quantityOf(visit.words, record),
            record.derived.kg === null ? say('member.noKg') : mass(record.derived.kg),
            <DeliveryBadge visit={visit} record={record} />,
          ])}
        />
      )}
      {(more || current.length > DELIVERIES) && <p>{say('member.older')}</p>}
    </>
  )
}

/** The version that counts, or each of several that contradict each other. */
const isShown = ({ derived: { standing, superseded_by } }: CounterRecord): boolean =>
  String(standing) === 'tip' || (String(standing) === 'forked' && superseded_by.length === 0)

function DeliveryBadge({ visit, record }: { visit: StaffVisit; record: CounterRecord }) {
  const { say } = useWords()
  const { standing, kg, flags } = record.derived
  if (String(standing) === 'forked') return <Badge kind="bad">{say('member.is.forked')}</Badge>
  const isConfirmed = confirmationOf(record) !== null
  if (!isOurs(visit, record) && !isConfirmed) return <Badge kind="warn">{say('member.is.claimed')}</Badge>
  if (kg === null) return <Badge kind="warn">{say('member.is.withoutKg')}</Badge>
  if (flags.includes('assumed_conversion')) return <Badge kind="warn">{say('member.is.assumed')}</Badge>
  return isConfirmed ? (
    <ConfirmedBadge record={record} />
  ) : (
    <Badge kind="info">{say('member.is.current')}</Badge>
  )
}

/** The consents and objections that hold now, and the names of the readers. */
export async function consentsOf(visit: StaffVisit, subject: string) {
  const { run } = visit
  const [{ grants }, { objections }, called] = await Promise.all([
    run('grant.list', { subject }),
    run('objection.list', { subject }),
    purposesCalled(visit),
  ])
  const live = grants.filter((grant) => grant.live)
  const nameOf = await fullNames(
    visit,
    live.map(({ grantee }) => grantee),
  )
  return { live, objections: objections.filter(({ withdrawn_at }) => withdrawn_at === null), nameOf, called }
}

interface ConsentsProps extends Pick<FiguresProps, 'consents'> {
  readonly visit: StaffVisit
  readonly party: string
}

/** Who may read until when, each with the button that ends it. */
export function Consents({ visit, party, consents: { live, objections, nameOf, called } }: ConsentsProps) {
  const { calendar, say, worded } = visit.words
  const types = (codes: readonly string[] | null) =>
    codes === null ? say('member.allTypes') : codes.map((code) => worded(codeOf(code))).join(', ')
  return (
    <>
      <Table
        none={say('member.nobody')}
        columns={['member.reader', '']}
        rows={live.map(({ id, grantee, purpose, record_types, expires_at }) => [
          <>
            {nameOf(grantee)}
            <span class="label block">
              {say('member.forWhat', {
                purpose: called(purpose),
                what: types(record_types),
              })}
            </span>
            <span class="label block">{say('member.untilAt', { at: calendar.stamp(expires_at) })}</span>
          </>,
          <EndingButton visit={visit} party={party} kind="grant" target={id} />,
        ])}
      />
      {objections.map(({ purposes, record_types }) => (
        <Box kind="warn">
          {say('member.objects', {
            purposes: purposes === null ? say('member.every') : purposes.map(called).join(', '),
            types: types(record_types),
          })}
        </Box>
      ))}
    </>
  )
}

/** Who read the member's records lately, in totals; the statement lists each reading. */
export async function seenBy({ run, words }: StaffVisit, party: string) {
  const { calendar, count, say, told, worded } = words
  const { totals, since } = await run('member.seen', { party })

  const day = calendar.day(since)
  return (
    <>
      {totals.length === 0 ? (
        <p>{say('member.readByNobody', { since: day })}</p>
      ) : (
        <>
          <Table
            columns={['member.reader', { right: 'member.times' }, 'member.last']}
            rows={totals.map(({ to, to_name, purpose, purpose_name, shown, readings, last_at }) => {
              const what = Object.entries(shown)
                .map(([type, times]) => `${worded(codeOf(type))} ${times}`)
                .join(', ')
              return [
                <>
                  {to_name === null
                    ? say(to === null ? 'member.namedInThem' : 'member.anotherPerson')
                    : told(to_name)}
                  <span class="label block">
                    {purpose === null
                      ? what
                      : say('member.forWhat', {
                          purpose: words.purpose({ id: purpose, name: purpose_name ?? purpose }),
                          what,
                        })}
                  </span>
                </>,
                count(readings),
                calendar.stamp(last_at),
              ]
            })}
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

interface LetConfirmProps extends Pick<StaffVisit, 'session'> {
  readonly party: string
}

/** The button that makes a code by which the member confirms on the phone of a field officer. */
export function LetConfirm({ session, party }: LetConfirmProps) {
  const { say } = useWords()
  return (
    <Form action="/devices" session={session} class="narrow">
      <input type="hidden" name="id" value={uuidv7()} />
      <input type="hidden" name="party" value={party} />
      <p class="help">{say('devices.confirmsHelp')}</p>
      <div class="buttons">
        <button type="submit" class="quiet" name="act" value="confirms">
          {say('devices.confirms')}
        </button>
      </div>
    </Form>
  )
}

export async function devicesOf({ run, words: { calendar, count, say } }: StaffVisit, party: string) {
  const { devices } = await run('device.list-of', { party })
  if (devices.length === 0) return null

  return (
    <Table
      columns={[
        'devices.device',
        'devices.usedBy',
        'member.cameLast',
        { right: 'member.rejected' },
        'records.standing',
      ]}
      rows={devices.map(({ id, name, used_by, last_came_at, rejected, revoked_at, ...more }) => [
        <>
          <a href={`/devices/${id}`}>{name}</a>
          <HeldOn device={more} />
        </>,
        used_by?.name,
        last_came_at === null ? say('member.never') : calendar.stamp(last_came_at),
        count(rejected),
        revoked_at === null ? (
          <Badge kind="good">{say('member.inUse')}</Badge>
        ) : (
          <Badge kind="info">{say('member.revoked')}</Badge>
        ),
      ])}
    />
  )
}

/** The newest entries of the audit log about the party: readings and other acts. */
export async function actsAbout(visit: StaffVisit, about: string) {
  const { run, words } = visit
  const { calendar, say } = words
  const [{ entries }, purposeCalled] = await Promise.all([
    run('audit', { about, count: NEWEST }),
    purposesCalled(visit),
  ])
  return (
    <Table
      none={say('member.unseen')}
      columns={['member.when', 'member.who', 'member.act', 'member.purpose']}
      rows={entries.map((entry) => [
        calendar.stamp(entry.at),
        entry.staff ?? (entry.name && shortName(entry.name, words)) ?? entry.operator ?? entry.party,
        actOf(words, entry),
        purposeCalled(entry.purpose),
      ])}
    />
  )
}

const NEWEST = 10
