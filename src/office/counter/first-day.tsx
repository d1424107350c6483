import { allows, type Permission } from '../../domain/staff.ts'
import { Form, Submit } from '../frame/form.tsx'
import { Box, Card, Steps } from '../frame/parts.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

interface FirstStep {
  readonly what: 'name' | 'lists' | 'member' | 'delivery' | 'backup' | 'phone'
  readonly done: boolean
  readonly to: string
  readonly by: Permission
}

async function stepsOf({ run }: StaffVisit): Promise<readonly FirstStep[] | null> {
  const lacks = await run('first-day', {})
  if (lacks === null) return null
  const { records } = await run('record.recent', { type: 'delivery', subject: null, standing: 'any' })
  return [
    { what: 'name', done: lacks.name, to: '/cooperative', by: 'manage' },
    { what: 'lists', done: lacks.lists, to: '/cooperative/lists', by: 'manage' },
    { what: 'member', done: lacks.member, to: '/new-member', by: 'write' },
    { what: 'delivery', done: records.length > 0, to: '/weigh-in', by: 'write' },
    { what: 'backup', done: lacks.backup, to: '/machine/backups', by: 'manage' },
    { what: 'phone', done: lacks.phone, to: '/devices', by: 'manage' },
  ]
}

/** The first step that is left for this person; undefined if there is none. */
async function nextStep(visit: StaffVisit): Promise<FirstStep | undefined> {
  const { role } = visit.session.person
  if (!allows(role, 'write')) return undefined
  return (await stepsOf(visit))?.find(({ done, by }) => !done && allows(role, by))
}

/**
 * Saves what a step of the first day asks for. Done for the first time, it leads to the page of the next step, which says that it
 * was saved.
 * @param own the page that it leads to otherwise
 */
export async function savedStep(
  visit: StaffVisit,
  what: FirstStep['what'],
  save: () => Promise<unknown>,
  own: string,
): Promise<Answer> {
  const isFirst = (await stepsOf(visit))?.some((step) => step.what === what && !step.done) === true
  await save()
  const next = isFirst ? await nextStep(visit) : undefined
  return { to: next === undefined ? own : `${next.to}?stepped` }
}

/** A page of a step, which says that the step before it was saved. */
export const afterStep =
  (page: (visit: StaffVisit) => Promise<Answer>) =>
  (visit: StaffVisit): Promise<Answer> =>
    page(
      visit.query.stepped === undefined
        ? visit
        : { ...visit, notice: <Box kind="good">{visit.words.say('cooperative.done')}</Box> },
    )

/** Links to the next step after one was done; shows nothing once all steps are done. */
export async function nextOfFirstDay(visit: StaffVisit) {
  const { say } = visit.words
  const next = await nextStep(visit)
  if (next === undefined) return null
  return (
    <p>
      {say('firstDay.next')}: <a href={next.to}>{say(`firstDay.${next.what}`)}</a>
    </p>
  )
}

/** The steps that a new appliance still needs, with links. All are optional, and their order is free. */
export async function firstDay(visit: StaffVisit) {
  const { say } = visit.words
  const { session } = visit
  const steps = await stepsOf(visit)
  const left = steps?.filter(({ done }) => !done).length ?? 0
  if (steps === null || left === 0 || !allows(session.person.role, 'write')) return null
  const next = steps.find(({ done, by }) => !done && allows(session.person.role, by))
  return (
    <Card
      title={say('firstDay.title')}
      aside={say('firstDay.of', { done: steps.length - left, of: steps.length })}
    >
      <Steps
        steps={steps.map((step) => {
          const { what, done, to, by } = step
          const name = say(`firstDay.${what}`)
          if (done) return { name: say('firstDay.done', { what: name }), isDone: true }
          if (!allows(session.person.role, by))
            return { name: say('firstDay.byManager', { what: name }), isDone: false }
          return { name: <a href={to}>{name}</a>, isDone: false, isNow: step === next }
        })}
      />
      <Form action="/first-day" session={session}>
        <Submit class="quiet">{say('firstDay.hide')}</Submit>
      </Form>
    </Card>
  )
}

export async function firstDayOver({ run }: StaffVisit): Promise<Answer> {
  await run('first-day.over', {})
  return { to: '/today' }
}
