import { membersOf } from '../../base/typed.ts'
import type { AuditEntry } from './audit-row.ts'

/**
 * Repeated refusals of a credential, or of sign-ins to an account. The audit log gets an entry for the first
 * refusal of a run. The rest are counted; the count is written when the credential does anything else, when a
 * person signs in to the account, or after a minute. A crash may lose the count of the last minute, but never
 * the first refusal.
 */

interface Run {
  /** The first refusal; the repetitions equal it in every member. */
  readonly entry: AuditEntry
  readonly key: string
  /** Number of repetitions since the run was last written to the log. */
  readonly repeated: number
}

export class AuditRuns {
  /** The runs as of the last commit, by owner. */
  readonly #runs = new Map<RunOwner, Run>()
  /** Runs changed by the current transaction; null if the run is over. */
  readonly #changes = new Map<RunOwner, Run | null>()

  /** False while a count may still have to be written. */
  get isEmpty(): boolean {
    return this.#runs.size === 0
  }

  /**
   * Updates the runs for an entry that is about to be written.
   * @returns 'counted' if the entry must not be written itself; otherwise the count to write before it, or
   * null
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
   * Closes all counts, including those of the current transaction. A run continues only if its refusal is
   * repeated.
   * @returns the counts to write, as entries
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

  /** @returns whether a count may still have to be written */
  committed(): boolean {
    for (const [owner, run] of this.#changes) {
      if (run === null) this.#runs.delete(owner)
      else this.#runs.set(owner, run)
    }
    this.#changes.clear()
    return this.#runs.size > 0
  }

  /** After a rollback. */
  forget(): void {
    this.#changes.clear()
  }

  #of(owner: RunOwner): Run | undefined {
    const changed = this.#changes.get(owner)
    return changed === undefined ? this.#runs.get(owner) : (changed ?? undefined)
  }
}

/** A credential, or the account of an attempted sign-in; '' stands for every name without an account. */
type RunOwner = number | string

function ownerOf({ credential, action, detail }: AuditEntry): RunOwner | null {
  if (credential !== null) return credential
  return action === 'staff_sign_in' ? String(membersOf(detail).account ?? '') : null
}

const countOf = ({ entry, repeated }: Run): AuditEntry | null =>
  repeated === 0 ? null : { ...entry, detail: { ...entry.detail, repeated } }
