import { createHmac } from 'node:crypto'
import { DAY_MS } from '../domain/time.ts'
import type { Store } from '../store/store.ts'

/**
 * The places from which staff signed in recently: sign-ins from there go ahead of strangers (contract §19).
 * Of an address only a digest is stored, keyed by the stored hash of the password. So a place is known until
 * the password changes, also after a restart.
 */

const KNOWN_MS = 30 * DAY_MS
/** Shortest time between two notes of a place: a row for each sign-in would add nothing. */
const NOTED_AGAIN_MS = DAY_MS

export class Places {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** @param staff the account's number in the log @param address as limits count it */
  isKnown(staff: number, address: string): boolean {
    return this.#ageMs(staff, address) < KNOWN_MS
  }

  /** Call inside a job, for a person who has just signed in. */
  note(staff: number, address: string): void {
    const place = this.#digestOf(staff, address)
    if (place === null || this.#ageMs(staff, address) < NOTED_AGAIN_MS) return
    this.#store.staff.addSecret(staff, 'place', place, this.#store.writer.nowMs)
  }

  #ageMs(staff: number, address: string): number {
    const place = this.#digestOf(staff, address)
    const notedMs = place === null ? undefined : this.#store.staff.newestAt(staff, 'place', place)
    return notedMs === undefined ? Number.POSITIVE_INFINITY : this.#store.writer.nowMs - notedMs
  }

  #digestOf(staff: number, address: string): string | null {
    const secret = this.#store.staff.secret(staff)
    return secret?.kind === 'password'
      ? createHmac('sha256', secret.value).update(address).digest('hex')
      : null
  }
}
