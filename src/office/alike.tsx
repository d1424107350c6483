import type { Alike, Member } from '../domain/lookalikes.ts'
import { allows } from '../domain/staff.ts'
import { fullNames } from '../identity/party-names.ts'
import { OperatorFault } from '../words/fault.ts'
import { Box, Form, pageText, Table } from './layout.tsx'
import { lookedAt } from './look.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** Possible duplicates among members. Staff merge each pair, or state that they are two people. */

const SHOWN = 30

export async function alikePage(visit: StaffVisit, fault?: string): Promise<Answer> {
  const { say } = visit.words
  const { pairs, more } = await visit.run('party.alike', {})
  const shown = pairs.slice(0, SHOWN)
  return {
    status: fault === undefined ? 200 : 422,
    html: pageText(
      visit,
      say('alike.title'),
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {visit.query.done !== undefined && <Box kind="good">{say('alike.done')}</Box>}
        <p role="status">{pairs.length === 0 ? say('alike.none') : say('alike.found')}</p>
        {shown.map((pair) => (
          <Pair visit={visit} pair={pair} />
        ))}
        {(more || pairs.length > SHOWN) && <p>{say('alike.more')}</p>}
      </>,
    ),
  }
}

function Pair({ visit, pair: { one, other, by } }: { visit: StaffVisit; pair: Alike }) {
  const { say } = visit.words
  const { session } = visit
  return (
    <section>
      <h2>{say(`alike.by.${by}`)}</h2>
      <Table
        columns={['members.number', 'members.name', 'members.phone', 'alike.region']}
        rows={[one, other].map(({ party, name, member_no, phone, region }) => [
          member_no,
          <a href={`/members/${party}`}>{name}</a>,
          phone,
          region,
        ])}
      />
      {allows(session.person.role, 'write') && (
        <Form action="/members/alike" session={session}>
          <input type="hidden" name="one" value={one.party} />
          <input type="hidden" name="other" value={other.party} />
          <div class="buttons">
            {[one, other].map((kept) => (
              <button type="submit" name="keep" value={kept.party}>
                {say('alike.keep', { who: wordsFor(kept) })}
              </button>
            ))}
            <button type="submit" class="quiet" name="keep" value="">
              {say('alike.different')}
            </button>
          </div>
        </Form>
      )}
    </section>
  )
}

const wordsFor = ({ member_no, name, phone }: Pick<Member, 'member_no' | 'name' | 'phone'>): string =>
  [member_no, name, member_no === null ? phone : null].filter(Boolean).join(', ')

/** Stores a person's decision about one pair. */
export async function answerAlike(visit: StaffVisit): Promise<Answer> {
  const { run, form } = visit
  const { one = '', other = '', keep = '' } = form
  try {
    if (keep === '') {
      await run('party.different', { one, other })
      return { to: '/members/alike?done' }
    }
    const duplicate = keep === one ? other : one
    return await lookedAt(visit, {
      writes: { act: 'merge', keep, duplicate },
      show: async () => {
        const nameOf = await fullNames(visit, [keep, duplicate])
        return { kept: nameOf(keep), twice: nameOf(duplicate) }
      },
      linesOf: ({ kept, twice }) => [kept, twice],
      page: (seen, names, sure) => mergePage(seen, names, sure),
      write: async () => {
        await run('party.merge', { keep, duplicate })
        return { to: '/members/alike?done' }
      },
    })
  } catch (error) {
    if (error instanceof OperatorFault) return alikePage(visit, error.toldIn(visit.words))
    throw error
  }
}

interface Merged {
  readonly kept: string
  readonly twice: string
}

const mergePage = (visit: StaffVisit, { kept, twice }: Merged, sure: string): Answer => {
  const { say } = visit.words
  return {
    html: pageText(
      visit,
      say('alike.mergeTitle'),
      <>
        <p>{say('alike.merge', { kept, twice })}</p>
        <p class="help">{say('alike.mergeMeans')}</p>
        <Form action="/members/alike" session={visit.session}>
          {(['one', 'other', 'keep'] as const).map((name) => (
            <input type="hidden" name={name} value={visit.form[name] ?? ''} />
          ))}
          <div class="buttons">
            <button type="submit" name="sure" value={sure}>
              {say('alike.mergeDo')}
            </button>
            <a href="/members/alike">{say('alike.back')}</a>
          </div>
        </Form>
      </>,
    ),
  }
}
