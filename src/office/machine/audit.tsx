import { given, ifGiven } from '../../base/typed.ts'
import { endOfDay } from '../../cli/day.ts'
import type { AuditLine } from '../../consent/audit-tasks.ts'
import { wholeViews } from '../../consent/audit-views.ts'
import { actOf, deedOf, toldOf } from '../../consent/audit-words.ts'
import { isId } from '../../domain/id.ts'
import { shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'

import { type PurposeCalled, purposesCalled } from '../consent/words-of-grants.ts'
import { allRead } from '../frame/fault-words.ts'
import { edge, memberIn } from '../frame/filters.ts'
import { Field, type Filled, Filters, Select } from '../frame/form.tsx'
import { Action, Actions, Badge } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { type Cell, Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** The audit log: what people did and were refused; below it, folded, what was read, a line for each page. */

const SHOWN = 50
/** Readings that are put together into pages. */
const READ = 200

export async function auditPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { query, run, timeZone } = visit
  const unread = allRead()
  const { faults } = unread
  const about = await memberIn(visit, query, unread)
  const party = await memberIn(visit, query, unread, 'by')
  const record = (query.record ?? '').trim()
  if (record !== '' && !isId(record)) faults.record = say('records.unknown')
  const people = [...new Set((await run('staff.list', {})).staff.map(({ name }) => name))]
  const person = people.find((name) => name === query.person)
  const question = {
    ...edge(visit.words, visit, 'since', faults, (_day, sinceMs) => ({ sinceMs })),
    // `endOfDay` returns the last second of the day.
    ...edge(visit.words, visit, 'until', faults, (day) => ({
      untilMs: (endOfDay(timeZone, day) ?? 0) + 1000,
    })),
    ...given({
      staff: person,
      about: about ?? undefined,
      party: party ?? undefined,
      record: record || undefined,
      refused: ifGiven(query.refused, () => true),
    }),
  }
  const isFaulty = Object.keys(faults).length > 0
  const [acts, readings] = isFaulty
    ? [NONE, NONE]
    : await Promise.all([
        run('audit', { ...question, ...beforeIn(query.before), readings: false, count: SHOWN }),
        question.refused
          ? NONE
          : run('audit', { ...question, ...beforeIn(query.views_before), readings: true, count: READ }),
      ])
  const views = wholeViews(readings.entries, readings.next)
  const purposeCalled = await purposesCalled(visit)

  const filled: Filled = { values: query, ...unread }
  const older = (name: 'before' | 'views_before', next: number | null) => {
    if (next === null) return null
    const asked = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined)
    const following = new URLSearchParams(asked)
    following.set(name, String(next))
    return (
      <Actions>
        <Action href={`/audit?${following}`}>{say('audit.older')}</Action>
      </Actions>
    )
  }
  return {
    status: isFaulty ? 422 : 200,
    html: pageText(
      visit,
      { title: say('audit.title'), line: say('audit.what') },
      <>
        <details class="fold" open={isFaulty || isNarrowed(query)}>
          <summary>{say('audit.narrow')}</summary>
          <Filters
            action="/audit"
            more={
              <button type="submit" class="quiet" name="refused" value="1">
                {say('audit.refused')}
              </button>
            }
          >
            <Field name="member" label={say('audit.about')} filled={filled} optional />
            <Select
              name="person"
              label={say('audit.person')}
              words={['', ...people]}
              chosen={person ?? ''}
              called={(name) => name}
            />
            <Field name="by" label={say('audit.by')} filled={filled} optional />
            <Field name="record" label={say('audit.record')} filled={filled} optional />
            <Field name="since" label={say('records.since')} filled={filled} optional />
            <Field name="until" label={say('records.until')} filled={filled} optional />
          </Filters>
        </details>
        <Table
          none={say('records.none')}
          columns={COLUMNS}
          rows={acts.entries.map((entry) =>
            rowOf(visit.words, [entry], actWords(visit.words, entry, purposeCalled)),
          )}
        />
        {older('before', acts.next)}
        {!question.refused && (
          <section class="card">
            <details open={query.views_before !== undefined || isAboutReadings(question)}>
              <summary>{say('audit.views')}</summary>
              <Table
                none={say('records.none')}
                columns={COLUMNS}
                rows={views.shown.map((view) =>
                  rowOf(visit.words, view, viewWords(visit.words, view, purposeCalled)),
                )}
              />
              {older('views_before', views.next)}
            </details>
          </section>
        )}
      </>,
    ),
  }
}

