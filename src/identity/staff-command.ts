import type { Command } from '../cli/command.ts'
import { card, note, tableOf } from '../cli/print.ts'
import { asking, commandOf, family, type Outcome } from '../cli/task-command.ts'
import type { Words } from '../words/words.ts'
import { STAFF_ADD, STAFF_NAMED, STAFF_ROLE, type StaffCode } from './staff-tasks.ts'

/** Accounts for the office page. */
export const staffCommand = (): Command =>
  family('staff', 'help.staff', [
    asking('add', 'help.staff.add', STAFF_ADD, async ({ run, words }, args) =>
      codeShown(words, await run('staff.add', args)),
    ),
    commandOf('list', 'help.staff.list', 'staff.list', {}, ({ staff }, words) =>
      tableOf(words, staff, [
        ['staff.name', ({ name }) => name],
        ['staff.role', ({ role }) => words.say(`role.${role}`)],
        ['staff.since', ({ since }) => words.calendar.stamp(since)],
        ['ask.ended', ({ ended_at }) => (ended_at === null ? '' : words.calendar.stamp(ended_at))],
      ]),
    ),
    commandOf('role', 'help.staff.role', 'staff.role', STAFF_ROLE, ({ name, role }, { say }) =>
      say('staff.roleChanged', { name, role: say(`role.${role}`) }),
    ),
    asking('reset', 'help.staff.reset', STAFF_NAMED, async ({ run, words }, args) =>
      codeShown(words, await run('staff.reset', args)),
    ),
    commandOf('end', 'help.staff.end', 'staff.end', STAFF_NAMED, ({ name, ended_at }, { calendar, say }) =>
      say('staff.isEnded', { name, at: calendar.stamp(ended_at) }),
    ),
  ])

const codeShown = ({ calendar, say }: Words, made: StaffCode): Outcome => ({
  json: made,
  text: () =>
    card([
      [say('staff.name'), made.name],
      [say('staff.role'), say(`role.${made.role}`)],
      [say('devices.code'), made.one_time_code],
      [say('grant.line.until'), calendar.stamp(made.code_expires_at)],
      [say('staff.line.page'), made.url === null ? say('staff.line.noPage') : `${made.url}/password`],
    ]),
  ifLost: say('staff.codeLost', { name: made.name }),
  more() {
    if (made.had_second_factor) note(`\n${say('staff.factorGone')}`)
    note(`\n${say('staff.codeOnce')}`)
  },
})
