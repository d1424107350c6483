import { descriptors, type RecordType } from '../../domain/types/index.ts'
import type { Store } from '../../store/store.ts'
import type { StoredRecord } from '../../store/stored-record.ts'
import type { Counted, Group } from './report.ts'

/**
 * What the cooperative's own deliveries of each day add up to, remembered: a report over a season looks at days, not at each of
 * its deliveries. Derived like everything else, never stored; a day is forgotten when anything is written that may change it.
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
}

/** A walk under way, and the days that were changed meanwhile. */
export interface Walk {
  readonly changed: Set<string>
  isAllChanged: boolean
}

/** Some ten years of a cooperative with a few hundred members a day. */
const MOST_GROUPS = 1_000_000
const MOST_BEGINNINGS = 20_000
/** After more than this was written since, all is forgotten at once. */
const MOST_LOOKED_AT = 5_000

/** Acts by which the same delivery may be read in another way. Mandates change flags, which no sum looks at. */
const CHANGING_ACTS: ReadonlySet<string> = new Set(['registry_row'])
const OF_A_DELIVERY: ReadonlySet<RecordType> = new Set(['delivery', 'delivery_confirmation', 'retraction'])

type SheetPorts = Pick<Store, 'records' | 'acts' | 'log'>

export class DaySheets {
  readonly #store: SheetPorts
  readonly #dayOf: (ms: number) => string
  readonly #beginningOf: (day: string) => number | null
  readonly #beginnings = new Map<string, number | null>()
  /** The oldest first. */
  readonly #sheets = new Map<string, DaySheet>()
  readonly #walks = new Set<Walk>()
  #groups = 0
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

  /** Call inside a job, before `get`. Forgets what was changed since. */
  catchUp(): void {
    const { size } = this.#store.log
    const from = this.#through ?? size
    this.#through = size
    if (size - from > MOST_LOOKED_AT || size < from) {
      this.#forgetAll()
      return
    }
    for (let seq = from + 1; seq <= size; seq++) {
      const record = this.#store.records.bySeq(seq)
      if (record !== undefined) this.#look(record)
      else if (CHANGING_ACTS.has(this.#store.acts.bySeq(seq)?.kind ?? '')) this.#forgetAll()
    }
  }

  get(day: string): DaySheet | undefined {
    return this.#sheets.get(day)
  }

  begin(): Walk {
    const walk = { changed: new Set<string>(), isAllChanged: false }
    this.#walks.add(walk)
    return walk
  }

  /** Call inside a job. Remembers the days of a walk that nothing has changed since it began. */
  end(walk: Walk, sheets: ReadonlyMap<string, DaySheet>): void {
    this.catchUp()
    this.#walks.delete(walk)
    if (walk.isAllChanged) return
    for (const [day, sheet] of sheets) if (!walk.changed.has(day)) this.#keep(day, sheet)
  }

  /** A walk that failed. */
  giveUp(walk: Walk): void {
    this.#walks.delete(walk)
  }

  #keep(day: string, sheet: DaySheet): void {
    this.#forget(day)
    this.#sheets.set(day, sheet)
    this.#groups += groupsIn(sheet)
    for (const oldest of this.#sheets.keys()) {
      if (this.#groups <= MOST_GROUPS) return
      this.#forget(oldest)
    }
  }

  #look(record: StoredRecord): void {
    const { type, root, seq } = record
    if (type === 'party') this.#lookAtParty(record)
    if (!OF_A_DELIVERY.has(type)) return
    const { actsOn } = descriptors[type]
    const target = actsOn && record.body[actsOn]
    if (typeof target === 'string') {
      const named = this.#store.records.byId(target)
      if (named?.type === 'party') this.#lookAtParty(named)
      else if (named !== undefined) this.#look(named)
    }
    if (type === 'delivery')
      for (const version of this.#versions(root)) this.#change(this.#dayOf(version.occurredAtMs))
    else if (root !== seq) {
      const [first] = this.#store.records.bySeqs([root])
      if (first !== undefined) this.#look(first)
    }
  }

  /** Two entries of one party are one, or no longer: all that names them is another's. A new phone number changes no sum. */
  #lookAtParty({ root }: StoredRecord): void {
    if (this.#versions(root).some(({ body }) => body.same_as !== undefined)) this.#forgetAll()
  }

  #versions(root: number): StoredRecord[] {
    const { records } = this.#store
    return [...records.bySeqs([root]), ...records.laterVersions([root])]
  }

  #change(day: string): void {
    this.#forget(day)
    for (const walk of this.#walks) walk.changed.add(day)
  }

  #forget(day: string): void {
    const sheet = this.#sheets.get(day)
    if (sheet === undefined) return
    this.#sheets.delete(day)
    this.#groups -= groupsIn(sheet)
  }

  #forgetAll(): void {
    this.#sheets.clear()
    this.#groups = 0
    for (const walk of this.#walks) walk.isAllChanged = true
  }
}

/** An empty day takes room too. */
const groupsIn = ({ place, member, forked }: DaySheet): number =>
  1 + place.length + member.length + forked.length
