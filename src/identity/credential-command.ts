import type { Command } from '../cli/command.ts'
import { card, tableOf } from '../cli/print.ts'
import { commandOf, family } from '../cli/task-command.ts'
import { shortName } from '../words/party-name.ts'
import { CREDENTIAL, CREDENTIAL_ISSUE } from './credential-tasks.ts'

export const credentialCommand = (): Command =>
  family('credential', 'help.credential', [
    commandOf('issue', 'help.credential.issue', 'credential.issue', CREDENTIAL_ISSUE, (issued, { say }) =>
      [
        card([[say('invitation.token'), issued.token]]),
        say('credential.once', { id: issued.credential_id }),
      ].join('\n\n'),
    ),
    commandOf('list', 'help.credential.list', 'credential.list', {}, ({ credentials }, words) =>
      tableOf(words, credentials, [
        ['members.name', ({ name }) => shortName(name, words)],
        ['entry.kind', ({ kind }) => kind],
        [
          'credential.line.expires',
          ({ expires_at: at }) =>
            at === null ? words.say('credential.line.never') : words.calendar.stamp(at),
        ],
        ['credential.line.revoked', ({ revoked_at: at }) => (at === null ? '' : words.calendar.stamp(at))],
        ['credential.line.credential', ({ credential_id }) => credential_id],
      ]),
    ),
    commandOf(
      'revoke',
      'help.credential.revoke',
      'credential.revoke',
      CREDENTIAL,
      ({ revoked_at }, { calendar, say }, { id }) =>
        say('credential.isRevoked', { id, at: calendar.stamp(revoked_at) }),
    ),
  ])
