/**
 * What an answer to a person must not disclose of other persons (contract §7). Every member that has a party's id
 * or leads to one must be in this list; its index there is a redaction's code.
 */
export const PARTY_POINTERS = [
  '/asserted_by',
  '/on_behalf_of',
  '/party',
  '/producer',
  '/holder',
  '/from_party',
  '/to_party',
  '/obligor',
  '/obligee',
  '/derived/custody/custodian',
  '/grantee',
  '/subject',
  '/principal',
  '/delegate',
  '/lodged_by',
  '/device_id',
  '/delegation_id',
  '/inputs',
  '/same_as',
  '/filed_by',
] as const
export type PartyPointer = (typeof PARTY_POINTERS)[number]

/** Members that would reveal that records are of the same person, though not of whom. */
const LEADS_TO: Readonly<Partial<Record<PartyPointer, readonly PartyPointer[]>>> = {
  '/device_id': ['/asserted_by'],
  '/delegation_id': ['/asserted_by', '/on_behalf_of'],
}

/** Members that tell the same as another. */
const TOLD_WITH: Readonly<Partial<Record<PartyPointer, readonly string[]>>> = {
  '/grantee': ['grantee_name', 'grantee_kind'],
}

type Json = Readonly<Record<string, unknown>>

/**
 * Removes other natural persons' ids from what a person is shown.
 * @param isOther whether a party is a natural person other than the requester
 * @returns the same object if there is nothing to remove
 */
export function redacted<T extends object>(
  told: T,
  isOther: (party: string) => boolean,
): { readonly told: T; readonly pointers: readonly PartyPointer[] } {
  const isOthers = (pointer: PartyPointer): boolean => {
    const value = valueAt(told as Json, pointer)
    return typeof value === 'string' && isOther(value)
  }
  const pointers = PARTY_POINTERS.filter((pointer) => {
    const persons = LEADS_TO[pointer] ?? [pointer]
    return valueAt(told as Json, pointer) !== undefined && persons.some(isOthers)
  })
  if (pointers.length === 0) return { told, pointers }
  const copy = structuredClone(told) as T
  for (const pointer of pointers) {
    removeAt(copy as Record<string, unknown>, pointer)
    for (const member of TOLD_WITH[pointer] ?? []) delete (copy as Record<string, unknown>)[member]
  }
  return { told: copy, pointers }
}

const pathOf = (pointer: string) => pointer.slice(1).split('/')

function valueAt(told: Json, pointer: string): unknown {
  let value: unknown = told
  for (const member of pathOf(pointer)) value = (value as Json | null | undefined)?.[member]
  return value
}

function removeAt(told: Record<string, unknown>, pointer: string): void {
  const path = pathOf(pointer)
  let holder = told
  for (const member of path.slice(0, -1)) holder = holder[member] as Record<string, unknown>
  delete holder[path[path.length - 1] as string]
}
