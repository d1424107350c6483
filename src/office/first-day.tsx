import { allows } from '../domain/staff.ts'
import { say } from '../text/catalogue/say.ts'
import { Form } from './layout.tsx'
import type { Answer, StaffVisit } from './visit.ts'

async function stepsOf({ run }: StaffVisit) {
  const lacks = await run('first-day', {})
  if (lacks === null) return null
  const { records } = await run('record.recent', { type: 'delivery', subject: null, standing: 'any' })
  return [
    { what: 'name', done: lacks.name, to: `/members/${lacks.cooperative}/correction` },
    { what: 'member', done: lacks.member, to: '/new-member' },
    { what: 'delivery', done: records.length > 0, to: '/weigh-in' },
    { what: 'backup', done: lacks.backup, to: '/machine' },
    { what: 'phone', done: lacks.phone, to: '/devices' },
  ] as const
}

/** Where a step was done, what comes next; nothing once the guide is over. */
export async function nextOfFirstDay(visit: StaffVisit) {
  if (!allows(visit.session.person.role, 'write')) return null
  const next = (await stepsOf(visit))?.find(({ done }) => !done)
  if (next === undefined) return null
  return (
    <p>
      {say('firstDay.next')}: <a href={next.to}>{say(`firstDay.${next.what}`)}</a>
    </p>
  )
}

/** What a new appliance still lacks, with where it is done; nothing must be done in this order, or at all. */
export async function firstDay(visit: StaffVisit) {
  const { session } = visit
  const steps = await stepsOf(visit)
  const left = steps?.filter(({ done }) => !done).length ?? 0
  if (steps === null || left === 0 || !allows(session.person.role, 'write')) return null
  return (
    <section>
      <h2>{say('firstDay.title')}</h2>
      <ol>
        {steps.map(({ what, done, to }) => (
          <li>
            {done ? (
              say('firstDay.done', { what: say(`firstDay.${what}`) })
            ) : (
              <a href={to}>{say(`firstDay.${what}`)}</a>
            )}
          </li>
        ))}
      </ol>
      <Form action="/first-day" session={session}>
        <div class="buttons">
          <button type="submit" class="quiet">
            {say('firstDay.hide')}
          </button>
        </div>
      </Form>
    </section>
  )
}

export async function firstDayOver({ run }: StaffVisit): Promise<Answer> {
  await run('first-day.over', {})
  return { to: '/today' }
}
