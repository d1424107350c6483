import { entriesOf, keysOf } from '../../base/typed.ts'
import { formatInstant } from '../../domain/time.ts'
import type { Extent } from '../../store/inspect/extent.ts'
import type { Inspection } from '../../store/inspect/inspection.ts'
import type { Told } from '../../words/fault.ts'
import { type Message, message, type Value } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'
import { CHECK_OF, type CheckName, type FaultKind, KINDS } from './kinds.ts'

/** A fault, for the operator and for an investigator. */
export interface IntegrityFault {
  readonly kind: FaultKind
  /** Which entry, row, file or object. */
  readonly where: Value
  /** What is wrong with it. */
  readonly finding: Told
}

/** The number of things that each check examined. */
export type Tally = Partial<Record<CheckName, number>>

/** The result. */
export interface VerifyReport {
  readonly clean: boolean
  /** Duration of the whole verification. */
  readonly seconds: number
  readonly checks: readonly {
    readonly check: CheckName
    readonly looked_at: number
    readonly faults: number
  }[]
  /** At most 100 of each kind. */
  readonly faults: readonly IntegrityFault[]
  /** How many faults of each kind are not listed. */
  readonly more: readonly { readonly kind: FaultKind; readonly count: number }[]
  /** What could not be checked. */
  readonly unchecked: readonly Message[]
  readonly remarks: readonly Message[]
}

/** The report in the words of a reader. */
export const toldReport = (
  { say, tell, told }: Words,
  { clean, seconds, checks, faults, more, unchecked, remarks }: VerifyReport,
) => ({
  clean,
  seconds,
  checks: checks.map((one) => ({ ...one, check: say(`verify.check.${one.check}`) })),
  faults: faults.map(({ kind, where, finding }) => ({
    kind,
    where: told(where),
    finding: tell(finding),
    check: say(`verify.check.${CHECK_OF[kind]}`),
    meaning: say(`verify.kind.${kind}`),
  })),
  more,
  unchecked: unchecked.map(tell),
  remarks: remarks.map(tell),
})
export type ToldReport = ReturnType<typeof toldReport>

/** Most faults listed of one kind. Others are only counted: a rewritten file has one for every entry. */
const LISTED = 100

/** What each check needs: the database, how far to read it, and the faults to add to. */
export interface Examination {
  readonly inspection: Inspection
  readonly extent: Extent
  readonly faults: Faults
}

/** Adds a fault of one entry, row, file or object. */
export type Tell = (kind: FaultKind, finding: Told) => void

/** Collects faults: a bounded number in full. */
export class Faults {
  readonly #listed: IntegrityFault[] = []
  readonly counts: Partial<Record<FaultKind, number>> = {}

  add(kind: FaultKind, where: Value, finding: Told): void {
    const count = (this.counts[kind] ?? 0) + 1
    this.counts[kind] = count
    if (count <= LISTED) this.#listed.push({ kind, where, finding })
  }

  /** Returns a function that adds faults of one place. */
  at(where: Value): Tell {
    return (kind, finding) => this.add(kind, where, finding)
  }

  /** Returns the report on the faults. @param tally of the checks that were made */
  report(tally: Tally): Pick<VerifyReport, 'clean' | 'checks' | 'faults' | 'more'> {
    const found = entriesOf(this.counts)
    const order = keysOf(CHECK_OF)
    return {
      clean: found.length === 0,
      checks: keysOf(KINDS)
        .filter((check) => tally[check] !== undefined)
        .map((check) => ({
          check,
          looked_at: tally[check] as number,
          faults: found.reduce((sum, [kind, count]) => sum + (CHECK_OF[kind] === check ? count : 0), 0),
        })),
      faults: [...this.#listed].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
      more: found
        .filter(([, count]) => count > LISTED)
        .map(([kind, count]) => ({ kind, count: count - LISTED })),
    }
  }
}

/** Returns an instant, as the file has it, for any number that a column may contain. */
export function instantIn(ms: number, value: (ms: number) => Value = formatInstant): Value {
  return Number.isNaN(new Date(ms).getTime()) ? message('verify.noTime', { ms }) : value(ms)
}
