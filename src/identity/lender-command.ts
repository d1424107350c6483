import { optional } from '../cli/asked.ts'
import type { Command } from '../cli/command.ts'
import { note } from '../cli/print.ts'
import { asking, family } from '../cli/task-command.ts'
import { invitationSheet } from './invitation-sheet.ts'
import { INVITE } from './invite-tasks.ts'

const ASKED = { ...INVITE, call: optional('--call <text>', 'help.lender.invite.call') }

export const lenderCommand = (): Command =>
  family('lender', 'help.lender', [
    asking('invite', 'help.lender.invite', ASKED, async ({ run, words }, { call, ...args }) => {
      const { say } = words
      const invitation = await run('lender.invite', args)
      const { party_name: name, credential_id: id } = invitation
      return {
        json: { ...invitation, party_name: name === null ? null : words.told(name) },
        text: () => invitationSheet(words, invitation, call),
        ifLost: say('once.sheetLost', { id }),
        more() {
          if (!invitation.reachable_by_others) note(`\n${say('once.inviteUnreachable')}`)
          note(`\n${say('once.handOver', { id })}`)
        },
      }
    }),
  ])
