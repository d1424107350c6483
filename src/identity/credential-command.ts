import { Command } from '../cli/command.ts'
import { type GlobalOptions, timeZoneOf, withTasks, withWords } from '../cli/context.ts'
import { meaning, Option } from '../cli/help.ts'
import { show, table } from '../cli/print.ts'
import { endOf } from '../cli/read-values.ts'
import { parseInstant } from '../domain/time.ts'

interface IssueOptions extends GlobalOptions {
  readonly party: string
  readonly kind: 'party' | 'reader' | 'metrics'
  readonly expires?: string
}

export function credentialCommand(): Command {
  const command = new Command('credential').description('help.credential')
  command
    .command('issue')
    .description('help.credential.issue')
    .requiredOption('--party <party>', 'help.idMemberOrCooperative')
    .addOption(
      new Option('--kind <kind>', 'help.credential.issue.kind')
        .choices(['party', 'reader', 'metrics'])
        .default('party'),
    )
    .option('--expires <date>', 'help.lastDayOrTimestamp')
    .does(async ({ party, kind, expires, ...options }: IssueOptions) => {
      const issued = await withTasks(options, async (run) => {
        const timeZone = await timeZoneOf(run)
        const expiresAtMs = expires === undefined ? null : parseInstant(endOf(expires, '--expires', timeZone))
        return run('credential.issue', { party, kind, expiresAtMs })
      })
      show(
        options.json,
        issued,
        () =>
          `Token  ${issued.token}\n\nIt is shown once; if you lose it, issue another. Revoke it with: granary credential revoke ${issued.credential_id}`,
      )
    })
  command
    .command('list')
    .description('help.credential.list')
    .does(async (options: GlobalOptions) => {
      const [{ credentials }, { calendar }] = await withWords(options, (run) => run('credential.list', {}))
      show(options.json, { credentials }, () =>
        table(
          ['Name', 'Kind', 'Expires', 'Revoked', 'Credential'],
          credentials.map((c) => [
            c.name,
            c.kind,
            c.expires_at === null ? 'never' : calendar.stamp(c.expires_at),
            c.revoked_at === null ? '' : calendar.stamp(c.revoked_at),
            c.credential_id,
          ]),
        ),
      )
    })
  command
    .command('revoke')
    .description('help.credential.revoke')
    .argument('<id>', meaning('help.asShown', { command: 'granary credential list' }))
    .does(async (options: GlobalOptions, id: string) => {
      const [revoked, { calendar }] = await withWords(options, (run) => run('credential.revoke', { id }))
      show(
        options.json,
        revoked,
        () => `Credential ${id} was revoked at ${calendar.stamp(revoked.revoked_at)}.`,
      )
    })
  return command
}
