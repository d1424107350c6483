import { createHash } from 'node:crypto'
import { OperatorFault, Problem } from '../base/problem.ts'
import { isSimilarName } from '../clients/importer/similar-names.ts'
import { isId } from '../domain/id.ts'
import { type ListedParty, partiesWith } from '../identity/party-search.ts'
import { amount, Calendar } from '../text/phrases.ts'
import { Box, Field, type Filled, Form, pageText, Table } from './layout.tsx'
import { say } from './texts.ts'
import type { Answer, StaffVisit } from './visit.ts'
import { problemWords } from './weigh-in.tsx'

/** One member: what was delivered, who may read it, who did. */
export async function memberPage(visit: StaffVisit): Promise<Answer> {
  const { run, timeZone } = visit
  const id = visit.path.split('/').at(-1) ?? ''
  const calendar = new Calendar(timeZone)
  const called = isId(id) ? await run('party.resolve', { text: id }) : null
  if (called === null || called.name === null)
    return {
      status: 404,
      html: pageText(visit, say('members.title'), <Box kind="bad">{say('members.none')}</Box>),
    }
  const { records, more } = await run('record.recent', { type: 'delivery', subject: id, standing: 'tip' })
  const { grants } = await run('grant.list', { subject: id })
  const { objections } = await run('objection.list', { subject: id })
  const { entries } = await run('audit', { about: id, count: NEWEST })
  const nameOf = namesBy(visit)
  const live = grants.filter((grant) => grant.live)
  const readers = await Promise.all(live.map(({ grantee }) => nameOf(grantee)))
  return {
    html: pageText(
      visit,
      called.name,
      <>
        {visit.query.added !== undefined && <Box kind="good">{say('member.added')}</Box>}
        <h2>{say('member.deliveries')}</h2>
        {records.length === 0 ? (
          <p>{say('today.none')}</p>
        ) : (
          <Table
            columns={[
              { title: say('member.day') },
              { title: say('today.crop') },
              { title: say('member.quantity'), right: true },
              { title: say('today.kg'), right: true },
            ]}
            rows={records.map((record) => {
              const quantity = record.quantity as
                | { readonly value: number; readonly unit: string }
                | undefined
              const { kg } = record.derived
              return [
                calendar.day(record.occurred_at),
                String(record.crop ?? ''),
                quantity === undefined ? '' : `${amount(quantity.value)} ${quantity.unit}`,
                kg === null ? say('member.noKg') : amount(kg),
              ]
            })}
          />
        )}
        {more && <p>{say('member.older')}</p>}
        <h2>{say('member.readers')}</h2>
        {live.length === 0 ? (
          <p>{say('member.nobody')}</p>
        ) : (
          <Table
            columns={[
              { title: say('member.reader') },
              { title: say('member.purpose') },
              { title: say('member.what') },
              { title: say('member.until') },
            ]}
            rows={live.map(({ purpose, record_types, expires_at }, i) => [
              readers[i],
              purpose.replaceAll('_', ' '),
              record_types.join(', ').replaceAll('_', ' '),
              calendar.stamp(expires_at),
            ])}
          />
        )}
        {objections.some((objection) => objection.withdrawn_at === null) && (
          <Box kind="warn">{say('member.objects')}</Box>
        )}
        <h2>{say('member.seen')}</h2>
        {entries.length === 0 ? (
          <p>{say('member.unseen')}</p>
        ) : (
          <Table
            columns={[
              { title: say('member.when') },
              { title: say('member.who') },
              { title: say('member.act') },
              { title: say('member.purpose') },
            ]}
            rows={entries.map((entry) => [
              calendar.stamp(entry.at),
              entry.staff ?? entry.name ?? entry.operator ?? entry.party,
              `${entry.action.replaceAll('_', ' ')}: ${entry.outcome.replaceAll('_', ' ')}`,
              (entry.purpose ?? '').replaceAll('_', ' '),
            ])}
          />
        )}
      </>,
    ),
  }
}

const NEWEST = 10

/** Each party is asked for once. */
export function namesBy({ run }: StaffVisit): (party: string) => Promise<string> {
  const names = new Map<string, Promise<string>>()
  return (party) => {
    const known = names.get(party) ?? run('party.resolve', { text: party }).then(({ name }) => name ?? party)
    names.set(party, known)
    return known
  }
}

export const newMemberPage = (
  visit: StaffVisit,
  filled: Filled = { values: visit.form, faults: {} },
  alike: readonly ListedParty[] = [],
  fault?: string,
): Answer => ({
  status: alike.length > 0 || fault !== undefined || Object.keys(filled.faults).length > 0 ? 422 : 200,
  html: pageText(
    visit,
    say('newMember.title'),
    <>
      {fault !== undefined && <Box kind="bad">{fault}</Box>}
      <Form action="/new-member" session={visit.session} class="narrow">
        <Field name="name" label={say('members.name')} filled={filled} autofocus />
        <Field name="number" label={say('newMember.number')} filled={filled} optional />
        <Field name="phone" label={say('newMember.phone')} filled={filled} optional />
        {alike.length > 0 && (
          <Box kind="warn">
            <p>
              <strong>{say('newMember.alike')}</strong>
            </p>
            <ul>
              {alike.map(({ party, member_no, name, phone }) => (
                <li>
                  <a href={`/members/${party}`}>{[member_no, name, phone].filter(Boolean).join(', ')}</a>
                </li>
              ))}
            </ul>
          </Box>
        )}
        <div class="buttons">
          <button type="submit">{say('newMember.do')}</button>
          {alike.length > 0 && (
            <button type="submit" class="quiet" name="sure" value={sureOf(filled.values)}>
              {say('newMember.sure')}
            </button>
          )}
        </div>
      </Form>
    </>,
  ),
})

const MOST_ALIKE = 8

export async function addMember(visit: StaffVisit): Promise<Answer> {
  const { form: values, run } = visit
  const name = (values.name ?? '').trim()
  const faults: Record<string, string> = {}
  if (name === '') faults.name = say('field.required')
  const phone = await phoneIn(visit, faults)
  const filled: Filled = { values, faults }
  if (Object.keys(faults).length > 0) return newMemberPage(visit, filled)
  if (values.sure !== sureOf(values)) {
    const all = await partiesWith(run, undefined)
    const alike = all.filter(
      (party) =>
        party.name !== null && (isSimilarName(party.name, name) || (phone !== null && party.phone === phone)),
    )
    if (alike.length > 0) return newMemberPage(visit, filled, alike.slice(0, MOST_ALIKE))
  }
  const number = (values.number ?? '').trim()
  try {
    const { party } = await run('party.add', {
      kind: 'person',
      name,
      basis: 'contract_performance',
      ...(phone === null ? {} : { phone }),
      ...(number === '' ? {} : { memberNo: number }),
    })
    return { to: `/members/${party}?added` }
  } catch (error) {
    if (error instanceof OperatorFault) return newMemberPage(visit, filled, [], error.message)
    if (error instanceof Problem) return newMemberPage(visit, filled, [], problemWords(error))
    throw error
  }
}

async function phoneIn({ form, run }: StaffVisit, faults: Record<string, string>): Promise<string | null> {
  const text = (form.phone ?? '').trim()
  if (text === '') return null
  try {
    return (await run('party.phone', { text })).phone
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    faults.phone = `${error.message} ${error.remedy}`
    return null
  }
}

/** The warning was about these very values. */
const sureOf = ({ name, phone }: Filled['values']): string =>
  createHash('sha256')
    .update(JSON.stringify([name, phone]))
    .digest('hex')
