import type { TaskResult } from '../../cli/tasks.ts'
import { TOPICS } from '../../config/message-settings.ts'
import type { ShownState } from '../../domain/messages/sending.ts'
import { message } from '../../words/message.ts'
import { nounName } from '../../words/party-name.ts'
import { tickedIn } from '../frame/entry-form.tsx'
import { formStatus, isAnswerable, wordsOf } from '../frame/fault-words.ts'
import { Checkboxes, Field, type Filled, Form } from '../frame/form.tsx'
import { Badge, Box, Card, type Standing } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

/** Messages to members: what became of each, what they cost in parts, the pause, and when and about what they are sent. */

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

export async function messagesPage(visit: StaffVisit, filled?: Filled, fault?: string): Promise<Answer> {
  const { words, run, habits } = visit
  const { calendar, say } = words
  const listed = await run('message.list', {})
  const { messages } = listed
  const count = (state: ShownState) => messages.filter((one) => one.state === state).length
  return {
    status: formStatus(filled?.faults ?? {}, fault),
    html: pageText(
      visit,
      { title: say('messages.title'), line: say('messages.page') },
      <>
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        {!habits.sendsMessages && <Box kind="info">{say('messages.notSet')}</Box>}
        {habits.sendsMessages && <Unusable visit={visit} listed={listed} />}
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
        {habits.sendsMessages && (
          <SetCard visit={visit} filled={filled ?? { values: presentIn(visit), faults: {} }} />
        )}
      </>,
    ),
  }
}

/** In which hours messages are sent, how many a day at most, and about what. */
function SetCard({ visit: { session }, filled }: { visit: StaffVisit; filled: Filled }) {
  const { say } = useWords()
  return (
    <Card title={say('messages.set')}>
      <p>{say('messages.set.line')}</p>
      <Form action={PATH} session={session}>
        <div class="fields">
          <Field name="from" label={say('messages.set.from')} filled={filled} />
          <Field name="to" label={say('messages.set.to')} filled={filled} />
          <Field
            name="aDay"
            label={say('messages.set.aDay')}
            help={say('messages.set.aDay.help')}
            filled={filled}
          />
        </div>
        <Checkboxes
          legend={say('messages.set.about')}
          name="topic"
          words={TOPICS}
          called={(topic) => say(`messages.topic.${topic}`)}
          filled={filled}
        />
        <div class="buttons">
          <button type="submit" name="act" value="set">
            {say('cooperative.save')}
          </button>
        </div>
      </Form>
    </Card>
  )
}

function presentIn({ habits: { messages } }: StaffVisit): Filled['values'] {
  const { hours, aDay, topics } = messages
  return {
    ...{ from: timeOf(hours.from), to: timeOf(hours.to), aDay: String(aDay) },
    ...Object.fromEntries(topics.map((topic) => [`topic_${topic}`, '1'])),
  }
}

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

function State({ state }: { state: ShownState }) {
  const { say } = useWords()
  return <Badge kind={STANDING[state]}>{say(`messages.state.${state}`)}</Badge>
}

/** What is wrong with the gateway's files. */
function Unusable({ visit, listed: { unusable } }: { visit: StaffVisit; listed: Listed }) {
  const { tell } = visit.words
  if (unusable === null) return null
  const { fault, remedy } = unusable
  return (
    <Box kind="bad">
      <p>
        <strong>{tell(message('check.messages.unusable', { fault }))}</strong>
      </p>
      <p>{tell(message('check.messages.unusable.remedy', { remedy }))}</p>
    </Box>
  )
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

export async function changeMessages(visit: StaffVisit): Promise<Answer> {
  const { form, run } = visit
  if (form.act === 'set') return changeSet(visit)
  if (form.act === 'pause') await run('message.pause', {})
  if (form.act === 'resume') await run('message.resume', { party: null })
  return { to: PATH }
}

async function changeSet(visit: StaffVisit): Promise<Answer> {
  const { form, run, words } = visit
  const topics = tickedIn(form, 'topic', TOPICS)
  if (topics.length === 0)
    return messagesPage(visit, { values: form, faults: { topic: words.say('messages.set.none') } })
  const typed = (name: string) => (form[name] ?? '').trim().slice(0, 20)
  try {
    await run('settings.choose', {
      messageHours: `${typed('from')}-${typed('to')}`,
      messagesADay: typed('aDay'),
      messageKinds: topics.length === TOPICS.length ? '' : topics.join(','),
    })
    return { to: PATH }
  } catch (error) {
    if (!isAnswerable(error)) throw error
    return messagesPage(visit, { values: form, faults: {} }, wordsOf(words, error))
  }
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
