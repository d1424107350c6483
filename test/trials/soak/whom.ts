import type { RecordBody } from '../../../src/domain/types/index.ts'
import { subjectsNamedIn } from '../../support/records/subjects-named.ts'
import type { StoredRow } from './stored.ts'

/**
 * Whom records may be about, told generously from the records alone: everybody who could ever have counted. What comes
 * to somebody who is not even among these should never have come.
 */
export class Whom {
  readonly #stored: ReadonlyMap<string, StoredRow>
  /** By the first version of a lot: whoever held one of its versions, and whoever was named as having received it. */
  readonly #holders = new Map<string, Set<string>>()
  readonly #receivers = new Map<string, Set<string>>()

  constructor(stored: ReadonlyMap<string, StoredRow>) {
    this.#stored = stored
    for (const { body } of stored.values()) {
      if (body.type === 'lot') addTo(this.#holders, this.#first(body.id), body.holder as string)
      if (body.type === 'custody_transfer')
        addTo(this.#receivers, this.#first(body.lot_id as string), body.to_party as string)
    }
  }

  subjectsOf(body: RecordBody): readonly string[] {
    const named = subjectsNamedIn(body)
    if (named !== null) return named
    if (body.lot_id !== undefined) return [...(this.#holders.get(this.#first(body.lot_id)) ?? [])]
    const target = this.#stored.get((body.target_id ?? body.delivery_id ?? body.payment_id) as string)
    return target === undefined ? [] : this.subjectsOf(target.body)
  }

  /** Could this party ever have read it without anybody's grant? */
  mayBeOwnOf(party: string, body: RecordBody): boolean {
    if (body.asserted_by === party || body.on_behalf_of === party) return true
    if (body.type === 'lot' && this.#receivers.get(this.#first(body.id))?.has(party)) return true
    return this.subjectsOf(body).includes(party)
  }

  #first(id: string): string {
    const parent = this.#stored.get(id)?.body.supersedes
    return parent === undefined ? id : this.#first(parent)
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set()
  set.add(value)
  sets.set(key, set)
}
