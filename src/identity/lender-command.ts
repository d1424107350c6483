import { Command } from '../cli/command.ts'
import { type GlobalOptions, withWords, wordsOf } from '../cli/context.ts'
import { note, showSurely } from '../cli/print.ts'
import { endOf } from '../cli/read-values.ts'
import { parseInstant } from '../domain/time.ts'
import { invitationSheet } from './invitation-sheet.ts'

interface InviteOptions extends GlobalOptions {
  readonly expires?: string
  readonly call?: string
}

export function lenderCommand(): Command {
  const command = new Command('lender').description('help.lender')
  command
    .command('invite')
    .description('help.lender.invite')
    .argument('<party>', 'help.lender.invite.party')
    .option('--expires <date>', 'help.lender.invite.expires')
    .option('--call <text>', 'help.lender.invite.call')
    .does(async ({ expires, call, ...options }: InviteOptions, party: string) => {
      const [invitation, words] = await withWords(options, async (run) => {
        const words = await wordsOf(options, run)
        const expiresAtMs = expires === undefined ? null : parseInstant(endOf(expires, '--expires', words))
        return run('lender.invite', { party, expiresAtMs })
      })
      const { say } = words
      const { party_name } = invitation
      const id = invitation.credential_id
      await showSurely(
        options.json,
        { ...invitation, party_name: party_name === null ? null : words.told(party_name) },
        () => invitationSheet(words, invitation, call),
        say('once.sheetLost', { id }),
      )
      if (options.json) return
      if (!invitation.reachable_by_others) note(`\n${say('once.inviteUnreachable')}`)
      note(`\n${say('once.handOver', { id })}`)
    })
  return command
}
