import type { AuditEntry } from './audit-row.ts'

/**
 * Repeated refusals of a credential. The first of a run is an entry of the audit log. Repetitions are counted; the count is
 * written as an entry when the credential does something else, or after a minute. A crash may lose the last minute's count,
 * but never the first refusal.
 */

interface Run {
  /** The refusal; its repetitions are identical. */
  readonly entry: AuditEntry
  readonly key: string
  /** Repetitions since its last entry. */
  readonly repeated: number
}

export class AuditRuns {
  /** By credential, as of the last commit. */
  readonly #runs = new Map<number, Run>()
  /** Changes by the running transaction; null: the run is over. */
  readonly #changes = new Map<number, Run | null>()

  /** Whether no run is open. */
  get isEmpty(): boolean {
    return this.#runs.size === 0
  }

  /**
   * Notes an entry before it is written.
   * @returns 'counted' if it needs no entry of its own; otherwise the entry to write before it, if any
   */
  take(entry: AuditEntry): 'counted' | AuditEntry | null {
    const { credential } = entry
    if (credential === null) return null
    const known = this.#of(credential)
    const isRefusal = entry.outcome !== 'disclosed' && entry.outcome !== 'done'
    if (!known && !isRefusal) return null
    const key = isRefusal ? JSON.stringify(entry) : ''
    if (known?.key === key) {
      this.#changes.set(credential, { ...known, repeated: known.repeated + 1 })
      return 'counted'
    }
    this.#changes.set(credential, isRefusal ? { entry, key, repeated: 0 } : null)
    return known ? countOf(known) : null
  }

  /**
   * Ends all counts, including those of the running transaction. A run goes on only if it was repeated.
   * @returns the entries to write
   */
  end(): AuditEntry[] {
    const entries: AuditEntry[] = []
    for (const credential of new Set([...this.#runs.keys(), ...this.#changes.keys()])) {
      const run = this.#of(credential)
      if (run === undefined) continue
      this.#changes.set(credential, run.repeated === 0 ? null : { ...run, repeated: 0 })
      const count = countOf(run)
      if (count !== null) entries.push(count)
    }
    return entries
  }

  committed(): void {
    for (const [credential, run] of this.#changes) {
      if (run === null) this.#runs.delete(credential)
      else this.#runs.set(credential, run)
    }
    this.#changes.clear()
  }

  /** After a rollback. */
  forget(): void {
    this.#changes.clear()
  }

  #of(credential: number): Run | undefined {
    const changed = this.#changes.get(credential)
    return changed === undefined ? this.#runs.get(credential) : (changed ?? undefined)
  }
}

const countOf = ({ entry, repeated }: Run): AuditEntry | null =>
  repeated === 0 ? null : { ...entry, detail: { ...entry.detail, repeated } }
