import type { Kernel } from '../assemble.ts'
import type { CredentialKind } from '../store/credentials.ts'
import { partyId } from './who.ts'

export const credentialTasks = {
  'credential.issue': (
    kernel: Kernel,
    operator: string,
    args: { readonly party: string; readonly kind: CredentialKind; readonly expiresAtMs: number | null },
  ) => kernel.credentials.issue(operator, partyId(kernel, operator, args.party), args.kind, args.expiresAtMs),

  'credential.list': (kernel: Kernel, _operator: string, _args: Record<string, never>) => ({
    credentials: kernel.credentials.list(),
  }),

  'credential.revoke': (kernel: Kernel, operator: string, args: { readonly id: string }) =>
    kernel.credentials.revoke(operator, args.id),
} as const
