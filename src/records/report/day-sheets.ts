import { descriptors, type RecordType } from '../../domain/types/index.ts'
import type { Store } from '../../store/store.ts'
import type { StoredRecord } from '../../store/stored-record.ts'
import type { Counted, Group } from './report.ts'

/**
 * What the cooperative's own deliveries of each day add up to, remembered: a report over a season looks at days, not at each of
 * its deliveries. Derived like everything else, never stored; the sums of a day are forgotten when anything is written that may
 * change them. Which deliveries the day has is remembered longer, so that adding them up again passes over none of those that
 * strangers claim, which are in no sum and may be any number.
 */

/** A version whose corrections contradict each other. */
export interface ForkedVersion extends Counted {
  readonly id: string
  readonly type: string
  readonly supersedes?: string
  readonly received_at: string
}

export interface DaySheet {
  /** By place and by member; both have every delivery that is not forked. */
  readonly place: readonly Group[]
  readonly member: readonly Group[]
  /** Versions whose corrections contradict each other: they are few, and one delivery may have some on different days. */
  readonly forked: readonly ForkedVersion[]
  /** Seqs of those to or from the cooperative that another party says, and that nobody confirmed. */
  readonly waiting: readonly number[]
}

/** A day of which all deliveries that may count are known. */
interface Remembered {
  /** All versions, by seq; some may count no longer. */
  readonly seqs: Set<number>
  sheet: DaySheet | null
}

/** A walk under way, and the days that were changed meanwhile. */
export interface Walk {
  /** What it found, by day. */
  readonly found: Map<string, ReadonlySet<number>>
  /** What was written meanwhile, by day. */
  readonly changed: Map<string, Set<number>>
  isAllChanged: boolean
}

/** Groups and deliveries: some five years of a cooperative with a few hundred members a day. */
const MOST_KEPT = 1_000_000
const MOST_BEGINNINGS = 20_000
/** Entries looked at in one job. */
const MOST_LOOKED_AT = 1_000

/** Acts by which the same delivery may be read in another way. Mandates change flags, which no sum looks at. */
const CHANGING_ACTS: ReadonlySet<string> = new Set(['registry_row'])
const OF_A_DELIVERY: ReadonlySet<RecordType> = new Set(['delivery', 'delivery_confirmation', 'retraction'])

type SheetPorts = Pick<Store, 'records' | 'acts' | 'log' | 'appliance' | 'parties'>

export class DaySheets {
  readonly #store: SheetPorts
  readonly #dayOf: (ms: number) => string
  readonly #beginningOf: (day: string) => number | null
  readonly #beginnings = new Map<string, number | null>()
  /** The oldest first. */
  readonly #days = new Map<string, Remembered>()
  readonly #walks = new Set<Walk>()
  /** Groups and deliveries of all days. */
  #kept = 0
  /** Entries of the log up to here were looked at. */
  #through: number | null = null

  /**
   * @param dayOf the local day of an instant
   * @param beginningOf the instant at which a local day begins
   */
  constructor(store: SheetPorts, dayOf: (ms: number) => string, beginningOf: (day: string) => number | null) {
    this.#store = store
    this.#dayOf = dayOf
    this.#beginningOf = beginningOf
  }

  /** Forgets all days: they begin at other instants now. What is being added up is remembered no more. */
  forget(): void {
    this.#beginnings.clear()
    this.#days.clear()
    this.#kept = 0
    this.#walks.clear()
  }

