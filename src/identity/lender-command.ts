import { Command } from '../cli/command.ts'
import { type GlobalOptions, timeZoneOf, withWords } from '../cli/context.ts'
import { note, showSurely } from '../cli/print.ts'
import { endOf } from '../cli/read-values.ts'
import { parseInstant } from '../domain/time.ts'
import { englishWords } from '../words/words.ts'
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
      const [invitation, { calendar }] = await withWords(options, async (run) => {
        const timeZone = await timeZoneOf(run)
        const expiresAtMs = expires === undefined ? null : parseInstant(endOf(expires, '--expires', timeZone))
        return run('lender.invite', { party, expiresAtMs })
      })
      await showSurely(
        options.json,
        invitation,
        () => invitationSheet(englishWords(calendar.timeZone), invitation, call),
        `The sheet could not be written. The token is lost: revoke it with "granary credential revoke ${invitation.credential_id}", and invite again.`,
      )
      if (options.json) return
      if (!invitation.reachable_by_others)
        note(
          '\nOnly this machine can reach that address. Set GRANARY_LISTEN and TLS (granary tls init), or GRANARY_PUBLIC_URL, and invite again.',
        )
      note(
        `\nThe token is shown once. Hand the sheet over in person: anyone who has the token can read with it. To revoke it: granary credential revoke ${invitation.credential_id}`,
      )
    })
  return command
}
