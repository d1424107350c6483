import { uuidv7 } from 'uuidv7'
import { ROLES, type Role } from '../../domain/staff.ts'
import { OperatorFault } from '../../words/fault.ts'
import { Field, type Filled, Form, Submit } from '../frame/form.tsx'
import { Badge, Box, Card } from '../frame/parts.tsx'
import { useWords } from '../frame/reader.tsx'
import { isFirst } from '../frame/sessions.ts'
import { pageText } from '../frame/shell.tsx'
import { Table } from '../frame/tables.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'

interface StaffSaid {
  readonly good?: string
  readonly bad?: string
}

export async function staffPage(visit: StaffVisit, said: StaffSaid = {}): Promise<Answer> {
  const { calendar, say } = visit.words
  const { staff } = await visit.run('staff.list', {})

  const filled: Filled = { values: said.bad === undefined ? {} : visit.form, faults: {} }
  return {
    status: said.bad === undefined ? 200 : 422,
    html: pageText(
      visit,
      { title: say('staff.title'), line: say('staff.what') },
      <>
        {said.good !== undefined && <Box kind="good">{said.good}</Box>}
        {said.bad !== undefined && <Box kind="bad">{said.bad}</Box>}
        <Table
          columns={['staff.name', 'staff.role', 'staff.since', '']}
          rows={staff.map(({ id, name, role, since, ended_at }) => [
            name,
            say(`role.${role}`),
            calendar.stamp(since),
            ended_at === null ? (
              <Form action="/staff" session={visit.session} class="buttons">
                <input type="hidden" name="id" value={uuidv7()} />
                <input type="hidden" name="account" value={id} />
                <RoleSelect name={name} role={role} />
                <button type="submit" class="quiet" name="act" value="role">
                  {say('staff.setRole')}
                </button>
                <button type="submit" class="quiet" name="act" value="reset">
                  {say('staff.reset')}
                </button>
                <button type="submit" class="quiet" name="act" value="end">
                  {say('staff.end')}
                </button>
              </Form>
            ) : (
              <Badge kind="info">{say('staff.ended', { at: calendar.stamp(ended_at) })}</Badge>
            ),
          ])}
        />
        <Card title={say('staff.add')}>
          <Form action="/staff" session={visit.session}>
            <input type="hidden" name="id" value={uuidv7()} />
            <div class="fields">
              <Field name="name" label={say('staff.name')} filled={filled} />
              <div>
                <label for="new-role">{say('staff.role')}</label>
                <select id="new-role" name="role">
                  {ROLES.map((role) => (
                    <option value={role}>{say(`role.${role}`)}</option>
                  ))}
                </select>
              </div>
            </div>
            <Submit name="act" value="add">
              {say('staff.addDo')}
            </Submit>
          </Form>
        </Card>
      </>,
    ),
  }
}

const RoleSelect = ({ name, role }: { name: string; role: Role }) => {
  const { say } = useWords()
  return (
    <select name="role" aria-label={`${say('staff.role')}: ${name}`}>
      {ROLES.map((one) => (
        <option value={one} selected={one === role}>
          {say(`role.${one}`)}
        </option>
      ))}
    </select>
  )
}

export async function changeStaff(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { act, id, account, name: typed = '', role: sent } = visit.form
  const role = ROLES.find((one) => one === sent)
  const { run, session } = visit
  try {
    if ((act === 'add' || act === 'reset') && !isFirst(session, id))
      return await staffPage(visit, { bad: say('staff.again') })
    if (act === 'add' && role !== undefined)
      return await showCode(visit, await run('staff.add', { name: typed, role }))
    const { staff } = await run('staff.list', {})
    const name = staff.find((one) => one.id === account && one.ended_at === null)?.name
    if (name === undefined) return await staffPage(visit, { bad: say('notFound.text') })
    if (act === 'reset') return await showCode(visit, await run('staff.reset', { name }))
    if (act === 'role' && role !== undefined) await run('staff.role', { name, role })
    else if (act === 'end') await run('staff.end', { name })
    return { to: '/staff' }
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    return staffPage(visit, { bad: error.toldIn(visit.words) })
  }
}

function showCode(
  visit: StaffVisit,
  made: {
    readonly name: string
    readonly one_time_code: string
    readonly code_expires_at: string
    readonly url: string | null
    readonly had_second_factor: boolean
  },
): Promise<Answer> {
  const { calendar, say } = visit.words
  const until = calendar.stamp(made.code_expires_at)
  const { name, one_time_code: code, url } = made
  const said = say('staff.code', { name, code, until, url: `${url ?? ''}/password` })
  return staffPage(visit, { good: made.had_second_factor ? `${say('staff.factorGone')} ${said}` : said })
}
