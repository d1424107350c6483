import { allows } from '../domain/staff.ts'
import { partiesFor } from '../identity/party-search.ts'
import { say } from '../text/catalogue/say.ts'
import { pageText, Table } from './layout.tsx'
import type { Answer, StaffVisit } from './visit.ts'

const SHOWN = 50

/** Finds members by name, number or phone. */
export async function membersPage(visit: StaffVisit): Promise<Answer> {
  const words = visit.query.search?.trim().slice(0, 200) ?? ''
  const found = words === '' ? [] : await partiesFor(visit.run, { words })
  const mayWrite = allows(visit.session.person.role, 'write')
  return {
    html: pageText(
      visit,
      say('members.title'),
      <>
        <form method="get" action="/members" class="narrow">
          <label for="search">{say('members.search')}</label>
          <input id="search" name="search" value={words} required autofocus />
          <div class="buttons">
            <button type="submit">{say('members.do')}</button>
          </div>
        </form>
        <p class="links">
          {mayWrite && <a href="/new-member">{say('members.add')}</a>}
          <a href="/members/alike">{say('members.alike')}</a>
        </p>
        <div id="found">
          {words !== '' && (
            <p role="status">
              {found.length === 0 ? say('members.none') : say('members.found', { count: found.length })}
            </p>
          )}
          {found.length > 0 && (
            <Table
              columns={[
                { title: say('members.number') },
                { title: say('members.name') },
                { title: say('members.phone') },
                { title: '' },
              ]}
              rows={found
                .slice(0, SHOWN)
                .map(({ party, member_no, name, phone }) => [
                  member_no,
                  <a href={`/members/${party}`}>{name}</a>,
                  phone,
                  mayWrite && (
                    <a href={`/weigh-in?${new URLSearchParams({ who: member_no ?? party })}`}>
                      {say('members.weigh')}
                    </a>
                  ),
                ])}
            />
          )}
          {found.length > SHOWN && <p>{say('members.more', { count: found.length - SHOWN })}</p>}
        </div>
      </>,
    ),
  }
}
