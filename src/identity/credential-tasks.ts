import { type Args, lastDayMs, oneOf, optional, orNull, required, shownBy } from '../cli/asked.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { CredentialsAsked } from './credentials.ts'
import type { OfficeKernel } from './kernel.ts'
import { partyId } from './who.ts'

export const CREDENTIAL_ISSUE = {
  party: required('--party <party>', 'help.idMemberOrCooperative'),
  kind: oneOf('--kind <kind>', 'help.credential.issue.kind', ['party', 'reader', 'metrics'], 'party'),
  expiresAtMs: orNull(optional('--expires <date>', 'help.lastDayOrTimestamp', lastDayMs)),
}
export const CREDENTIAL = { id: shownBy('granary credential list') }

export const credentialTasks = tasksOn<OfficeKernel>()({
  'credential.issue': (kernel, operator, { party, kind, expiresAtMs }: Args<typeof CREDENTIAL_ISSUE>) =>
    kernel.credentials.issue(operator, partyId(kernel, operator, party), kind, expiresAtMs),

  'credential.list': (kernel, _operator, asked: CredentialsAsked) => ({
    credentials: kernel.credentials.list(asked),
  }),

  'credential.revoke': (kernel, operator, { id }: Args<typeof CREDENTIAL>) =>
    kernel.credentials.revoke(operator, id),
})
