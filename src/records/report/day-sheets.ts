import { descriptors, type RecordType, typeCode } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import type { ListKey } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { StoredRecord } from '../../store/stored-record.ts'
import type { Calendar } from '../../words/english.ts'
import type { Day } from './days.ts'
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

/** What is known of a day. Once all is forgotten, nobody looks at it again, whatever work under way still notes here. */
export interface KnownDay {
  /** All versions that may count, by seq; some may count no longer. */
  readonly seqs: Set<number>
  /** Whether none is missing. */
  isListed: boolean
  sheet: DaySheet | null
  /** How often something was written that may change the sums: those worked out meanwhile are not kept. */
  changes: number
}

/** Groups and deliveries: some five years of a cooperative with a few hundred members a day. */
const MOST_KEPT = 1_000_000
/** Entries of the log, or rows of a list, looked at in one job. */
const MOST_LOOKED_AT = 256

const DELIVERY = typeCode('delivery')
const CHANGING: ReadonlySet<RecordType> = new Set([
  'party',
  'delivery',
  'delivery_confirmation',
  'retraction',
])
/** Acts by which the same delivery may be read in another way. Mandates change flags, which no sum looks at. */
const CHANGING_ACTS: ReadonlySet<string> = new Set(['registry_row'])

type SheetPorts = Pick<Store, 'records' | 'acts' | 'log' | 'appliance' | 'parties'>

export class DaySheets {
  readonly #store: SheetPorts
  readonly #calendar: () => Calendar
  /** Those that were asked for first come first. */
  readonly #days = new Map<string, KnownDay>()
  /** By which these days begin and end. */
  #of: Calendar | null = null
  /** Entries of the log up to here were looked at. */
  #through: number | null = null

  constructor(store: SheetPorts, calendar: () => Calendar) {
    this.#store = store
    this.#calendar = calendar
  }

  /**
   * Forgets the sums that were changed since; all days once the time zone is another, since they begin at other instants.
   * Call it before `get` and `open`, inside a job that shares its transaction with no other: what another appended might be
   * undone.
   * @returns false if so much was written that it has to be called again
   */
  catchUp(): boolean {
    const { log, records, acts } = this.#store
    const { size } = log
    if (this.#of !== this.#calendar()) this.#days.clear()
    this.#of = this.#calendar()
    const from = this.#through ?? size
    this.#through = Math.min(size, from + MOST_LOOKED_AT)
    for (let seq = from + 1; seq <= this.#through; seq++) {
      const record = records.bySeq(seq)
      if (record !== undefined) this.#look(record)
      else if (CHANGING_ACTS.has(acts.bySeq(seq)?.kind ?? '')) this.#changeAll()
    }
    return this.#through === size
  }

  get(day: string): DaySheet | undefined {
    return this.#days.get(day)?.sheet ?? undefined
  }

  /** From here on, what is written of the day is noted in what is returned. */
  open(day: string): KnownDay {
    const known = this.#days.get(day) ?? { seqs: new Set(), isListed: false, sheet: null, changes: 0 }
    this.#days.set(day, known)
    return known
  }

  /**
   * Lists some of the day's deliveries that may count. Call inside a job.
   * @returns where to go on; null: that was all
   */
  list(known: KnownDay, { fromMs, toMs }: Day, after: ListKey | null): ListKey | null {
    const { appliance, records } = this.#store
    const place = after ?? { occurredAt: fromMs, id: '' }
    const rows = records.stream(appliance.cooperative ?? 0, DELIVERY, 'oldest', place, toMs, MOST_LOOKED_AT)
    for (const { seq } of this.#thatMayCount(records.bySeqs(rows.map((row) => row.seq)))) known.seqs.add(seq)
    if (rows.length === MOST_LOOKED_AT) return rows.at(-1) ?? null
    known.isListed = true
    return null
  }

  /** Forgets days until what is kept is not too much. */
  dropOldest(): void {
    let kept = 0
    for (const known of this.#days.values()) kept += sizeOf(known)
    for (const [day, known] of this.#days) {
      if (kept <= MOST_KEPT) return
      this.#days.delete(day)
      kept -= sizeOf(known)
    }
  }

  #look({ type, root }: StoredRecord): void {
    if (!CHANGING.has(type)) return
    const { records, appliance } = this.#store
    const versions = [...records.bySeqs([root]), ...records.laterVersions([root])]
    const { actsOn } = descriptors[type]
    if (type === 'delivery') this.#change(versions)
    // Two entries of one party are one, or no longer, by the cooperative's word. A new phone number changes no sum.
    else if (type === 'party') {
      const isMerge = ({ assertedBy, body }: StoredRecord) =>
        assertedBy === appliance.cooperative && body.same_as !== undefined
      if (versions.some(isMerge)) this.#changeAll()
    } else if (actsOn !== undefined)
      for (const { body } of versions) {
        const target = records.byId(String(body[actsOn]))
        if (target !== undefined) this.#look(target)
      }
  }

  #change(versions: readonly StoredRecord[]): void {
    for (const { occurredAtMs, seq } of this.#thatMayCount(versions)) {
      const known = this.#days.get(this.#calendar().isoDay(occurredAtMs))
      if (known === undefined) continue
      known.seqs.add(seq)
      changed(known)
    }
  }

  #changeAll(): void {
    for (const known of this.#days.values()) changed(known)
  }

  /**
   * The cooperative's own deliveries that a party of them says, or has ever confirmed: this only grows. A report looks more
   * closely (`isCounted`).
   */
  #thatMayCount(versions: readonly StoredRecord[]): StoredRecord[] {
    const ours = versions.filter((version) => this.#isOurs(version))
    const claimed = ours.filter((version) => !isSaidByItsParties(version))
    const links = this.#store.records.links(claimed.map(({ id }) => id))
    const confirmed = links.filter(([, relation]) => relation === RELATIONS.confirms).map(([i]) => claimed[i])
    return ours.filter((version) => isSaidByItsParties(version) || confirmed.includes(version))
  }

  /** Whether it names the cooperative, or was written by it or for it. */
  #isOurs({ body, assertedBy, onBehalfOf }: StoredRecord): boolean {
    const { appliance, parties } = this.#store
    const { cooperative } = appliance
    if (cooperative === null) return false
    const id = parties.id(cooperative)
    return (
      assertedBy === cooperative ||
      onBehalfOf === cooperative ||
      body.from_party === id ||
      body.to_party === id
    )
  }
}

function changed(known: KnownDay): void {
  known.sheet = null
  known.changes++
}

const isSaidByItsParties = ({
  body: { from_party, to_party, asserted_by, on_behalf_of },
}: StoredRecord): boolean =>
  [asserted_by, on_behalf_of].some(
    (party) => party !== undefined && (party === from_party || party === to_party),
  )

/** An empty day takes room too. */
function sizeOf({ seqs, sheet }: KnownDay): number {
  const groups = sheet === null ? [] : [sheet.place, sheet.member, sheet.forked, sheet.waiting]
  return groups.reduce((sum, some) => sum + some.length, 1 + seqs.size)
}
