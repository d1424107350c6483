import { Command } from '../../cli/command.ts'
import { type GlobalOptions, withTasks } from '../../cli/context.ts'
import { commandWords } from '../../cli/language.ts'
import { showSurely } from '../../cli/print.ts'
import type { Words } from '../../words/words.ts'
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
        const words = commandWords(options)
        // The key is shown before it is used: nobody could open backups that are encrypted to a lost key.
        await showSurely(
          options.json,
          { ...pair, vkey },
          () => sheetOf(pair.identity, recipient, vkey, words),
          words.say('backup.keyLost'),
        )
        await withTasks(options, (run) => run('backup.key', { recipient, replace }))
      })
  )
}

function sheetOf(identity: string | null, recipient: string, vkey: string, { say }: Words): string {
  const parts =
    identity === null
      ? [say('backup.keyGiven', { recipient }), vkey, say('backup.keyGiven.vkey')]
      : [
          identity,
          say('backup.keyMade'),
          vkey,
          `${say('backup.keyMade.vkey')}\n${say('backup.keyMade.also')}`,
          say('backup.keyMade.used', { recipient }),
        ]
  return parts.join('\n\n')
}
