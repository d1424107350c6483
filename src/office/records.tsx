import { uuidv7 } from 'uuidv7'
import { OperatorFault, Problem } from '../base/problem.ts'
import { calendarDay, endOfDay, startOfDay } from '../cli/day.ts'
import { allows } from '../domain/staff.ts'
import { RECORD_TYPES, type RecordType } from '../domain/types/index.ts'
import { RETRACTION_REASONS } from '../domain/types/retraction.ts'
import { partyCalled } from '../records/entry/party-called.ts'
import { type CounterRecord, LISTED_STANDINGS } from '../records/record-tasks.ts'
import { amount, Calendar } from '../text/phrases.ts'
import { Box, EMPTY, Field, type Filled, Form, pageText, Table } from './layout.tsx'
import { namesBy } from './member.tsx'
import { say } from './texts.ts'
import type { Answer, StaffVisit } from './visit.ts'
import { problemWords } from './weigh-in.tsx'

/** Records in a list, and one with all its versions. */

const worded = (code: string): string => code.replaceAll('_', ' ')

export async function recordsPage(visit: StaffVisit): Promise<Answer> {
  const { query, run, timeZone } = visit
  const type = RECORD_TYPES.find((known) => known === query.type) ?? 'delivery'
  const standing = LISTED_STANDINGS.find((known) => known === query.standing) ?? 'tip'
  const faults: Record<string, string> = {}
  const subject = await memberIn(visit, faults)
  const period = {
    ...edge(visit, 'since', faults, (day) => ({ fromMs: startOfDay(timeZone, day) ?? 0 })),
    // A day's end is given to the second.
    ...edge(visit, 'until', faults, (day) => ({ toMs: (endOfDay(timeZone, day) ?? 0) + 1000 })),
  }
  const isFaulty = Object.keys(faults).length > 0
  const { records, more } = isFaulty
    ? { records: [], more: false }
    : await run('record.recent', { type, subject, standing, ...period })
  const filled: Filled = { values: query, faults }
  return {
    status: isFaulty ? 422 : 200,
    html: pageText(
      visit,
      say('records.title'),
      <>
        <form method="get" action="/records">
          <div class="fields">
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
          </div>
          <div class="buttons">
            <button type="submit">{say('records.do')}</button>
          </div>
        </form>
        {records.length === 0 ? (
          <p>{say('records.none')}</p>
        ) : (
          <List visit={visit} records={await withNames(visit, records)} />
        )}
        {more && <p>{say('records.more')}</p>}
      </>,
    ),
  }
}

interface SelectProps {
  readonly name: string
  readonly label: string
  readonly words: readonly string[]
  readonly chosen: string
}

const Select = ({ name, label, words, chosen }: SelectProps) => (
  <div>
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {words.map((word) => (
        <option value={word} selected={word === chosen}>
          {worded(word)}
        </option>
      ))}
    </select>
  </div>
)

async function memberIn({ query, run }: StaffVisit, faults: Record<string, string>): Promise<string | null> {
  const text = (query.member ?? '').trim()
  if (text === '') return null
  try {
    return (await partyCalled(run, text.slice(0, 200))).party
  } catch (error) {
    if (!(error instanceof OperatorFault || (error instanceof Error && error.name === 'Error'))) throw error
    faults.member = error.message
    return null
  }
}

function edge<T extends object>(
  { query, timeZone }: StaffVisit,
  name: 'since' | 'until',
  faults: Record<string, string>,
  at: (day: string) => T,
): T | object {
  const text = (query[name] ?? '').trim()
  if (text === '') return {}
  const day = calendarDay(timeZone, text, Date.now())
  if (startOfDay(timeZone, day) !== null) return at(day)
  faults[name] = say('records.noDay')
  return {}
}

/** Of each record the party that it is about first. */
const WHOSE = ['party', 'producer', 'holder', 'from_party', 'obligor']

async function withNames(visit: StaffVisit, records: readonly CounterRecord[]) {
  const nameOf = namesBy(visit)
  return Promise.all(
    records.map(async (record) => {
      const id = WHOSE.map((member) => record[member]).find((value) => typeof value === 'string')
      return { record, name: id === undefined ? '' : await nameOf(String(id)) }
    }),
  )
}

const quantityOf = ({ quantity }: CounterRecord): string => {
  const { value, unit } = (quantity ?? {}) as { readonly value?: number; readonly unit?: string }
  return value === undefined ? '' : `${amount(value)} ${unit}`
}

function List({ visit, records }: { visit: StaffVisit; records: Awaited<ReturnType<typeof withNames>> }) {
  const calendar = new Calendar(visit.timeZone)
  return (
    <Table
      columns={[
        { title: say('member.day') },
        { title: say('members.name') },
        { title: say('today.crop') },
        { title: say('member.quantity'), right: true },
        { title: say('today.kg'), right: true },
        { title: say('records.flags') },
      ]}
      rows={records.map(({ record, name }) => [
        <a href={`/records/${record.id}`}>{calendar.asRecorded(record as never)}</a>,
        name,
        worded(String(record.crop ?? record.kind ?? '')),
        quantityOf(record),
        record.derived.kg === null ? '' : amount(record.derived.kg),
        record.derived.flags.map(worded).join(', '),
      ])}
    />
  )
}

const isOver = ({ derived }: CounterRecord): boolean =>
  derived.standing === 'retracted' || derived.standing === 'superseded'

