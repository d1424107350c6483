import { allows } from '../../domain/staff.ts'
import { type ListedParty, partiesFor } from '../../identity/party-search.ts'
import { compareIn } from '../../text/sorting.ts'
import { Submit } from '../frame/form.tsx'
import { Action, Empty } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

const SHOWN = 50

/** All members by name, in pages. A search keeps those whose name, number or phone contains its words. */
export async function membersPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const words = visit.query.search?.trim().slice(0, 200) ?? ''
  const listed = await partiesFor(visit.run, words === '' ? {} : { words })
  // A person who was entered twice is listed once, by the entry that is kept.
  const found = listed.filter(({ same_as }) => same_as === null).sort(byName)
  const last = Math.max(1, Math.ceil(found.length / SHOWN))
  const page = Math.min(last, Math.max(1, Math.trunc(Number(visit.query.page)) || 1))
  const mayWrite = allows(visit.session.person.role, 'write')
  const addressOf = (of: number) =>
    `/members?${new URLSearchParams({ ...(words && { search: words }), page: String(of) })}`
  return {
    html: pageText(
      visit,
      {
        title: say('members.title'),
        line: say('members.line'),
        actions: (
          <>
            <Action href="/members/alike" icon="member">
              {say('members.alike')}
            </Action>
            {mayWrite && (
              <Action href="/new-member" icon="newMember" isMain>
                {say('members.add')}
              </Action>
            )}
          </>
        ),
      },
      <>
        <form method="get" action="/members" class="find">
          <div>
            <label for="search">{say('members.search')}</label>
            <input id="search" name="search" value={words} autofocus autocomplete="off" dir="auto" />
          </div>
          <Submit>{say('members.do')}</Submit>
        </form>
        <div id="found">
          <p role="status" class="label">
            {found.length === 0 ? say('members.none') : say('members.found', { count: found.length })}
          </p>
          {found.length === 0 && mayWrite && <Empty text={say('members.noneOf')} />}
          {found.length > 0 && (
            <div class="card">
              <Table
                columns={['members.number', 'members.name', 'members.phone', 'members.region', '']}
                rows={found
                  .slice((page - 1) * SHOWN, page * SHOWN)
                  .map(({ party, member_no, name, phone, region }) => [
                    member_no,
                    <a href={`/members/${party}`}>{name}</a>,
                    phone,
                    region,
                    mayWrite && party !== visit.cooperativeId && (
                      <a href={`/weigh-in?${new URLSearchParams({ who: member_no ?? party })}`}>
                        {say('members.weigh')}
                      </a>
                    ),
                  ])}
              />
            </div>
          )}
          {found.length > 0 && (
            <p class="links">
              <a href={`/members/cards?${new URLSearchParams(words === '' ? {} : { search: words })}`}>
                {say('cards.print')}
              </a>
            </p>
          )}
          {last > 1 && (
            <p class="actions">
              {page > 1 && <Action href={addressOf(page - 1)}>{say('members.before')}</Action>}
              <span>{say('members.page', { page, last })}</span>
              {page < last && <Action href={addressOf(page + 1)}>{say('members.after')}</Action>}
            </p>
          )}
        </div>
      </>,
    ),
  }
}

function byName(a: ListedParty, b: ListedParty): number {
  const compare = compareIn('en')
  return compare(a.name ?? '', b.name ?? '') || compare(a.member_no ?? '', b.member_no ?? '')
}
