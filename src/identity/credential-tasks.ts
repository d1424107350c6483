import type { CredentialKind } from '../store/credentials.ts'
import type { CredentialService } from './credentials.ts'
import type { FrontOfficePorts } from './who.ts'
import { partyId } from './who.ts'

export interface CredentialTaskPorts extends FrontOfficePorts {
  readonly credentials: Pick<CredentialService, 'issue' | 'list' | 'revoke'>
}

export const credentialTasks = {
  'credential.issue': (
    kernel: CredentialTaskPorts,
    operator: string,
    args: { readonly party: string; readonly kind: CredentialKind; readonly expiresAtMs: number | null },
  ) => kernel.credentials.issue(operator, partyId(kernel, operator, args.party), args.kind, args.expiresAtMs),

  'credential.list': (kernel: CredentialTaskPorts, _operator: string, _args: Record<string, never>) => ({
    credentials: kernel.credentials.list(),
  }),

  'credential.revoke': (kernel: CredentialTaskPorts, operator: string, args: { readonly id: string }) =>
    kernel.credentials.revoke(operator, args.id),
} as const
