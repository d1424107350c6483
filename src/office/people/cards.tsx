import { partiesFor } from '../../identity/party-search.ts'
import type { NamedParty } from '../../identity/party-tasks.ts'
import { compareIn } from '../../text/sorting.ts'
import { languageOf } from '../../words/language.ts'
import { shortName } from '../../words/party-name.ts'
import { type Words, wordsToo } from '../../words/words.ts'
import { Submit } from '../frame/form.tsx'
import { Box } from '../frame/parts.tsx'
import { QrCode } from '../frame/qr-code.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberFound, noSuchMember } from './member.tsx'

/** Ten sheets: a browser still shows and prints them quickly. */
const AT_ONCE = 100

/** Cards of the usual size (ISO/IEC 7810 ID-1), ten on a sheet of A4, with lines to cut along. */
const STYLE = [
  '@page{size:A4;margin:12mm 16mm}',
  '.cards{display:flex;flex-wrap:wrap;gap:0;align-content:flex-start}',
  '.member-card{display:flex;width:86mm;max-width:100%;height:54mm;padding:4mm;border:1px dashed #888;overflow:hidden;background:#fff;color:#000;break-inside:avoid;font-size:9pt;line-height:1.25}',
  '.member-card div{flex:1;display:flex;flex-direction:column;min-width:0}',
  '.member-card p{margin:0 0 1.5mm}.member-card .name{font-size:13pt;font-weight:700;margin-top:auto}.member-card .long{font-size:10pt}.member-card .longer{font-size:7.5pt}',
  '.member-card .show{margin:auto 0 0;font-size:8pt}',
  '.member-card svg{width:40mm;height:40mm;flex:none;align-self:center}',
  '@media print{.member-card{max-width:none}}',
].join('')

/** Cards of members to print: of one, of those that a search finds, or of all, by pages. */
export async function cardsPage(visit: StaffVisit): Promise<Answer> {
  const { say, count } = visit.words
  const { member, search, page: asked } = visit.query
  if (member !== undefined && (await memberFound(visit, member)) === null) return noSuchMember(visit)
  const words = search?.trim().slice(0, 200) ?? ''
  const ids = member === undefined ? await membersFor(visit, words) : [member]
  const last = Math.max(1, Math.ceil(ids.length / AT_ONCE))
  const page = Math.min(last, Math.max(1, Math.trunc(Number(asked)) || 1))
  const some = ids.slice((page - 1) * AT_ONCE, page * AT_ONCE)
  const { parties } = await visit.run('party.names', { parties: some })
  const addressOf = (of: number) =>
    `/members/cards?${new URLSearchParams({ ...(words && { search: words }), page: String(of) })}`
  return {
    style: STYLE,
    html: pageText(
      visit,
      say('cards.title'),
      <>
        {member === undefined && (
          <form method="get" action="/members/cards" class="narrow">
            <label for="search">{say('members.search')}</label>
            <input id="search" name="search" value={words} />
            <Submit>{say('members.do')}</Submit>
          </form>
        )}
        {some.length === 0 ? (
          <Box kind="warn">{say('members.none')}</Box>
        ) : (
          <p class="help">
            {say('cards.help', {
              first: count((page - 1) * AT_ONCE + 1),
              last: count((page - 1) * AT_ONCE + some.length),
              all: count(ids.length),
            })}
          </p>
        )}
        {last > 1 && (
          <p class="links">
            {page > 1 && <a href={addressOf(page - 1)}>{say('members.before')}</a>}
            <span>{say('members.page', { page, last })}</span>
            {page < last && <a href={addressOf(page + 1)}>{say('members.after')}</a>}
          </p>
        )}
        <div class="sheet cards">
          {parties.map((party) => (
            <Card party={party} cooperative={visit.cooperative} words={wordsFor(visit.words, party)} />
          ))}
        </div>
      </>,
      { style: STYLE },
    ),
  }
}

/** The ids of people and of other parties with a member number, in the order of their numbers. */
async function membersFor({ run }: StaffVisit, words: string): Promise<string[]> {
  const listed = await partiesFor(run, words === '' ? {} : { words })
  const compare = compareIn('en')
  return listed
    .filter(({ same_as, kind, member_no }) => same_as === null && (kind === 'person' || member_no !== null))
    .sort(
      (a, b) =>
        compare(a.member_no ?? '\uffff', b.member_no ?? '\uffff') || compare(a.name ?? '', b.name ?? ''),
    )
    .map(({ party }) => party)
}

/** Returns the words in the member's own language, if it ships. */
function wordsFor(words: Words, { language }: NamedParty): Words {
  const own = languageOf(language ?? '')
  return own === undefined ? words : wordsToo(own, words)
}

/** Names longer than this get smaller letters. */
const LONG_NAME = 22
const LONGER_NAME = 44
const nameClass = (name: string) =>
  name.length > LONGER_NAME ? 'name longer' : name.length > LONG_NAME ? 'name long' : 'name'

function Card({ party, cooperative, words }: { party: NamedParty; cooperative: string; words: Words }) {
  const { party: id, called, member_no } = party
  const name = shortName(called, words)
  const { say, language } = words
  return (
    <section class="member-card" lang={language.locale}>
      <div>
        <p>{cooperative}</p>
        <p class={nameClass(name ?? id)}>{name ?? id}</p>
        {member_no !== null && <p>{say('cards.number', { number: member_no })}</p>}
        <p class="show">{say('cards.show')}</p>
      </div>
      <QrCode text={`granary-member:${id}`} label={say('cards.qr')} />
    </section>
  )
}
