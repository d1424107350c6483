import type { CredentialKind } from '../domain/credential.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { CredentialsAsked } from './credentials.ts'
import type { OfficeKernel } from './kernel.ts'
import { partyId } from './who.ts'

export const credentialTasks = tasksOn<OfficeKernel>()({
  'credential.issue': (
    kernel,
    operator,
    args: { readonly party: string; readonly kind: CredentialKind; readonly expiresAtMs: number | null },
  ) => kernel.credentials.issue(operator, partyId(kernel, operator, args.party), args.kind, args.expiresAtMs),

  'credential.list': (kernel, _operator, asked: CredentialsAsked) => ({
    credentials: kernel.credentials.list(asked),
  }),

  'credential.revoke': (kernel, operator, args: { readonly id: string }) =>
    kernel.credentials.revoke(operator, args.id),
})
