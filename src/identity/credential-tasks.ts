import type { CredentialKind } from '../domain/credential.ts'
import type { OfficeKernel } from './kernel.ts'
import { partyId } from './who.ts'

export const credentialTasks = {
  'credential.issue': (
    kernel: OfficeKernel,
    operator: string,
    args: { readonly party: string; readonly kind: CredentialKind; readonly expiresAtMs: number | null },
  ) => kernel.credentials.issue(operator, partyId(kernel, operator, args.party), args.kind, args.expiresAtMs),

  'credential.list': (kernel: OfficeKernel, _operator: string, _args: Record<string, never>) => ({
    credentials: kernel.credentials.list(),
  }),

  'credential.revoke': (kernel: OfficeKernel, operator: string, args: { readonly id: string }) =>
    kernel.credentials.revoke(operator, args.id),
} as const
