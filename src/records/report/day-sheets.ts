import { must } from '../../base/typed.ts'
import { descriptors, type RecordType, typeCode } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import type { ListKey } from '../../store/log/records.ts'
import type { StoredRecord } from '../../store/log/stored-record.ts'
import type { Store } from '../../store/store.ts'
import type { Calendar } from '../../words/calendar.ts'
import type { Day } from './days.ts'
import type { Counted, Group } from './report.ts'

/**
 * Remembers the sums of the cooperative's own deliveries of each day, so that a report over a season reads
 * days rather than each delivery. The sums are derived and never stored. They are forgotten when anything is
 * written that may change them. The list of a day's deliveries is remembered longer. It leaves out deliveries
 * that only outsiders claim, which are in no sum and of which there may be any number: adding the day up
 * again never reads them.
 */

export interface DaySheet {
  /** The same deliveries by place and by member: all that are not forked. */
  readonly place: readonly Group[]
  readonly member: readonly Group[]
  /**
   * Versions with contradicting corrections. These are kept one by one: they are few, and the versions of one
   * delivery may be on different days.
   */
  readonly forked: readonly Counted[]
  /** Seqs of deliveries to or from the cooperative that only the other party stated and nobody confirmed. */
  readonly waiting: readonly number[]
}

/**
 * What is known about a day. Once a write may have changed the sums, or the day was forgotten, another object
 * takes its place: unfinished work may still change this one, which is no longer read.
 */
export interface KnownDay {
  /** Seqs of all versions that may count; some may no longer count. */
  readonly seqs: Set<number>
  /** Whether `seqs` is complete. */
  isListed: boolean
  sheet: DaySheet | null
}

/**
 * Groups and deliveries: about five years of a cooperative to which a few hundred members deliver each day.
 */
const MOST_KEPT = 1_000_000
/** Entries of the log, or rows of a list, that are read in one job. */
const MOST_READ = 256

const DELIVERY = typeCode('delivery')
const CHANGING: ReadonlySet<RecordType> = new Set([
  'party',
  'delivery',
  'delivery_confirmation',
  'retraction',
])
/**
 * Acts that may change the sums, such as a new factor. Mandates are not among them: they change flags, which
 * no sum uses.
 */
const CHANGING_ACTS: ReadonlySet<string> = new Set(['registry_row'])

export class DaySheets {
  readonly #store: Store
  readonly #calendar: () => Calendar
  /** In the order in which they were first requested. */
  readonly #days = new Map<string, KnownDay>()
  /** The calendar that the days' limits follow. */
  #of: Calendar | null = null
  /** The last entry of the log that was read. */
  #through: number | null = null

  constructor(store: Store, calendar: () => Calendar) {
    this.#store = store
    this.#calendar = calendar
  }

