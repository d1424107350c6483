import type { Happened } from './consent.ts'
import { EXEMPT_FROM_OBJECTION, type LawfulBasis } from './shapes.ts'
import { type GrantableType, grantableCode, maskCovers } from './types/index.ts'

/** The effect of an objection (contract §7). Parties are given by their numbers. */

export const OBJECTION_EFFECTS = [
  'stopped_some',
  'stopped_nothing_no_records',
  'stopped_nothing_out_of_scope',
  'stopped_nothing_consent_only',
  'stopped_nothing_exempt',
] as const
export type ObjectionEffect = (typeof OBJECTION_EFFECTS)[number]

/** Records about the objector that an objection treats alike. */
export interface AlikeRecords {
  readonly type: GrantableType
  readonly basis: LawfulBasis
  /** Everyone they are about, including the objector. */
  readonly subjects: readonly number[]
  /** Parties that read them without a grant: subjects, asserters, those asserted for, receivers of a lot. */
  readonly owners: readonly number[]
  /** Not all of their subjects are known, so no grant opens them. */
  readonly isClosed: boolean
  /** When each record happened. */
  readonly happened: readonly Happened[]
}

/** Why reading of these records continues in spite of an objection. */
export const CONTINUING_WHYS = ['out_of_scope', 'others_decide', 'exempt', 'consent_only'] as const
export type ContinuingWhy = (typeof CONTINUING_WHYS)[number]

export interface Stopped {
  readonly record_type: GrantableType
  readonly lawful_basis: LawfulBasis
  readonly count: number
}

export interface Continuing extends Stopped {
  /**
   * `out_of_scope`: the objection does not name their type. `others_decide`: the persons in them decide who
   * reads, not the objecting organisation. `exempt`: no objection reaches their ground. `consent_only`: they
   * rest on consent and no grant opens them, or none could, so there was nothing to stop.
   */
  readonly why: ContinuingWhy
}

export interface ObjectionOutcome {
  readonly effect: ObjectionEffect
  readonly stopped: readonly Stopped[]
  readonly continuing: readonly Continuing[]
}

export interface ObjectionFacts {
  /** Bit mask of types; null for every type. */
  readonly types: number | null
  /**
   * Returns whether the objector is one of those whose grant such a read needs (contract §7, steps 3 and 4).
   */
  isNeeded(records: AlikeRecords): boolean
  /** Returns how many of them a live grant of the objector opens to anyone for a purpose objected to. */
  countOpen(records: AlikeRecords): number
}

const ON_CONSENT: ReadonlySet<LawfulBasis> = new Set(['consent', 'special_data_consent'])

/**
 * Counts the effect of an objection on all current records about the objector: tips and inferences, without
 * `party` records. Every record is counted once, as stopped or as continuing.
 */
export class ObjectionCount {
  readonly #facts: ObjectionFacts
  readonly #stopped = new Tally<Stopped>()
  readonly #continuing = new Tally<Continuing>()
  #isAny = false
  #isInScope = false
  #isReachable = false

  constructor(facts: ObjectionFacts) {
    this.#facts = facts
  }

  add(records: AlikeRecords): void {
    const why = whyContinuing(records, this.#facts)
    const mayBeOpen = why === 'consent_only' && !records.isClosed
    const open = mayBeOpen ? this.#facts.countOpen(records) : 0
    this.#note(records, null, open)
    this.#note(records, why, records.happened.length - open)
  }

  #note({ type, basis }: AlikeRecords, why: ContinuingWhy | null, count: number): void {
    if (count === 0) return
    const counted = { record_type: type, lawful_basis: basis, count }
    this.#isAny = true
    this.#isInScope ||= why !== 'out_of_scope' && why !== 'others_decide'
    this.#isReachable ||= why === null || why === 'consent_only'
    if (why === null) this.#stopped.add(counted)
    else this.#continuing.add({ ...counted, why })
  }

  get outcome(): ObjectionOutcome {
    return { effect: this.#effect, stopped: this.#stopped.rows(), continuing: this.#continuing.rows() }
  }

  get #effect(): ObjectionEffect {
    if (!this.#isAny) return 'stopped_nothing_no_records'
    if (!this.#isInScope) return 'stopped_nothing_out_of_scope'
    if (!this.#isReachable) return 'stopped_nothing_exempt'
    return this.#stopped.isEmpty ? 'stopped_nothing_consent_only' : 'stopped_some'
  }
}

/**
 * Returns why reading continues; null if it stops. It is `consent_only` even if a grant may open some of
 * them.
 */
function whyContinuing(records: AlikeRecords, facts: ObjectionFacts): ContinuingWhy | null {
  if (facts.types !== null && !maskCovers(facts.types, grantableCode(records.type))) return 'out_of_scope'
  if (!facts.isNeeded(records)) return 'others_decide'
  if (EXEMPT_FROM_OBJECTION.has(records.basis)) return 'exempt'
  return records.isClosed || ON_CONSENT.has(records.basis) ? 'consent_only' : null
}

/** Adds up the counts of rows that are otherwise the same, and returns them with the largest first. */
class Tally<Row extends Stopped> {
  readonly #rows = new Map<string, Row>()

  add(row: Row): void {
    const { count, ...alike } = row
    const key = JSON.stringify(alike)
    this.#rows.set(key, { ...row, count: count + (this.#rows.get(key)?.count ?? 0) })
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  rows(): Row[] {
    return [...this.#rows.entries()]
      .sort(([a, { count: m }], [b, { count: n }]) => n - m || (a < b ? -1 : 1))
      .map(([, row]) => row)
  }
}
