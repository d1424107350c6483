import { given, ifGiven } from '../../base/typed.ts'
import { endOfDay } from '../../cli/day.ts'
import type { AuditLine } from '../../consent/audit-tasks.ts'
import { actOf, toldOf } from '../../consent/audit-words.ts'
import { isId } from '../../domain/id.ts'
import { codeOf } from '../../text/kinds.ts'
import { shortName } from '../../words/party-name.ts'
import type { Words } from '../../words/words.ts'

import { edge, memberIn } from '../frame/filters.ts'
import { Field, type Filled, Filters, Select } from '../frame/form.tsx'
import { Action, Actions, Badge } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** The audit log: who did, read and was refused what. */

const SHOWN = 50

export async function auditPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, count, say, worded } = visit.words
  const { query, run, timeZone } = visit
  const faults: Record<string, string> = {}
  const about = await memberIn(visit, faults)
  const party = await memberIn({ ...visit, query: { member: query.by } }, faults, 'by')
  const record = (query.record ?? '').trim()
  if (record !== '' && !isId(record)) faults.record = say('records.unknown')
  const people = [...new Set((await run('staff.list', {})).staff.map(({ name }) => name))]
  const person = people.find((name) => name === query.person)
  const before = Number(query.before)
  const question = {
    count: SHOWN,
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
      before: Number.isSafeInteger(before) && before > 0 ? before : undefined,
    }),
  }
  const isFaulty = Object.keys(faults).length > 0
  const { entries, next } = isFaulty ? { entries: [], next: null } : await run('audit', question)

  const filled: Filled = { values: query, faults }
  const following = new URLSearchParams({
    ...given(query),
    before: String(next),
  })
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
          columns={[
            'member.when',
            'member.who',
            'member.act',
            'audit.aboutWhom',
            'member.purpose',
            { right: 'audit.records' },
          ]}
          rows={entries.map((entry) => [
            <span class="word">{calendar.stamp(entry.at)}</span>,
            <span title={entry.party ?? undefined}>
              {entry.staff ??
                (entry.name && shortName(entry.name, visit.words)) ??
                entry.operator ??
                entry.party ??
                say('audit.nobody')}
            </span>,
            actWords(visit.words, entry),
            entry.about.length > 0 && (
              <span class="marks">
                {entry.about.map(({ party: one, name }) => (
                  <a href={`/members/${one}`}>{shortName(name, visit.words) ?? one}</a>
                ))}
              </span>
            ),
            worded(codeOf(entry.purpose)),
            entry.record_ids.length === 1 ? (
              <a href={`/records/${entry.record_ids[0]}`}>{say('audit.one')}</a>
            ) : (
              entry.record_ids.length > 0 && count(entry.record_ids.length)
            ),
          ])}
        />
        {next !== null && (
          <Actions>
            <Action href={`/audit?${following}`}>{say('audit.older')}</Action>
          </Actions>
        )}
      </>,
    ),
  }
}

/** Whether anything narrows the list. */
const isNarrowed = (query: StaffVisit['query']): boolean =>
  ['member', 'person', 'by', 'record', 'since', 'until', 'refused'].some((name) => (query[name] ?? '') !== '')

/** The action, its outcome, how often a refusal was repeated, and what the action was about. */
function actWords(words: Words, entry: AuditLine) {
  const { say } = words
  const { outcome, repeated } = entry
  const told = toldOf(words, entry)
  const ids = told.filter(isId)
  const rest = told.filter((text) => !isId(text))
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
