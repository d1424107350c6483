import { endOfDay, startOfDay } from '../../cli/day.ts'
import { allows } from '../../domain/staff.ts'
import { RECORD_TYPES } from '../../domain/types/index.ts'
import { type CounterRecord, LISTED_STANDINGS } from '../../records/record-tasks.ts'
import { codeOf } from '../../text/kinds.ts'
import type { Words } from '../../words/words.ts'
import { quantityOf } from '../frame/entry-form.tsx'
import { allRead } from '../frame/fault-words.ts'
import { edge, memberIn } from '../frame/filters.ts'
import { Field, type Filled, Filters, Select } from '../frame/form.tsx'
import { Badge, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { paymentWord, whoseWord } from '../people/account-parts.tsx'
import { ConfirmedBadge, confirmationOf } from './confirmation-parts.tsx'
import { NewRecordLinks } from './new-record.tsx'
import { recordCalled, StandingBadge, withNames } from './record.tsx'

/** Lists of records. */

export async function recordsPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { query, run, timeZone } = visit
  const type = RECORD_TYPES.find((known) => known === query.type) ?? 'delivery'
  const standing = LISTED_STANDINGS.find((known) => known === query.standing) ?? 'tip'
  const unread = allRead()
  const { faults } = unread
  const number = (query.number ?? '').trim().slice(0, 200)
  if (number !== '') {
    const called = await recordCalled(visit, number)
    if (called !== null) return { to: `/records/${called.record.id}` }
    faults.number = say('records.noNumber')
  }
  const subject = await memberIn(visit, query, unread)
  const period = {
    ...edge(visit.words, visit, 'since', faults, (day) => ({ fromMs: startOfDay(timeZone, day) ?? 0 })),
    // `endOfDay` returns the last second of the day.
    ...edge(visit.words, visit, 'until', faults, (day) => ({ toMs: (endOfDay(timeZone, day) ?? 0) + 1000 })),
  }
  const isFaulty = Object.keys(faults).length > 0
  const { records, more } = isFaulty
    ? { records: [], more: false }
    : await run('record.recent', { type, subject, standing, ...period })
  const filled: Filled = { values: query, ...unread }
  return {
    status: isFaulty ? 422 : 200,
    html: pageText(
      visit,
      say('records.title'),
      <>
        <Filters action="/records">
          <Field name="number" label={say('records.number')} filled={filled} optional />
          <Select name="type" label={say('records.type')} words={RECORD_TYPES} chosen={type} />
          <Field name="member" label={say('weigh.who')} filled={filled} optional />
          <Field name="since" label={say('records.since')} filled={filled} optional />
          <Field name="until" label={say('records.until')} filled={filled} optional />
          <Select
            name="standing"
            label={say('records.standing')}
            words={LISTED_STANDINGS}
            chosen={standing}
          />
        </Filters>
        {allows(visit.session.person.role, 'write') && <NewRecordLinks />}
        {records.length === 0 ? (
          <Empty text={say('records.none')} />
        ) : (
          <RecordList visit={visit} records={await withNames(visit, records)} />
        )}
        {more && <p>{say('records.more')}</p>}
      </>,
    ),
  }
}

export function RecordList({
  visit,
  records,
}: {
  visit: StaffVisit
  records: Awaited<ReturnType<typeof withNames>>
}) {
  const { calendar } = visit.words
  const some = (has: (record: CounterRecord) => boolean) => records.some(({ record }) => has(record))
  const isMeasured = some(({ quantity }) => quantity !== undefined)
  const isCounted = isMeasured || some(({ amount }) => amount !== undefined)
  // Kilograms may be stated without a quantity.
  const isWeighed = isMeasured || some(({ derived }) => derived.kg !== null)
  return (
    <Table
      columns={[
        'member.day',
        'members.name',
        'member.what',
        ...(isCounted ? [{ right: isMeasured ? 'member.quantity' : 'entry.amount' } as const] : []),
        ...(isWeighed ? [{ right: 'today.kg' } as const] : []),
        'records.standing',
      ]}
      rows={records.map(({ record, parties, what }) => [
        <a href={`/records/${record.id}`}>{calendar.asRecorded(record)}</a>,
        parties,
        what,
        ...(isCounted ? [quantityOf(visit.words, record)] : []),
        ...(isWeighed ? [kgOf(visit.words, record)] : []),
        marksOf(visit, record),
      ])}
    />
  )
}

/** What a reader of the list should know of the record: whether it counts no more, its flags, whether the other side confirmed it, whose word it is. */
function marksOf({ words, cooperativeId }: StaffVisit, record: CounterRecord) {
  const { say, worded } = words
  const money = moneyMark(record, cooperativeId)
  const confirmation = confirmationOf(record)
  // A signature on paper has a flag, and is not confirmed alone.
  const isConfirmed = money === null && confirmation !== null && confirmation.on_paper !== true
  const isPast = record.derived.standing !== 'tip'
  if (record.derived.flags.length === 0 && !isConfirmed && money === null && !isPast) return null
  return (
    <span class="marks">
      {isPast && <StandingBadge words={words} record={record} />}
      {record.derived.flags.map((code) => (
        <Badge kind="warn">{worded(codeOf(code))}</Badge>
      ))}
      {isConfirmed && <ConfirmedBadge record={record} />}
      {/* A signature on paper has a flag of its own. */}
      {money?.of === 'payment' && money.word !== 'on_paper' && (
        <Badge kind={money.isGood ? 'good' : 'warn'}>{say('money.is', { word: money.word })}</Badge>
      )}
      {money?.of === 'debt' && (
        <Badge kind={money.isGood ? 'good' : 'warn'}>{say('money.whose', { whose: money.word })}</Badge>
      )}
    </span>
  )
}

/** Whose word a payment is, or an obligation in money; null for other records. */
function moneyMark(record: CounterRecord, cooperative: string) {
  if (record.type === 'payment') {
    const word = paymentWord(record, cooperative)
    return { of: 'payment', word, isGood: word === 'acknowledged' } as const
  }
  const word = record.type === 'obligation' ? whoseWord(record, cooperative) : null
  return word === null ? null : ({ of: 'debt', word, isGood: word === 'agreed' } as const)
}

/** The kilograms of a record; empty if it has no quantity. */
const kgOf = (
  words: Words,
  {
    quantity,
    derived,
  }: {
    readonly quantity?: unknown
    readonly derived: { readonly kg: number | null }
  },
) => {
  const { amount, say } = words
  return derived.kg !== null ? amount(derived.kg) : quantity === undefined ? '' : say('member.noKg')
}
