import { allows } from '../domain/staff.ts'
import { say } from '../text/catalogue/say.ts'
import { Form } from './layout.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** What a new appliance still lacks, with where it is done; nothing must be done in this order, or at all. */
export async function firstDay(visit: StaffVisit) {
  const { run, session } = visit
  const lacks = await run('first-day', {})
  if (lacks === null) return null
  const { records } = await run('record.recent', { type: 'delivery', subject: null, standing: 'any' })
  const steps = [
    { what: 'name', done: lacks.name, to: `/members/${lacks.cooperative}/correction` },
    { what: 'member', done: lacks.member, to: '/new-member' },
    { what: 'delivery', done: records.length > 0, to: '/weigh-in' },
    { what: 'backup', done: lacks.backup, to: '/machine' },
    { what: 'phone', done: lacks.phone, to: '/devices' },
  ] as const
  const left = steps.filter(({ done }) => !done).length
  if (left === 0 || !allows(session.person.role, 'write')) return null
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
