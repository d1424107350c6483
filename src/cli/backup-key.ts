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
        const { vkey } = await withTasks(options, (run) => run('backup.key-allowed', { replace }))
        // Shown first: backups to a key that nobody has seen would be opened by nobody.
        await showSurely(
          options.json,
          { ...pair, vkey },
          () => wordsOf({ ...pair, vkey }),
          'The key could not be shown, and is not in use. Give the command again, and let its output be seen.',
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
    return `Backups are encrypted to ${recipient} from now on. Only its identity opens them.

${vkey}

This is the verifier key of the log. Keep it beside the identity: by it you know that a backup is yours.`
  return `${identity}

This opens the backups. It is shown this once and is kept nowhere: write it down, or print it, and keep it away from this
machine and from the backups. Without it no backup can be restored, by anybody.

${vkey}

This is the verifier key of the log. It is no secret; keep it on the same sheet: by it you know that a backup is yours. Keep
there too what no backup holds: the settings, the time zone, and an own certificate with its key.

Backups are encrypted from now on to the public part of the first line: ${recipient}`
}
