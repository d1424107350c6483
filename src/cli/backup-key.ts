import { Command } from 'commander'
import { checkRecipient, makeKeyPair } from '../backup/age.ts'
import { type GlobalOptions, withTasks } from './context.ts'
import { showSurely } from './print.ts'

interface KeyOptions extends GlobalOptions {
  readonly recipient?: string
  readonly replace?: boolean
}

export function keyCommand(): Command {
  return (
    new Command('key')
      .description('make the key that backups are encrypted with; what opens them is shown this once')
      // Three dots would make commander take several.
      .option(
        '--recipient <age1>',
        'the public part, age1..., of one that was made elsewhere, with age-keygen',
      )
      .option('--replace', 'where there is one already: backups made until now still need the old one')
      .action(async (_own: object, own: Command) => {
        const options = own.optsWithGlobals<KeyOptions>()
        const replace = options.replace ?? false
        const pair =
          options.recipient === undefined
            ? await makeKeyPair()
            : { identity: null, recipient: await checkRecipient(options.recipient) }
        const { recipient } = pair
        await withTasks(options, (run) => run('backup.key-allowed', { replace }))
        // Shown first: backups to a key that nobody has seen would be opened by nobody.
        await showSurely(
          options.json,
          pair,
          () => wordsOf(pair),
          'The key could not be shown, and is not in use. Give the command again, and let its output be seen.',
        )
        await withTasks(options, (run) => run('backup.key', { recipient, replace }))
      })
  )
}

function wordsOf({ identity, recipient }: { identity: string | null; recipient: string }): string {
  if (identity === null)
    return `Backups are encrypted to ${recipient} from now on. Only its identity opens them.`
  return `${identity}

This opens the backups. It is shown this once and is kept nowhere: write it down, or print it, and keep it away from this
machine and from the backups. Without it no backup can be restored, by anybody.
Keep the verifier key of the log beside it (granary anchor status shows it): by that you know that a backup is yours. And
what no backup holds: the settings, the time zone, and an own certificate with its key.
Its public part, to which backups are encrypted from now on: ${recipient}`
}
