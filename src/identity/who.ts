import { isId } from '../domain/id.ts'
import type { BaseKernel } from '../registry/kernel.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'

/** Stated purpose when the front office reads the cooperative's own records. */
export const FRONT_OFFICE_PURPOSE = 'cooperative_management'

/** Returns the cooperative, in whose name the front office writes. */
export function frontOffice(kernel: BaseKernel, operator: string) {
  const party = kernel.store.appliance.cooperative
  if (party === null) throw new OperatorFault(...withRemedy('party.noCooperative'))
  return { party, partyId: kernel.store.parties.id(party), credential: null, operator } as const
}

/**
 * Finds a party by its id, its member number, or `cooperative` for the appliance's own.
 * @throws {OperatorFault} when there is none
 */
export function partyId(kernel: BaseKernel, operator: string, text: string): string {
  if (isId(text)) return text
  if (text === 'cooperative') return frontOffice(kernel, operator).partyId
  // A party that was entered twice is found under either number.
  const found = kernel.people.withMemberNumber(text).map((one) => kernel.people.kept(one))
  const [n, another] = [...new Set(found)]
  if (another !== undefined) throw twoNumbers(text)
  if (n !== undefined) return kernel.store.parties.id(n)
  throw unknownParty(text)
}

const twoNumbers = (text: string) =>
  new OperatorFault(message('party.twoNumbers', { text }), {
    onTerminal: message('party.twoNumbers.remedy'),
    onPage: message('party.twoNumbers.onPage'),
  })

const unknownParty = (text: string) =>
  new OperatorFault(message('party.unknown', { text }), {
    onTerminal: message('party.unknown.remedy'),
    onPage: message('fault.findParty'),
  })

/**
 * Like `entryIds`, for a known party only: an id may name no party.
 * @throws {OperatorFault} when there is none
 */
export function knownEntryIds(kernel: BaseKernel, operator: string, text: string): string[] {
  const entries = entryIds(kernel, operator, text)
  if (entries.every((id) => kernel.store.parties.find(id) === undefined)) throw unknownParty(text)
  return entries
}

/** Returns the ids of the entries of a party: several if it was entered more than once. */
export function entryIds(kernel: BaseKernel, operator: string, text: string): string[] {
  const id = partyId(kernel, operator, text)
  const n = kernel.store.parties.find(id)
  return n === undefined ? [id] : kernel.people.entriesOf(n).map((one) => kernel.store.parties.id(one))
}
