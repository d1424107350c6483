import type { Run } from '../../cli/context.ts'
import { type KeyPair, makeKeyPair, type Recipient } from './age.ts'

/**
 * Makes the first key for backups, at a terminal and on the office page. The key is shown before it is used:
 * nobody could open backups that are encrypted to a lost key. Only the command `granary backup key` replaces
 * a key.
 */

/**
 * @returns a pair, which is neither stored nor in use yet, and the verifier key of the log
 * @throws {OperatorFault} when there is a key
 */
export async function makeFirstKey(run: Run): Promise<KeyPair & { readonly vkey: string }> {
  const { vkey } = await run('backup.key-allowed', { replace: false })
  return { ...(await makeKeyPair()), vkey }
}

/**
 * Call once a person confirms that the identity is written down.
 * @throws {OperatorFault} when there is a key by now
 */
export async function useFirstKey(run: Run, recipient: Recipient): Promise<void> {
  await run('backup.key', { recipient, replace: false })
}
