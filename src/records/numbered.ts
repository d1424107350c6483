import { isId } from '../domain/id.ts'
import { keyedId } from '../domain/keyed-id.ts'
import { placeOf, shortNumber } from '../domain/short-number.ts'
import type { Store } from '../store/store.ts'

/** Records by the number that their papers bear. Only inside a job of the writer. */
export type NumberPorts = Pick<Store, 'changes' | 'log'>

/** After it come 32 random bits. */
const BEGINNING = 28

const secretOf = ({ changes }: NumberPorts) => changes.derivedSecret('numbers of records on paper')

/** A record's number, such as `7F3K 92QD`. For those alone who may read the record. */
export const numberOf = (store: NumberPorts, record: { readonly seq: number; readonly id: string }): string =>
  shortNumber(secretOf(store), record)

/**
 * The id that an operator typed, or that of the record whose number they typed; null if it is neither. The gate decides whether it
 * is shown. A number that nothing has gives an id that nothing has, near one that something has: so the gate does the same work as for
 * a hidden record.
 */
export function idTyped(store: NumberPorts, typed: string): string | null {
  if (isId(typed)) return typed
  const secret = secretOf(store)
  const place = placeOf(secret, typed)
  if (place === null) return null
  const seq = ((place.seq - 1) % store.log.size) + 1
  const id = store.log.idOf(seq)
  if (id === null || (seq === place.seq && place.isOf(id))) return id
  // The gate then looks at the next id, which is that one.
  return `${id.slice(0, BEGINNING)}0000${keyedId(secret, ['of no record', String(place.seq)]).slice(-4)}`
}
