import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { OperatorFault } from '../base/problem.ts'
import { CODE_LIFE_MS, nameKey, passwordFault, type Role } from '../domain/staff.ts'
import { formatInstant } from '../domain/time.ts'
import { actedBy, noteAct, type Operator, staffIn } from '../store/doer.ts'
import type { StaffRow } from '../store/staff.ts'
import type { Store } from '../store/store.ts'
import { commonPasswords, hashPassword, isPassword } from './passwords.ts'

/** Accounts of staff: who may sign in to the office page, and as what (contract §19). */

/** A person who is signed in. */
export interface SignedIn {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** The secret that was proved: another one ends every session. */
  readonly secret: number
}

const CODE_LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const CODE_LENGTH = 12

export class StaffAccounts {
  readonly #store: Store
  /** Whether a restore is not confirmed: an account may have ended since the backup. */
  readonly #isSuspended: () => boolean

  constructor(store: Store, isSuspended: () => boolean) {
    this.#store = store
    this.#isSuspended = isSuspended
  }

  all(): StaffRow[] {
    return this.#store.staff.all()
  }

  /** Call inside a job. Returns the one-time code, which is shown once; only its hash is kept. */
  add(operator: Operator, name: string, role: Role) {
    const shown = name.replace(/\s+/g, ' ').trim()
    if (shown === '' || [...shown].length > 100)
      throw new OperatorFault('The name is blank or too long.', 'Give a name of 1 to 100 characters.', 2)
    if (this.#live(shown) !== undefined)
      throw new OperatorFault(
        `There is an account with the name ${shown} already.`,
        'Give another name, or a new code for that account: granary staff reset NAME',
      )
    const store = this.#store
    const { nowMs } = store.writer
    const id = uuidv7()
    const seq = store.acts.append('staff', id, nowMs, {
      id,
      name: shown,
      role,
      received_at: formatInstant(nowMs),
    })
    noteAct(store, { credential: null, operator }, 'staff', { account: id, role })
    return { id, name: shown, role, ...this.#newCode(seq) }
  }

  /** A new one-time code: the password that there was no longer holds. Call inside a job. */
  reset(operator: Operator, name: string) {
    const row = this.#named(name)
    noteAct(this.#store, { credential: null, operator }, 'staff_reset', { account: row.id })
    return { id: row.id, name: row.name, role: row.role, ...this.#newCode(row.seq) }
  }

  /** Call inside a job. */
  setRole(operator: Operator, name: string, role: Role) {
    const row = this.#named(name)
    if (row.role === 'manager' && role !== 'manager') this.#keepAManager(operator, row)
    const store = this.#store
    const { nowMs } = store.writer
    const id = uuidv7()
    const said = { id, staff: row.id, role, received_at: formatInstant(nowMs) }
    if (row.role !== role) store.acts.append('staff_role', id, nowMs, said)
    noteAct(store, { credential: null, operator }, 'staff_role', { account: row.id, role })
    return { id: row.id, name: row.name, role }
  }

  /** Call inside a job. */
  end(operator: Operator, name: string) {
    const row = this.#named(name)
    if (row.role === 'manager') this.#keepAManager(operator, row)
    const store = this.#store
    const { nowMs } = store.writer
    const id = uuidv7()
    store.acts.append('staff_end', id, nowMs, { id, staff: row.id, received_at: formatInstant(nowMs) })
    noteAct(store, { credential: null, operator }, 'staff_end', { account: row.id })
    return { id: row.id, name: row.name, ended_at: formatInstant(nowMs) }
  }

  /**
   * Who has this name and password; null if nobody. Takes the same time for a name that nobody has.
   * A one-time code is no password: it only sets one.
   */
  async signIn(name: string, password: string): Promise<SignedIn | null> {
    const row = this.#live(name)
    const secret = row === undefined ? undefined : this.#store.staff.secret(row.seq)
    const stored = secret?.kind === 'password' && !this.#isSuspended() ? secret.hash : null
    const isRight = await isPassword(password, stored)
    if (!isRight || row === undefined || secret === undefined) return null
    // An account may have ended, or its password changed, while this one was compared.
    const { id, role } = row
    return this.stillIs({ id, name: row.name, role, secret: secret.n })
  }

  /** The person as they are now; null once the account ended, or has another password or code. */
  stillIs({ id, secret }: SignedIn): SignedIn | null {
    const row = this.#store.staff.byId(id)
    if (row === undefined || row.endedAt !== null || this.#isSuspended()) return null
    if (this.#store.staff.secret(row.seq)?.n !== secret) return null
    return { id, name: row.name, role: row.role, secret }
  }

  /**
   * Sets a password by the one-time code. Takes the same time whether or not the name and code are right.
   * @param submit runs a job of the writer
   * @returns why not; null when it is set
   */
  async setPassword(
    submit: <T>(job: () => T) => Promise<T>,
    { name, code, password }: { readonly name: string; readonly code: string; readonly password: string },
  ): Promise<{ readonly reason: string; readonly isOfPassword: boolean } | null> {
    const common = await commonPasswords()
    const reason = passwordFault(password, name, (text) => common.has(text))
    if (reason !== null) return { reason, isOfPassword: true }
    const hash = await hashPassword(password)
    return submit(() => {
      const store = this.#store
      const row = this.#live(name)
      const secret = row && store.staff.secret(row.seq)
      const isRight =
        row !== undefined &&
        secret?.kind === 'code' &&
        secret.at + CODE_LIFE_MS > store.writer.nowMs &&
        secret.hash === codeHash(code) &&
        !this.#isSuspended()
      if (!isRight)
        return {
          reason: 'The name or the code is not right, or the code is more than 24 hours old.',
          isOfPassword: false,
        }
      store.staff.addSecret(row.seq, 'password', hash, store.writer.nowMs)
      noteAct(store, { credential: null, operator: staffIn(row.id) }, 'staff_password', { account: row.id })
      return null
    })
  }

  #newCode(seq: number): { readonly one_time_code: string; readonly code_expires_at: string } {
    const { staff, writer } = this.#store
    const letters = [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
    const code = letters.join('').replace(/(.{4})(?=.)/g, '$1-')
    staff.addSecret(seq, 'code', codeHash(code), writer.nowMs)
    return { one_time_code: code, code_expires_at: formatInstant(writer.nowMs + CODE_LIFE_MS) }
  }

  #live(name: string): StaffRow | undefined {
    const key = nameKey(name)
    return this.all().find((row) => row.endedAt === null && nameKey(row.name) === key)
  }

  #named(name: string): StaffRow {
    const row = this.#live(name)
    if (row !== undefined) return row
    throw new OperatorFault(
      `There is no account with the name ${name}.`,
      'List them with: granary staff list',
    )
  }

  /** On the page, somebody must stay who can add others. The command always can. */
  #keepAManager(operator: Operator, row: StaffRow): void {
    const others = this.all().filter(
      ({ id, role, endedAt }) => id !== row.id && role === 'manager' && endedAt === null,
    )
    if (others.length > 0 || actedBy(operator).staff === undefined) return
    throw new OperatorFault(
      `${row.name} is the last manager.`,
      'Make somebody else a manager first; or use the command on the server: granary staff end',
    )
  }
}

/** A code has 58 bits and lives for a day: a plain digest cannot be searched through in time, and sign-in slows guesses. */
const codeHash = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')
