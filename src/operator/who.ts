import type { Kernel } from '../assemble.ts'
import { isId } from '../domain/id.ts'
import type { Requester } from '../gate/gate.ts'
import type { Author } from '../intake/intake.ts'
import { OperatorFault } from '../problem.ts'

/** Purpose stated when the counter looks at the cooperative's own records. */
export const COUNTER_PURPOSE = 'cooperative_management'

/** The cooperative, as whom the counter writes. */
export function counter(kernel: Kernel, operator: string): Author & Requester {
  const party = kernel.store.appliance.cooperative
  if (party === null)
    throw new OperatorFault(
      'This folder has no cooperative yet.',
      'Set it up with: granary init --name "Your cooperative"',
    )
  return { party, partyId: kernel.store.parties.id(party), credential: null, operator }
}

/**
 * A party by its id, its member number, or `cooperative` for the appliance's own.
 * @throws {OperatorFault} when it is none of these
 */
export function partyId(kernel: Kernel, operator: string, text: string): string {
  if (isId(text)) return text
  if (text === 'cooperative') return counter(kernel, operator).partyId
  const [n, another] = kernel.people.withMemberNumber(text)
  if (another !== undefined)
    throw new OperatorFault(
      `Two parties have the member number "${text}".`,
      'Name the one you mean by its id (granary party list), and correct the number of the other.',
    )
  if (n !== undefined) return kernel.store.parties.id(n)
  throw new OperatorFault(
    `"${text}" is no id and no member number that is known here.`,
    'Look it up with: granary party list',
  )
}
