import type { Faults, IntegrityFault } from './faults.ts'
import { CHECKS, type CheckName, type FaultKind, KINDS } from './kinds.ts'

/** Number of things examined by each check. */
export type Tally = Partial<Record<CheckName, number>>

export interface CheckLine {
  readonly check: string
  readonly looked_at: number
  readonly faults: number
}

/** The result, for people and programs. */
export interface VerifyReport {
  readonly clean: boolean
  readonly checks: readonly CheckLine[]
  /** Some hundred of each kind at most. */
  readonly faults: readonly IntegrityFault[]
  /** Number not listed. */
  readonly more: readonly { readonly kind: FaultKind; readonly count: number }[]
  /** What could not be checked, in sentences. */
  readonly unchecked: readonly string[]
  /** Further remarks, in sentences. */
  readonly remarks: readonly string[]
}

export function reportOf(
  faults: Faults,
  tally: Tally,
  unchecked: readonly string[],
  remarks: readonly string[],
): VerifyReport {
  const found = new Map<string, number>()
  for (const [kind, count] of Object.entries(faults.counts) as [FaultKind, number][])
    found.set(KINDS[kind].check, (found.get(KINDS[kind].check) ?? 0) + count)
  const checks = (Object.entries(CHECKS) as [CheckName, string][])
    .filter(([name]) => tally[name] !== undefined)
    .map(([name, check]) => ({ check, looked_at: tally[name] as number, faults: found.get(check) ?? 0 }))
  return {
    clean: faults.total === 0,
    checks,
    faults: faults.explained(),
    more: faults.unlisted(),
    unchecked,
    remarks,
  }
}
