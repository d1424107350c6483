import { type FaultKind, KINDS } from './kinds.ts'

/** One thing that is not as it should be, in words for whoever keeps the appliance and for whoever investigates. */
export interface IntegrityFault {
  readonly kind: FaultKind
  /** The check that found it. */
  readonly check: string
  /** Which entry, row, file or object. */
  readonly where: string
  /** What is wrong with it. */
  readonly finding: string
  /** What that says about what was done. */
  readonly meaning: string
}

/** Faults of one kind that are listed. The others are counted: a file that was rewritten has one for every entry. */
const LISTED = 100

/** What was found, a bounded part of it word for word. Plain data, so that it travels between threads. */
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

  /** Takes in what another part of the work found. */
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

  /** Word for word, those of one kind together in the order of the checks. */
  explained(): IntegrityFault[] {
    const order = Object.keys(KINDS)
    return [...this.listed]
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
      .map(({ kind, where, finding }) => ({ kind, where, finding, ...KINDS[kind] }))
  }

  /** How many of each kind are not listed. */
  unlisted(): { readonly kind: FaultKind; readonly count: number }[] {
    return (Object.entries(this.counts) as [FaultKind, number][])
      .filter(([, count]) => count > LISTED)
      .map(([kind, count]) => ({ kind, count: count - LISTED }))
  }
}
