import { must } from '../../base/typed.ts'
import { allows } from '../../domain/staff.ts'
import { shortName } from '../../words/party-name.ts'
import { allRead, formStatus } from '../frame/fault-words.ts'
import { memberIn } from '../frame/filters.ts'
import { Field, Submit } from '../frame/form.tsx'
import { Action, Card, Empty, Grid } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { isOver, kindOf, type Token, tokensIn } from './readers.tsx'

/** The list of lenders and buyers, with and without a token. */

export async function readersPage(visit: StaffVisit): Promise<Answer> {
  const { calendar, count, say } = visit.words
  const { query, session } = visit
  const unread = allRead()
  const party = await memberIn(visit, query, unread)
  if (party !== null) return { to: `/readers/${party}` }
  const mayWrite = allows(session.person.role, 'write')
  const { shown, more } = await readersIn(visit)
  return {
    status: formStatus(unread.faults),
    html: pageText(
      visit,
      {
        title: say('readers.title'),
        line: say('readers.what'),
        actions: mayWrite && (
          <Action href="/new-member?kind=institution" icon="add" isMain>
            {say('readers.add')}
          </Action>
        ),
      },
      <Grid>
        <Card
          span={8}
          title={say('readers.known')}
          aside={shown.length > 0 ? count(shown.length) : undefined}
        >
          {shown.length === 0 ? (
            <Empty text={say('readers.none')} />
          ) : (
            <Table
              columns={['staff.name', 'readers.kind', { right: 'readers.live' }]}
              rows={shown.map(({ party: id, name, tokens }) => {
                const live = tokens.filter((token) => !isOver(token, calendar.nowMs))
                return [
                  <a href={`/readers/${id}`}>{name ?? id}</a>,
                  live.length === 0
                    ? say(tokens.length === 0 ? 'readers.noneYet' : 'readers.allOver')
                    : [...new Set(live.map(({ kind }) => say(`readers.kind.${kindOf(kind)}`)))].join('; '),
                  count(live.length),
                ]
              })}
            />
          )}
          {more && <p>{say('readers.more')}</p>}
        </Card>
        <Card span={4}>
          <form method="get" action="/readers">
            <Field
              name="member"
              label={say('members.search')}
              filled={{ values: query, ...unread }}
              isMember
            />
            <Submit class="quiet">{say('members.do')}</Submit>
          </form>
        </Card>
      </Grid>,
    ),
  }
}

/** The others are found by name. */
const MOST_LISTED = 200

interface Reader {
  readonly party: string
  readonly name: string | null
  readonly tokens: readonly Token[]
}

/** Holders of tokens, also of ended ones; organisations that the office recorded; people who are no members and may read about others. */
async function readersIn(visit: StaffVisit): Promise<{ readonly shown: Reader[]; readonly more: boolean }> {
  const { run, cooperativeId, words } = visit
  const tokens = await tokensIn(visit)
  const holders = [...new Set(tokens.map(({ party }) => party))]
  const found = await run('grant.readers', { holders, enough: MOST_LISTED + 1 })
  const keptOf = new Map(holders.map((holder, i) => [holder, must(found.kept[i])]))
  const nameOf = new Map(found.parties.map(({ party, name }) => [party, name]))
  const readers = new Map<string, Reader>()
  for (const [party, theirs] of Map.groupBy(tokens, ({ party: holder }) => must(keptOf.get(holder)))) {
    const { name } = theirs.find((token) => token.party === party) ?? must(theirs[0])
    readers.set(party, { party, name: nameOf.get(party) ?? shortName(name, words), tokens: theirs })
  }
  for (const { party, name } of found.parties)
    if (party !== cooperativeId && !readers.has(party)) readers.set(party, { party, name, tokens: [] })
  const shown = [...readers.values()].slice(0, MOST_LISTED)
  return { shown, more: found.more || readers.size > MOST_LISTED }
}