  /**
   * Forgets the sums that writes may have changed since the last call. Forgets all days if the time zone
   * changed, since days then begin at other instants. Call it before `get` and `open`, inside a job that
   * shares its transaction with no other: entries that another job appended may be rolled back.
   * @returns false if it must be called again, because there are more entries to read
   */
  catchUp(): boolean {
    const { log, records, acts } = this.#store
    const { size } = log
    if (this.#of !== this.#calendar()) this.#days.clear()
    this.#of = this.#calendar()
    const from = this.#through ?? size
    this.#through = Math.min(size, from + MOST_READ)
    for (let seq = from + 1; seq <= this.#through; seq++) {
      const record = records.bySeq(seq)
      if (record !== undefined) this.#noteWritten(record)
      else if (CHANGING_ACTS.has(acts.bySeq(seq)?.kind ?? '')) this.#changeAll()
    }
    return this.#through === size
  }

  get(day: string): DaySheet | undefined {
    return this.#days.get(day)?.sheet ?? undefined
  }

  /** Returns what is known about the day. `catchUp` keeps it up to date from now on. */
  open(day: string): KnownDay {
    const known = this.#days.get(day) ?? { seqs: new Set(), isListed: false, sheet: null }
    this.#days.set(day, known)
    return known
  }

  /**
   * Adds some of the day's deliveries that may count to `known`. Call it inside a job.
   * @returns where to continue; null if the list is complete
   */
  list(known: KnownDay, { fromMs, toMs }: Day, after: ListKey | null): ListKey | null {
    const { appliance, records } = this.#store
    const place = after ?? { occurredAt: fromMs, id: '' }
    const rows = records.stream(must(appliance.cooperative), DELIVERY, 'oldest', place, toMs, MOST_READ)
    for (const { seq } of this.#thatMayCount(records.bySeqs(rows.map((row) => row.seq)))) known.seqs.add(seq)
    if (rows.length === MOST_READ) return rows.at(-1) ?? null
    known.isListed = true
    return null
  }

  /** Forgets the oldest days until the rest is within the limit. */
  dropOldest(): void {
    let kept = 0
    for (const known of this.#days.values()) kept += sizeOf(known)
    for (const [day, known] of this.#days) {
      if (kept <= MOST_KEPT) return
      this.#days.delete(day)
      kept -= sizeOf(known)
    }
  }

  #noteWritten({ type, root }: StoredRecord): void {
    if (!CHANGING.has(type)) return
    const { records, appliance } = this.#store
    const versions = [...records.bySeqs([root]), ...records.laterVersions([root])]
    const { actsOn } = descriptors[type]
    if (type === 'delivery') this.#change(versions)
    // The cooperative may have merged two entries of a party, or split them again. A new phone number changes
    // no sum.
    else if (type === 'party') {
      const isMerge = ({ assertedBy, body }: StoredRecord) =>
        assertedBy === appliance.cooperative && body.same_as !== undefined
      if (versions.some(isMerge)) this.#changeAll()
    } else if (actsOn !== undefined)
      for (const { body } of versions) {
        const target = records.byId(String(body[actsOn]))
        if (target !== undefined) this.#noteWritten(target)
      }
  }

  #change(versions: readonly StoredRecord[]): void {
    for (const { occurredAtMs, seq } of this.#thatMayCount(versions)) {
      const day = this.#calendar().isoDay(occurredAtMs)
      this.#days.get(day)?.seqs.add(seq)
      this.#forgetSums(day)
    }
  }

  #changeAll(): void {
    for (const day of this.#days.keys()) this.#forgetSums(day)
  }

  #forgetSums(day: string): void {
    const known = this.#days.get(day)
    if (known !== undefined) this.#days.set(day, { ...known, sheet: null })
  }

  /**
   * Returns the cooperative's own deliveries that one of their parties stated or ever confirmed. A delivery
   * never stops being one of these. A report checks more strictly (`isCounted`).
   */
  #thatMayCount(versions: readonly StoredRecord[]): StoredRecord[] {
    const { appliance, parties, records } = this.#store
    const cooperative = parties.id(must(appliance.cooperative))
    const ours = versions.filter(({ body }) =>
      [body.asserted_by, body.on_behalf_of, body.from_party, body.to_party].includes(cooperative),
    )
    const claimed = ours.filter((version) => !isStatedByItsParties(version))
    const links = records.links(claimed.map(({ id }) => id))
    const confirmed = links.filter(([, relation]) => relation === RELATIONS.confirms).map(([i]) => claimed[i])
    return ours.filter((version) => isStatedByItsParties(version) || confirmed.includes(version))
  }
}

const isStatedByItsParties = ({ body }: StoredRecord): boolean =>
  [body.from_party, body.to_party].some((party) => party === body.asserted_by || party === body.on_behalf_of)

/** An empty day counts as one, since it uses memory too. */
function sizeOf({ seqs, sheet }: KnownDay): number {
  const groups = sheet === null ? [] : [sheet.place, sheet.member, sheet.forked, sheet.waiting]
  return groups.reduce((sum, some) => sum + some.length, 1 + seqs.size)
}
