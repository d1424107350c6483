import { type FaultKind, KINDS } from './kinds.ts'

/** One fault, in words for the operator and for an investigator. */
export interface IntegrityFault {
  readonly kind: FaultKind
  /** The check that found it. */
  readonly check: string
  /** Which entry, row, file or object. */
  readonly where: string
  /** What is wrong with it. */
  readonly finding: string
  /** What that reveals about what was done. */
  readonly meaning: string
}

/** Most faults listed of one kind. Others are counted only: a rewritten file has one for every entry. */
const LISTED = 100

/** The findings, of which a bounded number in full. Plain data, so that threads can exchange it. */
export interface Findings {
  readonly listed: { readonly kind: FaultKind; readonly where: string; readonly finding: string }[]
  readonly counts: Partial<Record<FaultKind, number>>
}

/** Collects faults. */
export class Faults implements Findings {
  readonly listed: Findings['listed'] = []
  readonly counts: Partial<Record<FaultKind, number>> = {}

  add(kind: FaultKind, where: string, finding: string): void {
    const count = (this.counts[kind] ?? 0) + 1
    this.counts[kind] = count
    if (count <= LISTED) this.listed.push({ kind, where, finding })
  }

  /** Adds the findings of another part of the work. */
  merge({ listed, counts }: Findings): void {
    for (const found of listed) {
      const shown = this.listed.filter(({ kind }) => kind === found.kind).length
      if (shown < LISTED) this.listed.push(found)
    }
    for (const [kind, count] of Object.entries(counts) as [FaultKind, number][])
      this.counts[kind] = (this.counts[kind] ?? 0) + count
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** The listed faults, grouped by kind in the order of the checks. */
  explained(): IntegrityFault[] {
    const order = Object.keys(KINDS)
    return [...this.listed]
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      .map(({ kind, where, finding }) => ({ kind, where, finding, ...KINDS[kind] }))
  }

  /** Number of unlisted faults by kind. */
  unlisted(): { readonly kind: FaultKind; readonly count: number }[] {
    return (Object.entries(this.counts) as [FaultKind, number][])
      .filter(([, count]) => count > LISTED)
      .map(([kind, count]) => ({ kind, count: count - LISTED }))
  }
}