  /** Working it out takes long, for a whole season. */
  beginningOf(day: string): number | null {
    let ms = this.#beginnings.get(day)
    if (ms === undefined) {
      ms = this.#beginningOf(day)
      if (this.#beginnings.size >= MOST_BEGINNINGS) this.#beginnings.clear()
      this.#beginnings.set(day, ms)
    }
    return ms
  }

  /**
   * Call inside a job, before `get`. Forgets what was changed since.
   * @returns false if so much was written that it has to be called again
   */
  catchUp(): boolean {
    const { size } = this.#store.log
    const from = this.#through ?? size
    const through = Math.min(size, from + MOST_LOOKED_AT)
    this.#through = through
    if (size < from) {
      this.#days.clear()
      this.#kept = 0
      this.#changeAll()
    }
    for (let seq = from + 1; seq <= through; seq++) {
      const record = this.#store.records.bySeq(seq)
      if (record !== undefined) this.#look(record)
      else if (CHANGING_ACTS.has(this.#store.acts.bySeq(seq)?.kind ?? '')) this.#changeAll()
    }
    return through === size
  }

  get(day: string): DaySheet | undefined {
    return this.#days.get(day)?.sheet ?? undefined
  }

  /** The deliveries of a day whose sums were forgotten; undefined: they are not known. */
  listed(day: string): readonly number[] | undefined {
    const seqs = this.#days.get(day)?.seqs
    return seqs === undefined ? undefined : [...seqs]
  }

  begin(): Walk {
    const walk = { found: new Map(), changed: new Map(), isAllChanged: false }
    this.#walks.add(walk)
    return walk
  }

  /**
   * Call inside a job. Remembers the deliveries of the days that a walk went through, and the sums of those that nothing has
   * changed since it began.
   */
  end(walk: Walk, sheets: ReadonlyMap<string, DaySheet>): void {
    this.catchUp()
    if (!this.#walks.delete(walk)) return
    for (const [day, seqs] of walk.found)
      if (!this.#days.has(day)) {
        const all = new Set([...seqs, ...(walk.changed.get(day) ?? [])])
        this.#days.set(day, { seqs: all, sheet: null })
        this.#kept += all.size
      }
    if (!walk.isAllChanged)
      for (const [day, sheet] of sheets) if (!walk.changed.has(day)) this.#keep(day, sheet)
    this.#dropOldest()
  }

  /** A walk that failed. */
  giveUp(walk: Walk): void {
    this.#walks.delete(walk)
  }

  #keep(day: string, sheet: DaySheet): void {
    this.#forgetSums(day)
    const remembered = this.#days.get(day)
    if (remembered === undefined) return
    remembered.sheet = sheet
    this.#kept += groupsIn(sheet)
  }

  #dropOldest(): void {
    for (const [day, { seqs }] of this.#days) {
      if (this.#kept <= MOST_KEPT) return
      this.#forgetSums(day)
      this.#days.delete(day)
      this.#kept -= seqs.size
    }
  }

  #look(record: StoredRecord): void {
    const { type, root, seq } = record
    // Later versions are entries of their own.
    const versions = record.depth === 1 ? [record] : this.#versions(root)
    if (type === 'party') this.#lookAtParty(versions)
    if (!OF_A_DELIVERY.has(type)) return
    const { actsOn } = descriptors[type]
    const target = actsOn && record.body[actsOn]
    if (typeof target === 'string') {
      const named = this.#store.records.byId(target)
      if (named?.type === 'party') this.#lookAtParty(this.#versions(named.root))
      else if (named?.type === 'delivery')
        this.#lookAtDelivery(this.#versions(named.root), type === 'delivery_confirmation')
      else if (named !== undefined) this.#look(named)
    }
    if (type === 'delivery') this.#lookAtDelivery(versions, false)
    else if (root !== seq) {
      const [first] = this.#store.records.bySeqs([root])
      if (first !== undefined) this.#look(first)
    }
  }

  /** What strangers claim is passed over, unless a party of the delivery has confirmed it. */
  #lookAtDelivery(all: readonly StoredRecord[], isConfirmed: boolean): void {
    const versions = all.filter((version) => this.#isOurs(version))
    const mayCount = ({ occurredAtMs, seq }: StoredRecord) =>
      this.#days.get(this.#dayOf(occurredAtMs))?.seqs.has(seq) === true
    if (isConfirmed || versions.some((version) => isSaidByItsParties(version) || mayCount(version)))
      for (const { occurredAtMs, seq } of versions) this.#change(this.#dayOf(occurredAtMs), seq)
    // A walk may have passed one that was confirmed.
    else if (versions.length > 1)
      for (const { occurredAtMs } of versions) this.#stop(this.#dayOf(occurredAtMs))
  }

  /** Whether it names the cooperative, or was written by it or for it. */
  #isOurs({ type, body, assertedBy, onBehalfOf }: StoredRecord): boolean {
    const { appliance, parties } = this.#store
    const { cooperative } = appliance
    if (cooperative === null || type !== 'delivery') return false
    const id = parties.id(cooperative)
    return (
      assertedBy === cooperative ||
      onBehalfOf === cooperative ||
      body.from_party === id ||
      body.to_party === id
    )
  }

  /**
   * Two entries of one party are one, or no longer, by the cooperative's word: all that names them is another's. A new phone
   * number changes no sum.
   */
  #lookAtParty(versions: readonly StoredRecord[]): void {
    const { cooperative } = this.#store.appliance
    if (versions.some(({ body, assertedBy }) => assertedBy === cooperative && body.same_as !== undefined))
      this.#changeAll()
  }

  #versions(root: number): StoredRecord[] {
    const { records } = this.#store
    return [...records.bySeqs([root]), ...records.laterVersions([root])]
  }

  #change(day: string, seq: number): void {
    this.#stop(day)
    for (const { changed } of this.#walks) changed.get(day)?.add(seq)
    this.#forgetSums(day)
    const seqs = this.#days.get(day)?.seqs
    if (seqs === undefined || seqs.has(seq)) return
    seqs.add(seq)
    this.#kept++
  }

  /** No walk under way may keep the sums of this day. */
  #stop(day: string): void {
    for (const { changed } of this.#walks) if (!changed.has(day)) changed.set(day, new Set())
  }

  #forgetSums(day: string): void {
    const remembered = this.#days.get(day)
    if (remembered?.sheet == null) return
    this.#kept -= groupsIn(remembered.sheet)
    remembered.sheet = null
  }

  #changeAll(): void {
    for (const day of this.#days.keys()) this.#forgetSums(day)
    for (const walk of this.#walks) walk.isAllChanged = true
  }
}

const isSaidByItsParties = ({
  body: { from_party, to_party, asserted_by, on_behalf_of },
}: StoredRecord): boolean =>
  [asserted_by, on_behalf_of].some(
    (party) => party !== undefined && (party === from_party || party === to_party),
  )

/** An empty day takes room too. */
const groupsIn = ({ place, member, forked, waiting }: DaySheet): number =>
  1 + place.length + member.length + forked.length + waiting.length