export async function recordPage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const record = await recordIn(visit)
  if (record === null)
    return {
      status: 404,
      html: pageText(visit, say('records.title'), <Box kind="bad">{say('records.unknown')}</Box>),
    }
  const { run, timeZone, session } = visit
  const calendar = new Calendar(timeZone)
  const flags = (await run('registry.list', { kind: 'flags' })).rows as {
    readonly id: string
    readonly meaning?: string
  }[]
  const versions = await versionsOf(visit, record)
  const [{ name = '' } = {}] = await withNames(visit, [record])
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      say('record.title', { type: worded(record.type), name }),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {visit.query.done !== undefined && <Box kind="good">{say('staff.done')}</Box>}
        <Table
          columns={[{ title: say('record.member') }, { title: say('record.value') }]}
          rows={await valuesOf(visit, record)}
        />
        {record.derived.flags.length > 0 && (
          <Box kind="warn">
            {record.derived.flags.map((flag) => (
              <p>{flags.find(({ id }) => id === flag)?.meaning ?? worded(flag)}</p>
            ))}
          </Box>
        )}
        <h2>{say('record.versions')}</h2>
        <Table
          columns={[
            { title: say('record.received') },
            { title: say('member.quantity'), right: true },
            { title: say('records.standing') },
          ]}
          rows={versions.map((version) => [
            version.id === record.id ? (
              calendar.stamp(version.received_at)
            ) : (
              <a href={`/records/${version.id}`}>{calendar.stamp(version.received_at)}</a>
            ),
            quantityOf(version),
            worded(version.derived.standing),
          ])}
        />
        {allows(session.person.role, 'write') && !isOver(record) && (
          <TakeBack visit={visit} record={record} />
        )}
      </>,
    ),
  }
}

function TakeBack({ visit, record }: { visit: StaffVisit; record: CounterRecord }) {
  return (
    <>
      <h2>{say('record.takeBack')}</h2>
      <p>{say('record.takeBackMeans')}</p>
      <Form action={`/records/${record.id}/retraction`} session={visit.session} class="narrow">
        <input type="hidden" name="id" value={uuidv7()} />
        <Select
          name="reason"
          label={say('record.reason')}
          words={RETRACTION_REASONS}
          chosen={RETRACTION_REASONS[0]}
        />
        <Field name="note" label={say('record.note')} filled={EMPTY} optional />
        <div class="buttons">
          <button type="submit" class="quiet">
            {say('record.takeBack')}
          </button>
        </div>
      </Form>
    </>
  )
}

const idIn = ({ path }: StaffVisit): string => path.split('/')[2] ?? ''

async function recordIn(visit: StaffVisit, id = idIn(visit)): Promise<CounterRecord | null> {
  return visit.run('record.get', { id }).catch((error: unknown) => {
    if (error instanceof OperatorFault) return null
    throw error
  })
}

const MOST_VERSIONS = 64

/** Every version that the cooperative may read, newest first. */
async function versionsOf(visit: StaffVisit, record: CounterRecord): Promise<CounterRecord[]> {
  const found = new Map([[record.id, record]])
  const waiting = [record]
  for (let at = waiting.shift(); at !== undefined && found.size < MOST_VERSIONS; at = waiting.shift()) {
    const others = [at.supersedes, ...at.derived.superseded_by].filter((id) => typeof id === 'string')
    for (const id of others) {
      const other = found.has(id) ? null : await recordIn(visit, id)
      if (other === null) continue
      found.set(id, other)
      waiting.push(other)
    }
  }
  return [...found.values()].sort((a, b) => (a.received_at < b.received_at ? 1 : -1))
}

/** Members that a person reads; ids of parties as names. */
async function valuesOf(visit: StaffVisit, record: CounterRecord): Promise<[string, string][]> {
  const nameOf = namesBy(visit)
  const calendar = new Calendar(visit.timeZone)
  const rows: [string, string][] = [
    [say('member.day'), calendar.asRecorded(record as never)],
    [say('record.received'), calendar.stamp(record.received_at)],
    [say('records.standing'), worded(record.derived.standing)],
  ]
  for (const [member, value] of Object.entries(record)) {
    if (HIDDEN.has(member)) continue
    if (PARTIES.has(member)) rows.push([worded(member), await nameOf(String(value))])
    else if (member === 'quantity') rows.push([say('member.quantity'), quantityOf(record)])
    else if (typeof value !== 'object')
      rows.push([worded(member), member === 'crop' ? worded(String(value)) : String(value)])
  }
  const { kg } = record.derived
  rows.push([say('today.kg'), kg === null ? say('member.noKg') : amount(kg)])
  return rows
}

const HIDDEN = new Set([
  'id',
  'type',
  'occurred_at',
  'occurred_at_precision',
  'recorded_at',
  'received_at',
  'record_class',
  'derived',
])
const PARTIES = new Set([
  'asserted_by',
  'on_behalf_of',
  'party',
  'same_as',
  'producer',
  'holder',
  'from_party',
  'to_party',
  'obligor',
  'obligee',
])

export async function takeBack(visit: StaffVisit): Promise<Answer> {
  const { form, run } = visit
  const record = await recordIn(visit)
  const reason = RETRACTION_REASONS.find((known) => known === form.reason)
  if (record === null || reason === undefined) return recordPage(visit, say('records.unknown'))
  const noteText = (form.note ?? '').trim()
  const draft = {
    id: form.id,
    type: 'retraction' satisfies RecordType,
    target_id: record.id,
    reason,
    occurred_at: new Date(
      Number.parseInt((form.id ?? '').replace('-', '').slice(0, 12), 16) || Date.now(),
    ).toISOString(),
    lawful_basis: record.lawful_basis,
    ...(noteText === '' ? {} : { note: noteText }),
  }
  try {
    await run('record.append', { draft })
    return { to: `/records/${record.id}?done` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return recordPage(visit, problemWords(error))
  }
}
