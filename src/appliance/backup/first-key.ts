import type { Run } from '../../cli/context.ts'
import { type KeyPair, makeKeyPair, type Recipient } from './age.ts'

/**
 * The first key for backups, at a terminal and at the office page: it is shown before it is used, since nobody could open backups to
 * a key that nobody has. Another is made by the command alone.
 */

/** @returns the pair, kept nowhere and not used yet, and the verifier key of the log. @throws {OperatorFault} when there is a key */
export async function makeFirstKey(run: Run): Promise<KeyPair & { readonly vkey: string }> {
  const { vkey } = await run('backup.key-allowed', { replace: false })
  return { ...(await makeKeyPair()), vkey }
}

/** Once a person says that the identity is written down. @throws {OperatorFault} when there is a key by now */
export async function useFirstKey(run: Run, recipient: Recipient): Promise<void> {
  await run('backup.key', { recipient, replace: false })
}
