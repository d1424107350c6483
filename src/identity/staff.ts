import { uuidv7 } from 'uuidv7'
import { given } from '../base/typed.ts'
import { accountNameKey, CODE_LIFE_MS, passwordFault, type Role } from '../domain/staff.ts'
import { formatInstant } from '../domain/time.ts'
import { actedBy, noteAct, type Operator, staffIn } from '../store/acts/doer.ts'
import type { StaffRow } from '../store/acts/staff.ts'
import type { Store } from '../store/store.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type Message, message } from '../words/message.ts'
import { commonPasswords, hashPassword, isPassword } from './passwords.ts'
import { Places } from './places.ts'
import { codeHash, newCode, SecondFactors } from './second-factor.ts'

/** Accounts of staff: who may sign in to the office page, and in which role (contract §19). */

/** A person who is signed in. */
export interface SignedIn {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** The number of the password used to sign in; a new password or code ends every session. */
  readonly secret: number
  /** The account must have a second factor and has none; until it has, nothing else is allowed. */
  readonly lacksFactor: boolean
  /** The code of the language of their pages (contract §25); null: the browser's. */
  readonly language: string | null
}

/** Why a sign-in was refused. `slowed`: the password was not checked. */
export type RefusedSignIn = 'unknown_name' | 'wrong_password' | 'wrong_code' | 'slowed'

type Submit = <T>(job: () => T) => Promise<T>

export class StaffAccounts {
  readonly #store: Store
  /** Whether a restore is still unconfirmed: an account may have ended since the backup. */
  readonly #isSuspended: () => boolean
  readonly #needsFactor: (role: Role) => boolean
  readonly #factors: SecondFactors
  readonly #places: Places
  /** Returns the number of people who are signed in; set by the keeper of the sessions. */
  openSessions: () => number = () => 0
  /** Refused sign-ins since the start. */
  readonly refused: Record<RefusedSignIn, number> = {
    unknown_name: 0,
    wrong_password: 0,
    wrong_code: 0,
    slowed: 0,
  }

  constructor(store: Store, isSuspended: () => boolean, needsFactor: (role: Role) => boolean = () => false) {
    this.#store = store
    this.#isSuspended = isSuspended
    this.#needsFactor = needsFactor
    this.#factors = new SecondFactors(store)
    this.#places = new Places(store)
  }

  all(): StaffRow[] {
    return this.#store.staff.all()
  }

