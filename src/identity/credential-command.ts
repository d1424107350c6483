import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords, wordsOf } from '../cli/context.ts'
import { meaning, Option } from '../cli/help.ts'
import { card, show, tableOrNone } from '../cli/print.ts'
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
      const [issued, { say }] = await withWords(options, async (run) => {
        const words = await wordsOf(options, run)
        const expiresAtMs = expires === undefined ? null : parseInstant(endOf(expires, '--expires', words))
        return run('credential.issue', { party, kind, expiresAtMs })
      })
      show(options.json, issued, () =>
        [
          card([[say('invitation.token'), issued.token]]),
          say('credential.once', { id: issued.credential_id }),
        ].join('\n\n'),
      )
    })
  command
    .command('list')
    .description('help.credential.list')
    .does(async (options: GlobalOptions) => {
      const [{ credentials }, words] = await withWords(options, (run) => run('credential.list', {}))
      const { calendar, say } = words
      show(options.json, { credentials }, () =>
        tableOrNone(
          words,
          [
            say('members.name'),
            say('entry.kind'),
            say('credential.line.expires'),
            say('credential.line.revoked'),
            say('credential.line.credential'),
          ],
          credentials.map((c) => [
            c.name,
            c.kind,
            c.expires_at === null ? say('credential.line.never') : calendar.stamp(c.expires_at),
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
      const [revoked, { calendar, say }] = await withWords(options, (run) => run('credential.revoke', { id }))
      show(options.json, revoked, () =>
        say('credential.isRevoked', { id, at: calendar.stamp(revoked.revoked_at) }),
      )
    })
  return command
}
