import { Type } from '@sinclair/typebox'
import { membersOf, must } from '../../base/typed.ts'
import { closed, Id, type View, Word } from '../../domain/shapes.ts'
import { EVERY_FIELD } from '../../domain/types/index.ts'

export type PartyPointer = `/${string}`

/** A member that was left out of a record or act, and why. */
export const Redaction = closed({
  id: Id('The record, grant, objection or delegation.'),
  pointer: Type.Unsafe<PartyPointer>(Type.String({ description: 'The member left out (RFC 6901).' })),
  reason: Word(['another_person'], 'Why it was left out.'),
})
export type Redaction = View<typeof Redaction>

/**
 * The members that an answer must not disclose of other persons (contract §7): every member that contains a
 * party's id or leads to one. `reply.ts` stores a redaction by its index here.
 */
export const PARTY_POINTERS: readonly PartyPointer[] = [
  ...EVERY_FIELD.filter(({ kind }) => kind === 'party' || kind === 'inputs').map(
    ({ member }): PartyPointer => `/${member}`,
  ),
  '/derived/custody/custodian',
  '/derived/device/used_by',
  // Members of acts.
  '/grantee',
  '/subject',
  '/principal',
  '/delegate',
  '/lodged_by',
  '/device_id',
  '/delegation_id',
]

/** Members that would reveal that records are by the same person, though not by whom. */
const LEADS_TO: Readonly<Partial<Record<PartyPointer, readonly PartyPointer[]>>> = {
  '/device_id': ['/asserted_by'],
  '/delegation_id': ['/asserted_by', '/on_behalf_of'],
}

/** Members that reveal the same as another, and are removed with it. */
const REMOVED_WITH: Readonly<Partial<Record<PartyPointer, readonly PartyPointer[]>>> = {
  '/grantee': ['/grantee_name', '/grantee_kind'],
  '/device_id': ['/derived/device'],
}

/** Who carries a device is a person by name, and often no party. */
const CARRIER: PartyPointer = '/derived/device/used_by'

/**
 * Removes other natural persons' ids from a record or act that a person is shown.
 * @param isOther whether a party is a natural person other than the requester
 * @returns the same object if there is nothing to remove
 */
export function redacted<T extends object>(
  told: T,
  isOther: (party: string) => boolean,
): { readonly told: T; readonly pointers: readonly PartyPointer[] } {
  const isOthers = (pointer: PartyPointer): boolean => {
    const value = valueAt(told, pointer)
    return typeof value === 'string' && isOther(value)
  }
  const isOtherCarrier = (): boolean => {
    const { party } = membersOf(valueAt(told, CARRIER))
    return !isOthers('/asserted_by') && (typeof party !== 'string' || isOther(party))
  }
  const pointers = PARTY_POINTERS.filter((pointer) => {
    if (pointer === CARRIER) return valueAt(told, CARRIER) !== undefined && isOtherCarrier()
    const persons = LEADS_TO[pointer] ?? [pointer]
    return valueAt(told, pointer) !== undefined && persons.some(isOthers)
  })
  if (pointers.length === 0) return { told, pointers }
  const copy = structuredClone(told)
  for (const pointer of pointers) {
    removeAt(copy, pathOf(pointer))
    for (const other of REMOVED_WITH[pointer] ?? []) removeAt(copy, pathOf(other))
  }
  return { told: copy, pointers }
}

const pathOf = (pointer: string) => pointer.slice(1).split('/')

const valueAt = (told: unknown, pointer: string): unknown =>
  pathOf(pointer).reduce((value, member) => membersOf(value)[member], told)

function removeAt(told: unknown, path: readonly string[]): void {
  const holder = path.slice(0, -1).reduce((value, member) => membersOf(value)[member], told)
  Reflect.deleteProperty(membersOf(holder), must(path.at(-1)))
}