const COLUMNS = [
  'member.when',
  'member.who',
  'member.act',
  'audit.aboutWhom',
  { right: 'audit.records' },
] as const

/** A row of one or several entries, the newest first. */
function rowOf(words: Words, entries: readonly AuditLine[], what: Cell) {
  const { calendar, count, say } = words
  const [{ at, party, staff, operator, name }] = entries as [AuditLine]
  const about = new Map(entries.flatMap((entry) => entry.about).map((one) => [one.party, one]))
  const records = [...new Set(entries.flatMap(({ record_ids }) => record_ids))]
  return [
    <span class="word">{calendar.stamp(at)}</span>,
    <span title={party ?? undefined}>
      {staff ?? (name && shortName(name, words)) ?? operator ?? party ?? say('audit.nobody')}
    </span>,
    what,
    about.size > 0 && (
      <span class="marks">
        {[...about.values()].map(({ party: one, name: called }) => (
          <a href={`/members/${one}`}>{shortName(called, words) ?? one}</a>
        ))}
      </span>
    ),
    records.length === 1 ? (
      <a href={`/records/${records[0]}`}>{say('audit.one')}</a>
    ) : (
      records.length > 0 && count(records.length)
    ),
  ]
}

/** What a page read, in one line that opens. */
function viewWords(words: Words, view: readonly AuditLine[], purposeCalled: PurposeCalled) {
  const deeds = [...new Set(view.map((entry) => deedOf(words, entry)))]
  const purposes = [...new Set(view.map(({ purpose }) => purposeCalled(purpose)))].filter(Boolean)
  const [only, ...more] = deeds
  return (
    <>
      {more.length === 0 ? (
        only
      ) : (
        <details>
          <summary>{words.say('audit.view', { deed: only ?? '', count: more.length })}</summary>
          <ul>
            {more.map((deed) => (
              <li>{deed}</li>
            ))}
          </ul>
        </details>
      )}
      {purposes.length > 0 && <p class="help">{purposes.join(' · ')}</p>}
    </>
  )
}

interface Page {
  readonly entries: readonly AuditLine[]
  readonly next: number | null
}
const NONE: Page = { entries: [], next: null }

const beforeIn = (typed: string | undefined) => {
  const before = Number(typed)
  return given({ before: Number.isSafeInteger(before) && before > 0 ? before : undefined })
}

/** Whether it asks who read a record or a person, or what a party read. */
const isAboutReadings = ({ record, about, party }: Partial<Record<'record' | 'about' | 'party', string>>) =>
  record !== undefined || about !== undefined || party !== undefined

/** Whether anything narrows the list. */
const isNarrowed = (query: StaffVisit['query']): boolean =>
  ['member', 'person', 'by', 'record', 'since', 'until', 'refused'].some((name) => (query[name] ?? '') !== '')

/** The action, its outcome, how often a refusal was repeated, and what the action was about. */
function actWords(words: Words, entry: AuditLine, purposeCalled: PurposeCalled) {
  const { say } = words
  const { outcome, repeated } = entry
  const told = toldOf(words, entry)
  const ids = told.filter(isId)
  const purpose = purposeCalled(entry.purpose)
  const rest = [...told.filter((text) => !isId(text)), ...(purpose === '' ? [] : [purpose])]
  const isRefusal = outcome !== 'disclosed' && outcome !== 'done' && outcome !== 'begun'
  const act = `${actOf(words, entry)}${repeated === null ? '' : `, ${say('audit.repeated', { count: repeated })}`}`
  return (
    <>
      <span title={ids.join(' ') || undefined}>
        {isRefusal ? (
          <span class="marks">
            {act} <Badge kind="warn">{say('audit.notDone')}</Badge>
          </span>
        ) : (
          act
        )}
      </span>
      {rest.length > 0 && <p class="help">{rest.join(' · ')}</p>}
    </>
  )
}
