import { membersOf } from '../base/typed.ts'
import type { AuditEntry } from './audit-row.ts'

/**
 * Repeated refusals of a credential, or of sign-ins to an account. The first of a run is an entry of the audit log. The rest are counted, and the count
 * is written when the credential does anything else, somebody signs in to the account, or after a minute. A crash may lose the count of the last minute,
 * never the first refusal.
 */

interface Run {
  /** The refusal; the others of the run equal it in every member. */
  readonly entry: AuditEntry
  readonly key: string
  /** Number of repetitions since the last entry about it. */
  readonly repeated: number
}

export class AuditRuns {
  /** By whose it is (`ownerOf`), as of the last commit. */
  readonly #runs = new Map<Owner, Run>()
  /** Changes by the current transaction; null: the run is over. */
  readonly #changes = new Map<Owner, Run | null>()

  /** Whether a count may still have to be written. */
  get isEmpty(): boolean {
    return this.#runs.size === 0
  }

  /**
   * Takes note of an entry before it is written.
   * @returns 'counted' if it needs no entry of its own; otherwise the entry to write before it, if any
   */
  take(entry: AuditEntry): 'counted' | AuditEntry | null {
    const owner = ownerOf(entry)
    if (owner === null) return null
    const known = this.#of(owner)
    const isRefusal = entry.outcome !== 'disclosed' && entry.outcome !== 'done'
    if (!known && !isRefusal) return null
    const key = isRefusal ? JSON.stringify(entry) : ''
    if (known?.key === key) {
      this.#changes.set(owner, { ...known, repeated: known.repeated + 1 })
      return 'counted'
    }
    this.#changes.set(owner, isRefusal ? { entry, key, repeated: 0 } : null)
    return known ? countOf(known) : null
  }

  /**
   * Ends all runs, including those of the current transaction. A run continues only if its refusal is met again.
   * @returns the entries to write
   */
  end(): AuditEntry[] {
    const entries: AuditEntry[] = []
    for (const owner of new Set([...this.#runs.keys(), ...this.#changes.keys()])) {
      const run = this.#of(owner)
      if (run === undefined) continue
      this.#changes.set(owner, run.repeated === 0 ? null : { ...run, repeated: 0 })
      const count = countOf(run)
      if (count !== null) entries.push(count)
    }
    return entries
  }

  committed(): void {
    for (const [owner, run] of this.#changes) {
      if (run === null) this.#runs.delete(owner)
      else this.#runs.set(owner, run)
    }
    this.#changes.clear()
  }

  /** After a rollback. */
  forget(): void {
    this.#changes.clear()
  }

  #of(owner: Owner): Run | undefined {
    const changed = this.#changes.get(owner)
    return changed === undefined ? this.#runs.get(owner) : (changed ?? undefined)
  }
}

/** A credential; or the account that somebody tried to sign in to, which is '' for any name that nobody has. */
type Owner = number | string

function ownerOf({ credential, action, detail }: AuditEntry): Owner | null {
  if (credential !== null) return credential
  return action === 'staff_sign_in' ? String(membersOf(detail).account ?? '') : null
}

const countOf = ({ entry, repeated }: Run): AuditEntry | null =>
  repeated === 0 ? null : { ...entry, detail: { ...entry.detail, repeated } }
