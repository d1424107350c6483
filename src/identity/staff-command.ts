import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords } from '../cli/context.ts'
import { Argument, meaning, Option } from '../cli/help.ts'
import { card, note, safe, show, showSurely, table } from '../cli/print.ts'
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
      const [{ staff }, { calendar }] = await withWords(options, (run) => run('staff.list', {}))
      show(options.json, { staff }, () =>
        table(
          ['Name', 'Role', 'Since', 'Ended'],
          staff.map(({ name, role, since, ended_at }) => [
            name,
            role,
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
      const [changed] = await withWords(options, (run) => run('staff.role', { name, role: role as Role }))
      show(
        options.json,
        changed,
        () => `From the next click on, the role of ${safe(changed.name)} is ${changed.role}.`,
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
      const [ended, { calendar }] = await withWords(options, (run) => run('staff.end', { name }))
      show(options.json, ended, () => `${safe(ended.name)} ended at ${calendar.stamp(ended.ended_at)}.`)
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
  [made, { calendar }]: readonly [Coded, Words],
): Promise<void> {
  await showSurely(
    options.json,
    made,
    () =>
      card([
        ['Name', made.name],
        ['Role', made.role],
        ['Code', made.one_time_code],
        ['Until', calendar.stamp(made.code_expires_at)],
        ['Page', made.url === null ? 'none without TLS: granary tls init' : `${made.url}/password`],
      ]),
    `The code could not be written. Make another: granary staff reset "${made.name}"`,
  )
  if (options.json) return
  if (made.had_second_factor) note('\nThe second factor was removed; the person can turn it on again.')
  note('\nThe code is shown once. With it, the person sets a password on that page, and then signs in.')
}
