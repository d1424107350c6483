import { Argument, Option } from 'commander'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { card, note, show, showSurely, tableOrNone } from '../cli/print.ts'
import { ROLES, type Role } from '../domain/staff.ts'
import type { Words } from '../words/words.ts'

/** Accounts for the office page. */
export function staffCommand(): Command {
  const command = new Command('staff').description('people of the office, who sign in to the office page')
  command
    .command('add')
    .description('make an account; prints a one-time code with which the person sets a password')
    .argument('<name>', "the person's name, with which they sign in")
    .addOption(new Option('--role <role>', 'what they may do').choices([...ROLES]).makeOptionMandatory())
    .does(async ({ role, ...options }: GlobalOptions & { role: Role }, name: string) => {
      await showCode(options, await withWords(options, (run) => run('staff.add', { name, role })))
    })
  command
    .command('list')
    .description('list accounts, ended ones too')
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
    .description('change what a person may do')
    .argument('<name>', 'as "granary staff list" shows it')
    .addArgument(new Argument('<role>', 'what they may do').choices([...ROLES]))
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
    .description(
      'print a new one-time code for a person who forgot the password or lost the phone; ends the old password and second factor',
    )
    .argument('<name>', 'as "granary staff list" shows it')
    .does(async (options: GlobalOptions, name: string) => {
      await showCode(options, await withWords(options, (run) => run('staff.reset', { name })))
    })
  command
    .command('end')
    .description('end an account: its pages are refused from the next click on')
    .argument('<name>', 'as "granary staff list" shows it')
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
