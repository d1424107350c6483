import type { Alike, ComparedMember } from '../../domain/lookalikes.ts'
import { allows } from '../../domain/staff.ts'
import { fullNames } from '../../identity/party-names.ts'
import { OperatorFault } from '../../words/fault.ts'
import { Form } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { Action, Badge, Box, Card, Empty, Facts, Grid } from '../frame/parts.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

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
      {
        title: say('alike.title'),
        line: pairs.length === 0 ? say('alike.none') : say('alike.found'),
      },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {visit.query.done !== undefined && <Box kind="good">{say('alike.done')}</Box>}
        {pairs.length === 0 && <Empty text={say('alike.nothing')} />}
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
    <Card title={say(`alike.by.${by}`)}>
      <Grid>
        {[one, other].map((member) => (
          <Card span={6}>
            <h3>
              <a href={`/members/${member.party}`}>{member.name}</a>
            </h3>
            <Facts
              rows={(
                [
                  ['members.number', member.member_no, one.member_no === other.member_no],
                  ['members.phone', member.phone, one.phone === other.phone],
                  ['alike.region', member.region, one.region === other.region],
                ] as const
              ).map(([key, text, isSame]) => [
                say(key),
                text === null ? (
                  <span class="label">{say('members.notWritten')}</span>
                ) : (
                  <>
                    {text} {isSame && <Badge kind="warn">{say('alike.sameHere')}</Badge>}
                  </>
                ),
              ])}
            />
          </Card>
        ))}
      </Grid>
      {allows(session.person.role, 'write') && (
        <Form action="/members/alike" session={session}>
          <input type="hidden" name="one" value={one.party} />
          <input type="hidden" name="other" value={other.party} />
          <div class="buttons">
            {[one, other].map((kept) => (
              <button type="submit" class="quiet" name="keep" value={kept.party}>
                {say('alike.keep', { who: wordsFor(kept) })}
              </button>
            ))}
            <button type="submit" class="quiet" name="keep" value="">
              {say('alike.different')}
            </button>
          </div>
        </Form>
      )}
    </Card>
  )
}

const wordsFor = ({ member_no, name, phone }: Pick<ComparedMember, 'member_no' | 'name' | 'phone'>): string =>
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
        <Box kind="warn">
          <p>{say('alike.merge', { kept, twice })}</p>
          <p class="help">{say('alike.mergeMeans')}</p>
        </Box>
        <Form action="/members/alike" session={visit.session}>
          {(['one', 'other', 'keep'] as const).map((name) => (
            <input type="hidden" name={name} value={visit.form[name] ?? ''} />
          ))}
          <div class="buttons">
            <button type="submit" name="sure" value={sure}>
              {say('alike.mergeDo')}
            </button>
            <Action href="/members/alike">{say('alike.back')}</Action>
          </div>
        </Form>
      </>,
    ),
  }
}
