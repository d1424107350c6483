import type { TaskResult } from '../../cli/tasks.ts'
import type { ShownState } from '../../domain/messages/sending.ts'
import { nounName } from '../../words/party-name.ts'
import { Form } from '../frame/form.tsx'
import { Badge, Box, type Standing } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** Messages to members: what became of each, what they cost in parts, and the pause. */

type Listed = TaskResult<'message.list'>

const STANDING: Readonly<Record<ShownState, Standing>> = {
  waiting: 'info',
  sent: 'info',
  delivered: 'good',
  failed: 'bad',
  unknown: 'warn',
  stopped: 'info',
}

const PATH = '/machine/messages'

export async function messagesPage(visit: StaffVisit): Promise<Answer> {
  const { words, run, habits } = visit
  const { calendar, say } = words
  const listed = await run('message.list', {})
  const { messages } = listed
  const count = (state: ShownState) => messages.filter((one) => one.state === state).length
  return {
    html: pageText(
      visit,
      { title: say('messages.title'), line: say('messages.page') },
      <>
        {!habits.sendsMessages && <Box kind="info">{say('messages.notSet')}</Box>}
        {habits.sendsMessages && <Why visit={visit} listed={listed} />}
        <section class="card">
          {messages.length > 0 && (
            <p>
              {say('messages.sum', {
                count: messages.length,
                parts: messages.reduce((sum, { parts }) => sum + parts, 0),
                failed: count('failed'),
                unknown: count('unknown'),
              })}
            </p>
          )}
          <Table
            none={say('messages.none')}
            columns={[
              'member.when',
              'reports.member',
              'messages.about',
              'messages.became',
              { right: 'messages.parts' },
              'messages.says',
            ]}
            rows={messages.map((one) => [
              calendar.stamp(one.made_at),
              <a href={`/members/${one.party}`}>{nounName(one.name, words) ?? one.party}</a>,
              say(`messages.kind.${one.kind}`),
              <State state={one.state} />,
              words.count(one.parts),
              one.words,
            ])}
          />
          {habits.sendsMessages && (
            <Form action={PATH} session={visit.session}>
              <div class="buttons">
                <button
                  type="submit"
                  class="quiet"
                  name="act"
                  value={listed.paused === null ? 'pause' : 'resume'}
                >
                  {say(listed.paused === null ? 'messages.pause' : 'messages.goOn')}
                </button>
              </div>
            </Form>
          )}
        </section>
      </>,
    ),
  }
}

function State({ state }: { state: ShownState }) {
  const { say } = useWords()
  return <Badge kind={STANDING[state]}>{say(`messages.state.${state}`)}</Badge>
}

/** Why nothing is sent while messages are paused. */
function Why({ visit, listed: { paused, paused_at, by_office } }: { visit: StaffVisit; listed: Listed }) {
  const { calendar, say } = visit.words
  if (paused === null || paused_at === null) return null
  const at = calendar.stamp(paused_at)
  const what = by_office
    ? say('check.messages.paused', { at })
    : say('check.messages.refused', { at, code: paused })
  return (
    <Box kind={by_office ? 'warn' : 'bad'}>
      <p>
        <strong>{what}</strong>
      </p>
      {!by_office && <p>{say('messages.mend')}</p>}
    </Box>
  )
}

export async function changeMessages({ form, run }: StaffVisit): Promise<Answer> {
  if (form.act === 'pause') await run('message.pause', {})
  if (form.act === 'resume') await run('message.resume', { party: null })
  return { to: PATH }
}

/** The newest messages to a member. */
export async function messagesOf({ run, words: { calendar, say } }: StaffVisit, party: string) {
  const { messages } = await run('message.list', { party, most: OF_MEMBER })
  return (
    <Table
      none={say('messages.none')}
      columns={['member.when', 'messages.about', 'messages.became']}
      rows={messages.map(({ made_at, kind, state }) => [
        calendar.stamp(made_at),
        say(`messages.kind.${kind}`),
        <State state={state} />,
      ])}
    />
  )
}
const OF_MEMBER = 10
