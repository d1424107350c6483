import { given, ifGiven } from '../base/typed.ts'
import { endOfDay } from '../cli/day.ts'
import type { AuditLine } from '../consent/audit-tasks.ts'
import { actOf, toldOf } from '../consent/audit-words.ts'
import { isId } from '../domain/id.ts'
import { codeOf } from '../text/kinds.ts'
import type { Words } from '../words/words.ts'

import { edge, memberIn } from './filters.ts'
import { Field, type Filled, pageText, Select, Table } from './layout.tsx'
import type { Answer, StaffVisit } from './visit.ts'

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
      say('audit.title'),
      <>
        <form method="get" action="/audit">
          <div class="fields">
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
          </div>
          <div class="buttons">
            <button type="submit">{say('records.do')}</button>
            <button type="submit" class="quiet" name="refused" value="1">
              {say('audit.refused')}
            </button>
          </div>
        </form>
        <Table
          none={say('records.none')}
          columns={['member.when', 'member.who', 'member.act', 'member.purpose', 'audit.records']}
          rows={entries.map((entry) => [
            calendar.stamp(entry.at),
            entry.staff ?? entry.name ?? entry.operator ?? entry.party ?? say('audit.nobody'),
            actWords(visit.words, entry),
            worded(codeOf(entry.purpose)),
            entry.record_ids.length === 1 ? (
              <a href={`/records/${entry.record_ids[0]}`}>{say('audit.one')}</a>
            ) : (
              entry.record_ids.length > 0 && count(entry.record_ids.length)
            ),
          ])}
        />
        {next !== null && (
          <p>
            <a href={`/audit?${following}`}>{say('audit.older')}</a>
          </p>
        )}
      </>,
    ),
  }
}

/** The action, its outcome, how often a refusal was repeated, and what the action was about. */
function actWords(words: Words, entry: AuditLine) {
  const { say } = words
  const { repeated } = entry
  const told = toldOf(words, entry)
  return (
    <>
      {actOf(words, entry)}
      {repeated !== null && `, ${say('audit.repeated', { count: repeated })}`}
      {told.length > 0 && <p class="help">{told.join(' · ')}</p>}
    </>
  )
}