  /** Makes an account and a one-time code, which is shown once and stored as a hash. Call inside a job. */
  add(operator: Operator, name: string, role: Role) {
    const shown = name.replace(/\s+/g, ' ').trim()
    if (shown === '' || [...shown].length > 100) throw new OperatorFault(...withRemedy('staff.badName'), 2)
    if (this.#live(shown) !== undefined)
      throw new OperatorFault(...withRemedy('staff.taken', { name: shown }))
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
    return { id, name: shown, role, had_second_factor: false, ...this.#newCode(seq) }
  }

  /** Makes a new one-time code; the old password and second factor end. Call inside a job. */
  reset(operator: Operator, name: string) {
    const row = this.#named(name)
    const had_second_factor = this.#factors.of(row.seq) !== null
    const { id, role } = row
    noteAct(this.#store, { credential: null, operator }, 'staff_reset', { account: id })
    return { id, name: row.name, role, had_second_factor, ...this.#newCode(row.seq) }
  }

  /** Changes the role of an account. Call inside a job. */
  setRole(operator: Operator, name: string, role: Role) {
    const row = this.#named(name)
    if (row.role === 'manager' && role !== 'manager') this.#keepAManager(operator, row)
    const store = this.#store
    const { nowMs } = store.writer
    const id = uuidv7()
    const act = { id, staff: row.id, role, received_at: formatInstant(nowMs) }
    if (row.role !== role) store.acts.append('staff_role', id, nowMs, act)
    noteAct(store, { credential: null, operator }, 'staff_role', { account: row.id, role })
    return { id: row.id, name: row.name, role }
  }

  /** Ends an account. Call inside a job. */
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
   * Returns the person with this name and password; null if there is none. Takes the same time for an unknown
   * name. A one-time code is not a password: it only serves to set one.
   */
  async signIn(name: string, password: string): Promise<SignedIn | null> {
    const row = this.#live(name)
    const secret = row === undefined ? undefined : this.#store.staff.secret(row.seq)
    const stored = secret?.kind === 'password' && !this.#isSuspended() ? secret.value : null
    const isRight = await isPassword(password, stored)
    if (!isRight || row === undefined || secret === undefined) return null
    // The account may have ended, or its password changed, during the comparison.
    return this.stillIs({ id: row.id, secret: secret.n })
  }

  /** Returns the person's current state; null once the account ended or has a new password or code. */
  stillIs({ id, secret }: Pick<SignedIn, 'id' | 'secret'>): SignedIn | null {
    const row = this.#store.staff.byId(id)
    if (row === undefined || row.endedAt !== null || this.#isSuspended()) return null
    if (this.#store.staff.secret(row.seq)?.n !== secret) return null
    const lacksFactor = this.#needsFactor(row.role) && this.#factors.of(row.seq) === null
    const language = this.#store.staff.newest(row.seq, 'language')?.value || null
    return { id, name: row.name, role: row.role, secret, lacksFactor, language }
  }

  hasFactor({ id }: SignedIn): boolean {
    return this.#factors.of(this.#seqOf(id)) !== null
  }

  recoveryCodesLeft({ id }: SignedIn): number {
    return this.#factors.left(this.#seqOf(id))
  }

  /** Returns the account's id, if it was used from the address in the last 30 days; else null. */
  knownAt(name: string, address: string): string | null {
    const row = this.#live(name)
    return row !== undefined && this.#places.isKnown(row.seq, address) ? row.id : null
  }

  /** Notes the address of a person who has just proved who they are. Call inside a job. */
  notePlace({ id }: SignedIn, address: string): void {
    this.#places.note(this.#seqOf(id), address)
  }

  /** Audits a sign-in. Call inside a job. */
  noteSignIn(person: SignedIn, address: string): void {
    this.#noteOwn(person.id, 'staff_sign_in', {})
    this.notePlace(person, address)
  }

  /**
   * Counts and audits a refused sign-in; repeated ones are audited as a number. An unknown name is not
   * stored: it may be a password in the wrong field. A disk error is ignored: the person is refused anyway.
   */
  async noteRefused(submit: Submit, name: string, isCode = false): Promise<void> {
    const row = this.#live(name)
    const reason = row === undefined ? 'unknown_name' : isCode ? 'wrong_code' : 'wrong_password'
    this.refused[reason]++
    const detail = given({ account: row?.id })
    const doer = { credential: null }
    await submit(() => noteAct(this.#store, doer, 'staff_sign_in', detail, reason)).catch(() => undefined)
  }

  /** Whether this is the person's current password. */
  async isPasswordOf(person: SignedIn, password: string): Promise<boolean> {
    const secret = this.#store.staff.secret(this.#seqOf(person.id))
    return isPassword(password, secret?.kind === 'password' ? secret.value : null)
  }

  /** Whether this is a valid code of the phone, or an unused recovery code; uses it up. Call inside a job. */
  takeCode({ id }: SignedIn, typed: string): boolean {
    return this.#factors.take(this.#seqOf(id), typed)
  }

  /**
   * Turns the second factor on. Call inside a job.
   * @returns recovery codes, shown once; null if the code is wrong
   */
  turnFactorOn({ id }: SignedIn, key: Buffer, typed: string): readonly string[] | null {
    const codes = this.#factors.turnOn(this.#seqOf(id), key, typed)
    if (codes !== null) this.#noteOwn(id, 'staff_second_factor', { is_on: true })
    return codes
  }

  /** Turns the second factor off. Call inside a job. */
  turnFactorOff({ id }: SignedIn): void {
    this.#factors.turnOff(this.#seqOf(id))
    this.#noteOwn(id, 'staff_second_factor', { is_on: false })
  }

  /** Makes new recovery codes, shown once; earlier ones are no longer accepted. Call inside a job. */
  renewRecoveryCodes({ id }: SignedIn): readonly string[] {
    const codes = this.#factors.renew(this.#seqOf(id))
    this.#noteOwn(id, 'staff_recovery_codes', {})
    return codes
  }

  /** Sets the language of the person's pages. Call inside a job. @param code null: the browser's language */
  chooseLanguage({ id }: SignedIn, code: string | null): void {
    const { staff, writer } = this.#store
    staff.addSecret(this.#seqOf(id), 'language', code ?? '', writer.nowMs)
  }

  /**
   * Changes the password of a person who is signed in; all their sessions end.
   * @returns the person with the new secret; or why the password is refused; null if the
   * account ended
   */
  async changePassword(
    submit: Submit,
    person: SignedIn,
    password: string,
  ): Promise<SignedIn | { readonly reason: Message } | null> {
    const common = commonPasswords()
    const reason = passwordFault(password, person.name, (text) => common.has(text))
    if (reason !== null) return { reason }
    const hash = await hashPassword(password)
    return submit(() => {
      const { staff, writer } = this.#store
      if (this.stillIs(person) === null) return null
      const seq = this.#seqOf(person.id)
      staff.addSecret(seq, 'password', hash, writer.nowMs)
      this.#noteOwn(person.id, 'staff_password', {})
      return this.stillIs({ ...person, secret: staff.secret(seq)?.n ?? 0 })
    })
  }

  /**
   * Sets a password by the one-time code. Takes the same time whether or not the name and code are right.
   * @param submit runs a job of the writer
   * @returns why the password was not set; null when it was
   */
  async setPassword(
    submit: Submit,
    { name, code, password }: { readonly name: string; readonly code: string; readonly password: string },
  ): Promise<{ readonly reason: Message; readonly isOfPassword: boolean } | null> {
    const common = commonPasswords()
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
        secret.value === codeHash(code) &&
        !this.#mayBeSpent(secret.at) &&
        !this.#isSuspended()
      if (!isRight)
        return {
          reason: message('password.wrongCode'),
          isOfPassword: false,
        }
      store.staff.addSecret(row.seq, 'password', hash, store.writer.nowMs)
      this.#noteOwn(row.id, 'staff_password', {})
      return null
    })
  }

  /** Whether a code of this time may be spent: a restored backup lacks the uses of codes after the backup was made. */
  #mayBeSpent(atMs: number): boolean {
    const restore = this.#store.backups.newestRestore
    return restore !== null && atMs <= restore.restoredAtMs
  }

  #newCode(seq: number): { readonly one_time_code: string; readonly code_expires_at: string } {
    const { staff, writer } = this.#store
    const code = newCode()
    staff.addSecret(seq, 'code', codeHash(code), writer.nowMs)
    return { one_time_code: code, code_expires_at: formatInstant(writer.nowMs + CODE_LIFE_MS) }
  }

  #noteOwn(id: string, action: string, detail: object): void {
    noteAct(this.#store, { credential: null, operator: staffIn(id) }, action, { account: id, ...detail })
  }

  #seqOf(id: string): number {
    return this.#store.staff.byId(id)?.seq ?? 0
  }

  #live(name: string): StaffRow | undefined {
    const key = accountNameKey(name)
    return this.all().find((row) => row.endedAt === null && accountNameKey(row.name) === key)
  }

  #named(name: string): StaffRow {
    const row = this.#live(name)
    if (row !== undefined) return row
    throw new OperatorFault(...withRemedy('staff.unknown', { name }))
  }

  /** On the page, refuses to remove the last manager, who can add others. The command always may. */
  #keepAManager(operator: Operator, row: StaffRow): void {
    const others = this.#store.staff.managers().filter(({ id }) => id !== row.id)
    if (others.length > 0 || actedBy(operator).staff === undefined) return
    throw new OperatorFault(...withRemedy('staff.lastManager', { name: row.name }))
  }
}
