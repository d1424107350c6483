import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { Argument, meaning, Option } from '../cli/help.ts'
import { card, note, show, showSurely, tableOrNone } from '../cli/print.ts'
import { ROLES, type Role } from '../domain/staff.ts'
import type { Words } from '../words/words.ts'

/** Accounts for the office page. */
export function staffCommand(): Command {
  const command = new Command('staff').description('help.staff')
  command
    .command('add')
    .description('help.staff.add')
    .argument('<name>', 'help.staff.add.name')
    .addOption(new Option('--role <role>', 'help.staff.theirRole').choices([...ROLES]).makeOptionMandatory())
    .does(async ({ role, ...options }: GlobalOptions & { role: Role }, name: string) => {
      await showCode(options, await withWords(options, (run) => run('staff.add', { name, role })))
    })
  command
    .command('list')
    .description('help.staff.list')
    .does(async (options: GlobalOptions) => {
      const [{ staff }, words] = await withWords(options, (run) => run('staff.list', {}))
      const { calendar, say } = words
      show(options.json, { staff }, () =>
        tableOrNone(
          words,
          [say('staff.name'), say('staff.role'), say('staff.since'), say('ask.ended')],
          staff.map(({ name, role, since, ended_at }) => [
            name,
            say(`role.${role}`),
            calendar.stamp(since),
            ended_at === null ? '' : calendar.stamp(ended_at),
          ]),
        ),
      )
    })
  command
    .command('role')
    .description('help.staff.role')
    .argument('<name>', meaning('help.asShown', { command: 'granary staff list' }))
    .addArgument(new Argument('<role>', 'help.staff.theirRole').choices([...ROLES]))
    .does(async (options: GlobalOptions, name: string, role: string) => {
      const [changed, { say }] = await withWords(options, (run) =>
        run('staff.role', { name, role: role as Role }),
      )
      show(options.json, changed, () =>
        say('staff.roleChanged', { name: changed.name, role: say(`role.${changed.role}`) }),
      )
    })
  command
    .command('reset')
    .description('help.staff.reset')
    .argument('<name>', meaning('help.asShown', { command: 'granary staff list' }))
    .does(async (options: GlobalOptions, name: string) => {
      await showCode(options, await withWords(options, (run) => run('staff.reset', { name })))
    })
  command
    .command('end')
    .description('help.staff.end')
    .argument('<name>', meaning('help.asShown', { command: 'granary staff list' }))
    .does(async (options: GlobalOptions, name: string) => {
      const [ended, { calendar, say }] = await withWords(options, (run) => run('staff.end', { name }))
      show(options.json, ended, () =>
        say('staff.isEnded', { name: ended.name, at: calendar.stamp(ended.ended_at) }),
      )
    })
  return command
}

interface Coded {
  readonly name: string
  readonly role: Role
  readonly one_time_code: string
  readonly code_expires_at: string
  /** Null if the office page is not served. */
  readonly url: string | null
  readonly had_second_factor: boolean
}

async function showCode(
  options: GlobalOptions,
  [made, { calendar, say }]: readonly [Coded, Words],
): Promise<void> {
  await showSurely(
    options.json,
    made,
    () =>
      card([
        [say('staff.name'), made.name],
        [say('staff.role'), say(`role.${made.role}`)],
        [say('devices.code'), made.one_time_code],
        [say('grant.line.until'), calendar.stamp(made.code_expires_at)],
        [say('staff.line.page'), made.url === null ? say('staff.line.noPage') : `${made.url}/password`],
      ]),
    say('staff.codeLost', { name: made.name }),
  )
  if (options.json) return
  if (made.had_second_factor) note(`\n${say('staff.factorGone')}`)
  note(`\n${say('staff.codeOnce')}`)
}
