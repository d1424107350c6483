import { isId } from '../domain/id.ts'
import { keyedId } from '../domain/keyed-id.ts'
import { placeOf, shortNumber } from '../domain/short-number.ts'
import type { Store } from '../store/store.ts'

/** Use what is here only inside a job of the writer. */

/** Characters of an id before its last 32 random bits. */
const BEGINNING = 28

const secretOf = ({ changes }: Store) => changes.derivedSecret('numbers of records on paper')

/** Returns a record's number, such as `7F3K 92QD`. Show it only to those who may read the record. */
export const numberOf = (store: Store, record: { readonly seq: number; readonly id: string }): string =>
  shortNumber(secretOf(store), record)

/**
 * Returns the id that an operator typed, or the id of the record whose number they typed; null if the text is
 * neither. The gate decides whether the record is shown. For a number of no record it returns an unused id
 * next to a used one, so that the gate does the same work as for a hidden record.
 */
export function idTyped(store: Store, typed: string): string | null {
  if (isId(typed)) return typed
  const secret = secretOf(store)
  const place = placeOf(secret, typed)
  if (place === null) return null
  const seq = ((place.seq - 1) % store.log.size) + 1
  const id = store.log.idOf(seq)
  if (id === null || (seq === place.seq && place.isOf(id))) return id
  // The gate then examines the next id in use, which is `id`.
  return `${id.slice(0, BEGINNING)}0000${keyedId(secret, ['of no record', String(place.seq)]).slice(-4)}`
}
