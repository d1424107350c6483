import { createHash, randomBytes } from 'node:crypto'
import { totpStepOf } from '../domain/totp.ts'
import type { Store } from '../store/store.ts'

/** Second factors of staff accounts (contract §19). An account is identified by its number in the log. */

const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const CODE_LENGTH = 12
/** RFC 4226 §4 recommends 160 bits. */
const KEY_BYTES = 20
const RECOVERY_CODES = 10

/** Returns a code of 58 bits that a person can copy. It is shown once; only its digest is stored. */
export function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** A plain digest is enough: 58 bits cannot be searched in time, and sign-in slows guesses down. */
export const codeHash = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')

export const newKey = (): Buffer => randomBytes(KEY_BYTES)

export class SecondFactors {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Returns the number and the key of the active factor; null if none is. A new one-time code removes it. */
  of(staff: number): { readonly n: number; readonly key: Buffer } | null {
    const rows = this.#store.staff
    const row = rows.newest(staff, 'factor')
    if (row === undefined || row.value === '' || row.n < (rows.newest(staff, 'code')?.n ?? 0)) return null
    return { n: row.n, key: Buffer.from(row.value, 'hex') }
  }

  /**
   * Turns the factor on if the typed code shows that the person's phone has the key. Call inside a job.
   * @returns the recovery codes; null when the code is wrong
   */
  turnOn(staff: number, key: Buffer, typed: string): readonly string[] | null {
    const { staff: rows, writer } = this.#store
    const step = totpStepOf(key, typed, writer.clockMs, -1)
    if (step === null) return null
    rows.addSecret(staff, 'factor', key.toString('hex'), writer.nowMs)
    rows.addSecret(staff, 'used', String(step), writer.nowMs)
    return this.renew(staff)
  }

  /** Turns the factor off. Call inside a job. */
  turnOff(staff: number): void {
    this.#store.staff.addSecret(staff, 'factor', '', this.#store.writer.nowMs)
  }

  /** Makes new recovery codes; earlier ones are no longer accepted. Call inside a job. */
  renew(staff: number): readonly string[] {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode)
    this.#store.staff.addSecret(staff, 'recovery', codes.map(codeHash).join(' '), this.#store.writer.nowMs)
    return codes
  }

  /** The number of recovery codes left. */
  left(staff: number): number {
    return this.#unused(staff).length
  }

  /** Whether this is a valid code of the phone, or an unused recovery code; uses it up. Call inside a job. */
  take(staff: number, typed: string): boolean {
    const factor = this.of(staff)
    if (factor === null) return false
    const { staff: rows, writer } = this.#store
    const used = rows.valuesSince(staff, 'used', factor.n).filter((value) => /^\d{1,15}$/.test(value))
    const step = totpStepOf(factor.key, typed, writer.clockMs, Math.max(-1, ...used.map(Number)))
    const digest = codeHash(typed)
    const value = step !== null ? String(step) : this.#unused(staff).includes(digest) ? digest : null
    if (value === null) return false
    rows.addSecret(staff, 'used', value, writer.nowMs)
    return true
  }

  #unused(staff: number): string[] {
    const rows = this.#store.staff
    const codes = rows.newest(staff, 'recovery')
    if (codes === undefined) return []
    const used = new Set(rows.valuesSince(staff, 'used', codes.n))
    return codes.value.split(' ').filter((digest) => !used.has(digest))
  }
}
