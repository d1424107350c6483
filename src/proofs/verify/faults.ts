import { entriesOf, keysOf } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Extent } from '../../store/inspect/extent.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import { CHECKS, type CheckName, type FaultKind, KINDS } from './kinds.ts'

/** A fault, in words for the operator and for an investigator. */
export interface IntegrityFault {
  readonly kind: FaultKind
  /** The check that found it. */
  readonly check: string
  /** Which entry, row, file or object. */
  readonly where: string
  /** What is wrong with it. */
  readonly finding: string
  /** What it reveals about the cause. */
  readonly meaning: string
}

/** The number of things that each check examined. */
export type Tally = Partial<Record<CheckName, number>>

/** The result, for people and programs. */
export interface VerifyReport {
  readonly clean: boolean
  /** Duration of the whole verification. */
  readonly seconds: number
  readonly checks: readonly { readonly check: string; readonly looked_at: number; readonly faults: number }[]
  /** At most 100 of each kind. */
  readonly faults: readonly IntegrityFault[]
  /** How many faults of each kind are not listed. */
  readonly more: readonly { readonly kind: FaultKind; readonly count: number }[]
  /** What could not be checked, in sentences. */
  readonly unchecked: readonly string[]
  /** Further remarks, in sentences. */
  readonly remarks: readonly string[]
}

/** Most faults listed of one kind. Others are only counted: a rewritten file has one for every entry. */
const LISTED = 100

/** What each check needs: the database, how far to read it, and the faults to add to. */
export interface Examination {
  readonly inspection: Inspection
  readonly extent: Extent
  readonly faults: Faults
}

/** Adds a fault of one entry, row, file or object. */
export type Tell = (kind: FaultKind, finding: string) => void

/** Collects faults: a bounded number in full. */
export class Faults {
  readonly #listed: IntegrityFault[] = []
  readonly counts: Partial<Record<FaultKind, number>> = {}

  add(kind: FaultKind, where: string, finding: string): void {
    const count = (this.counts[kind] ?? 0) + 1
    this.counts[kind] = count
    if (count <= LISTED) this.#listed.push({ kind, where, finding, ...KINDS[kind] })
  }

  /** Returns a function that adds faults of one place. */
  at(where: string): Tell {
    return (kind, finding) => this.add(kind, where, finding)
  }

  /** Returns the report on the faults. @param tally of the checks that were made */
  report(tally: Tally): Pick<VerifyReport, 'clean' | 'checks' | 'faults' | 'more'> {
    const found = entriesOf(this.counts)
    const order = keysOf(KINDS)
    return {
      clean: found.length === 0,
      checks: entriesOf(CHECKS)
        .filter(([name]) => tally[name] !== undefined)
        .map(([name, check]) => ({
          check,
          looked_at: tally[name] as number,
          faults: found.reduce((sum, [kind, count]) => sum + (KINDS[kind].check === check ? count : 0), 0),
        })),
      faults: [...this.#listed].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
      more: found
        .filter(([, count]) => count > LISTED)
        .map(([kind, count]) => ({ kind, count: count - LISTED })),
    }
  }
}

/** Returns an instant in words, for any number that a column may contain. */
export function instantWords(ms: number, words = formatInstant): string {
  try {
    return words(ms)
  } catch {
    return `an impossible time (${ms})`
  }
}
