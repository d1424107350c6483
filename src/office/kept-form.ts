import { keepNewest } from './keep-newest.ts'

/**
 * What somebody sent after their session had ended. It stays in memory for the account whose session it was, and no page shows it
 * to anybody else. Once that person has signed in again they get the first step of the form, filled in.
 */

export interface KeptForm {
  /** Such as POST /new-lot. */
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
  /** By account, the newest of each; the oldest is first. */
  readonly #byAccount = new Map<string, { readonly form: KeptForm; readonly untilMs: number }>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** @returns whether it is kept */
  keep(account: string, form: KeptForm): boolean {
    if (JSON.stringify(form.fields).length > MOST_CHARACTERS) return false
    this.#byAccount.delete(account)
    this.#byAccount.set(account, { form, untilMs: this.#nowMs() + KEPT_MS })
    keepNewest(this.#byAccount, MOST_FORMS)
    return true
  }

  /** Gives it back once. */
  take(account: string): KeptForm | null {
    const kept = this.#byAccount.get(account)
    this.#byAccount.delete(account)
    return kept !== undefined && this.#nowMs() < kept.untilMs ? kept.form : null
  }
}
