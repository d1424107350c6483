import { folded } from '../../domain/folding.ts'
import { allows, type Permission } from '../../domain/staff.ts'
import { type ListedParty, partiesFor } from '../../identity/party-search.ts'
import type { CounterRecord } from '../../records/record-tasks.ts'
import { codeOf } from '../../text/kinds.ts'
import type { PlainKey } from '../../words/language.ts'
import { atStart } from '../../words/party-name.ts'
import { cropsIn, quantityOf } from '../frame/entry-form.tsx'
import { GROUPS } from '../frame/menu.tsx'
import { Card, Empty } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { recordCalled, recordTitle, withNames } from './record.tsx'

/** Finds members, records, lots, lenders and buyers, and pages, from one box. */

/** Longer than any name or number. */
const MOST_TYPED = 200
/** Longer than an id, a number on a receipt, or an id that somebody else gave to a plot. */
const LONGEST_NUMBER = 120
/** Results of one kind. The page of that kind has all of them. */
const MOST = 8
/** Parties after which no more are looked for: a single letter is in the names of thousands. */
const ENOUGH_PARTIES = 100
/** Newest lots among which those of a crop are looked for. */
const MOST_LOTS = 50
/** Fewer letters are in the names of most crops. */
const FEWEST_OF_A_CROP = 3

interface Hit {
  readonly to: string
  readonly text: string
  /** What tells it from others of that name. */
  readonly more: string
}

interface Group {
  readonly title: PlainKey
  readonly hits: readonly Hit[]
  /** Where the rest is, if there is more than is shown. */
  readonly rest: string | null
}

export async function searchPage(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const typed = (visit.query.q ?? '').trim().slice(0, MOST_TYPED)
  const groups = typed === '' ? [] : (await groupsFor(visit, typed)).filter(({ hits }) => hits.length > 0)
  return {
    html: pageText(
      visit,
      { title: say('search.title'), line: say('search.line') },
      <>
        <form method="get" action="/search" class="find">
          <div>
            <label for="words">{say('search.all')}</label>
            <input id="words" name="q" type="search" value={typed} autofocus autocomplete="off" dir="auto" />
          </div>
          <div class="buttons">
            <button type="submit">{say('members.do')}</button>
          </div>
        </form>
        {typed !== '' && (
          <div id="results" class="results" role="status">
            {groups.length === 0 && <Empty text={say('search.none')} />}
            {groups.map((group) => (
              <Hits {...group} />
            ))}
          </div>
        )}
      </>,
    ),
  }
}

function Hits({ title, hits, rest }: Group) {
  const { say } = useWords()
  return (
    <Card title={say(title)}>
      <ul class="hits">
        {hits.map(({ to, text, more }) => (
          <li>
            <a href={to}>
              {text}
              {more !== '' && <small>{more}</small>}
            </a>
          </li>
        ))}
        {rest !== null && (
          <li>
            <a href={rest}>{say('search.rest')}</a>
          </li>
        )}
      </ul>
    </Card>
  )
}

async function groupsFor(visit: StaffVisit, typed: string): Promise<readonly Group[]> {
  const asked = folded(typed)
  // Nothing that can be seen was typed.
  if (asked === '') return []
  const [parties, record, lots] = await Promise.all([
    partiesFor(visit.run, { words: typed }, ENOUGH_PARTIES),
    typed.length > LONGEST_NUMBER ? null : recordCalled(visit, typed),
    // Reading lots is audited, so they wait until the words are sent.
    visit.query.typing === undefined ? lotsOf(visit, asked) : [],
  ])
  const isCut = parties.length >= ENOUGH_PARTIES
  const kept = parties.filter(({ same_as }) => same_as === null)
  const people = kept.filter(({ kind }) => kind === 'person')
  const others = kept.filter(({ kind }) => kind !== 'person')
  const search = new URLSearchParams({ search: typed })
  return [
    {
      title: 'nav.records',
      hits: record === null ? [] : await recordHits(visit, [record.record]),
      rest: null,
    },
    {
      title: 'nav.members',
      hits: people.slice(0, MOST).map((one) => partyHit(one, `/members/${one.party}`)),
      rest: isCut || people.length > MOST ? `/members?${search}` : null,
    },
    {
      title: 'search.organisations',
      hits: others.slice(0, MOST).map((one) => partyHit(one, `/readers/${one.party}`)),
      rest: isCut || others.length > MOST ? `/members?${search}` : null,
    },
    {
      title: 'nav.lots',
      hits: await recordHits(visit, lots.slice(0, MOST)),
      rest: lots.length > MOST ? '/lots' : null,
    },
    { title: 'page.pages', hits: pagesCalled(visit, asked), rest: null },
  ]
}

const partyHit = ({ party, name, member_no, phone, region }: ListedParty, to: string): Hit => ({
  to,
  text: name ?? party,
  more: [member_no, phone, region].filter(Boolean).join(', '),
})

async function recordHits(visit: StaffVisit, records: readonly CounterRecord[]): Promise<readonly Hit[]> {
  const { words } = visit
  return (await withNames(visit, records)).map(({ record, name, what }) => ({
    to: record.type === 'lot' ? `/lots/${record.id}` : `/records/${record.id}`,
    text: atStart(recordTitle(words, 'record.title', record.type, name)),
    more: [
      words.calendar.asRecorded(record),
      what,
      quantityOf(words, record),
      words.worded(codeOf(record.derived.standing)),
    ]
      .filter(Boolean)
      .join(', '),
  }))
}

/** Returns lots of the crop that the words name. Lots have no names of their own. */
async function lotsOf(visit: StaffVisit, asked: string): Promise<readonly CounterRecord[]> {
  if (asked.length < FEWEST_OF_A_CROP) return []
  const named = (await cropsIn(visit)).filter(({ name }) => folded(name).includes(asked))
  if (named.length === 0) return []
  const recent = { type: 'lot', subject: null, standing: 'tip', most: MOST_LOTS } as const
  const { records } = await visit.run('record.recent', recent)
  return records.filter(({ crop }) => named.some(({ id }) => id === crop))
}

/** Pages that the menu does not have, with whom they are for. */
const MORE_PAGES: readonly (readonly [path: string, text: PlainKey, permission: Permission])[] = [
  ['/new-member', 'members.add', 'write'],
  ['/members/alike', 'members.alike', 'read'],
  ['/unconfirmed', 'unconfirmed.title', 'read'],
  ['/to-tell', 'tell.title', 'read'],
  ['/new-lot', 'lots.new', 'write'],
  ['/machine/backups', 'machine.backups', 'manage'],
  ['/machine/messages', 'messages.title', 'manage'],
  ['/account', 'account.title', 'read'],
]

/** The pages of this name that the person may open. */
function pagesCalled({ session, words: { say } }: StaffVisit, asked: string): readonly Hit[] {
  const { role } = session.person
  return [...GROUPS.flatMap(([, entries]) => entries), ...MORE_PAGES]
    .filter(([, text, permission]) => allows(role, permission) && folded(say(text)).includes(asked))
    .slice(0, MOST)
    .map(([to, text]) => ({ to, text: say(text), more: '' }))
}
