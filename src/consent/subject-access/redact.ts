/**
 * What the answer to a person must not tell of other persons (contract §7). Members that hold a party's id or lead
 * to one; the place in this list is the code of a redaction.
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
] as const
export type PartyPointer = (typeof PARTY_POINTERS)[number]

/** Members that would tell which records are of the same person, though not of whom. */
const LEADS_TO: Readonly<Partial<Record<PartyPointer, readonly PartyPointer[]>>> = {
  '/device_id': ['/asserted_by'],
  '/delegation_id': ['/asserted_by', '/on_behalf_of'],
}

type Json = Readonly<Record<string, unknown>>

/**
 * Takes the ids of other natural persons out of what is told to one person.
 * @param isOther is this party a natural person other than the one who asks?
 * @returns the same object where there is nothing to take out
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
  for (const pointer of pointers) removeAt(copy as Record<string, unknown>, pointer)
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
