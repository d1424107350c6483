import { keepNewest } from './keep-newest.ts'

/**
 * A form that a person sent after their session had ended. It stays in memory for the account that owned the
 * session, and is shown to no one else. When that person signs in again, they get the first step of the form,
 * filled in.
 */

export interface KeptForm {
  /** The name of the route, such as `POST /new-lot`. */
  readonly route: string
  readonly path: string
  readonly fields: Readonly<Record<string, string | undefined>>
}

/** As long as the longest session. */
const KEPT_MS = 12 * 3_600_000
const MOST_CHARACTERS = 30_000
const MOST_FORMS = 100

export class KeptForms {
  readonly #nowMs: () => number
  /** The newest form of each account; the oldest is first. */
  readonly #byAccount = new Map<string, { readonly form: KeptForm; readonly untilMs: number }>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Keeps a form in place of the account's earlier one. @returns false if the form is too large */
  keep(account: string, form: KeptForm): boolean {
    if (JSON.stringify(form.fields).length > MOST_CHARACTERS) return false
    this.#byAccount.delete(account)
    this.#byAccount.set(account, { form, untilMs: this.#nowMs() + KEPT_MS })
    keepNewest(this.#byAccount, MOST_FORMS)
    return true
  }

  /** Returns the account's form and forgets it. */
  take(account: string): KeptForm | null {
    const kept = this.#byAccount.get(account)
    this.#byAccount.delete(account)
    return kept !== undefined && this.#nowMs() < kept.untilMs ? kept.form : null
  }
}
