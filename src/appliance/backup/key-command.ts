import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks } from '../../cli/context.ts'
import { showSurely } from '../../cli/print.ts'
import { checkRecipient, makeKeyPair } from './age.ts'

interface KeyOptions extends GlobalOptions {
  readonly recipient?: string
  readonly replace?: boolean
}

export function keyCommand(): Command {
  return (
    new Command('key')
      .description('help.backup.key')
      // With three dots, commander would accept several.
      .option('--recipient <age1>', 'help.backup.key.recipient')
      .option('--replace', 'help.backup.key.replace')
      .does(async (options: KeyOptions) => {
        const replace = options.replace ?? false
        const pair =
          options.recipient === undefined
            ? await makeKeyPair()
            : { identity: null, recipient: await checkRecipient(options.recipient) }
        const { recipient } = pair
        const { vkey } = await withTasks(options, (run) => run('backup.key-allowed', { replace }))
        // The key is shown before it is used: nobody could open backups that are encrypted to a lost key.
        await showSurely(
          options.json,
          { ...pair, vkey },
          () => wordsOf({ ...pair, vkey }),
          'The key could not be shown and is not in use. Run the command again with its output on a terminal or in a file.',
        )
        await withTasks(options, (run) => run('backup.key', { recipient, replace }))
      })
  )
}

interface Sheet {
  readonly identity: string | null
  readonly recipient: string
  readonly vkey: string
}

function wordsOf({ identity, recipient, vkey }: Sheet): string {
  if (identity === null)
    return `From now on backups are encrypted to ${recipient}. Only its identity opens them.

${vkey}

This is the verifier key of the log. Keep it with the identity: it shows whether a backup is yours.`
  return `${identity}

This identity opens the backups. It is shown once and not stored: write it down or print it, and keep it away from this
machine and from the backups. Without it nobody can restore a backup.

${vkey}

This is the verifier key of the log, which is not secret. Keep it on the same sheet: it shows whether a backup is yours.
Also keep what backups do not contain: the settings, the time zone, and your own certificate with its key, if you have one.

From now on backups are encrypted to the public part of the first line: ${recipient}`
}
