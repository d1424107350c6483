import { fromJson, must } from '../../base/typed.ts'
import { tipAsOf } from '../../domain/tally/chain-tip.ts'
import { OldestOutstanding } from '../../domain/tally/oldest-outstanding.ts'
import { citedMilligrams, isFinancial } from '../../domain/tally/record.ts'
import { Sums } from '../../domain/tally/sums.ts'
import type { RecordBody } from '../../domain/types/index.ts'
import { RELATIONS } from '../../domain/types/relations.ts'
import { actEntry } from '../acts/act-rows.ts'
import type { Acts } from '../acts/acts.ts'
import type { Appliance } from '../acts/appliance.ts'
import { countAct } from '../acts/count-act.ts'
import type { Devices } from '../acts/devices.ts'
import type { Notifications } from '../acts/notifications.ts'
import type { SubjectAccessRequests } from '../acts/subject-access.ts'
import type { Db } from '../file/open.ts'
import { actOfCode, INFERENCE_KIND } from '../log/entry-kinds.ts'
import type { Records, StoredRecord } from '../log/records.ts'
import { WrongDays } from './wrong-days.ts'

/** Entries of the log read at once. */
const ENTRIES_AT_ONCE = 64
/** Rows examined at once in the search for the oldest open one. */
const LOOKED_AT = 64

type EntryRow = [
  seq: number,
  kind: number,
  root: number | null,
  receivedAt: number,
  body: string,
  assertedBy: number | null,
  onBehalfOf: number | null,
]

/** What is counted of a record. */
type CountedRecord = Pick<StoredRecord, 'seq' | 'root' | 'receivedAtMs' | 'onBehalfOf'> & {
  readonly assertedBy: number | null
  readonly body: RecordBody
}

/** More records in memory than this are forgotten, and read from the log when they are counted. */
const MOST_NEW = 2_048

/**
 * The records appended since the last count, by seq, so that their bodies need not be read and parsed again.
 * It may lack any of them.
 */
export class NewRecords extends Map<number, StoredRecord> {
  note(record: StoredRecord): void {
    if (this.size >= MOST_NEW) this.clear()
    this.set(record.seq, record)
  }
}

/** The parts of the store from which the sums are counted. */
export interface TallySources {
  readonly records: Records
  readonly acts: Acts
  readonly subjectAccess: SubjectAccessRequests
  readonly notifications: Notifications
  readonly devices: Devices
  readonly appliance: Pick<Appliance, 'cooperative'>
}

/** The SQL of the sums. */
export class TallyRows {
  readonly #entries
  readonly #retractions
  readonly #raised

  constructor(db: Db) {
    this.#entries = db
      .prepare<[number, number], EntryRow>(
        `SELECT seq, kind, root, received_at, body, asserted_by, on_behalf_of
         FROM entry WHERE seq > ? ORDER BY seq LIMIT ?`,
      )
      .raw()
    this.#retractions = db
      .prepare<[string], number>(
        `SELECT l.source FROM json_each(?) j
         CROSS JOIN link l ON l.target = unhex(j.value, '-') AND l.relation = ${RELATIONS.retracts}`,
      )
      .pluck()
    this.#raised = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM notification').pluck()
  }

  /** The next entries of the log after this one. */
  entriesAfter(seq: number): EntryRow[] {
    return this.#entries.all(seq, ENTRIES_AT_ONCE)
  }

  /** Seqs of the retractions of these records. */
  retractionsOf(ids: readonly string[]): number[] {
    return this.#retractions.all(JSON.stringify(ids))
  }

  /** The number of notifications ever raised; they are numbered without a gap. */
  raised(): number {
    return must(this.#raised.get())
  }
}

/** One pass through the log, entry by entry, and the sums so far. Call its methods inside a job. */
export class TallyScan {
  readonly sums = new Sums()
  /**
   * Factors with a sum of their own. Records may cite any text; the kilograms of others are summed together.
   */
  readonly factors: ReadonlySet<string>
  requests = OldestOutstanding.beyond(0)
  notifications = OldestOutstanding.beyond(0)
  /** Factors that entries added during this pass. */
  readonly added = new Set<string>()
  readonly wrongDays: WrongDays
  #through = 0
  readonly #store: TallySources
  readonly #rows: TallyRows
  readonly #new: NewRecords

  constructor(store: TallySources, rows: TallyRows, newRecords: NewRecords, factors: Iterable<string>) {
    this.#store = store
    this.#rows = rows
    this.#new = newRecords
    this.wrongDays = new WrongDays(store.devices)
    this.factors = new Set(factors)
  }

  /** The last entry that was counted. */
  get through(): number {
    return this.#through
  }

  /**
   * Counts at least one more entry, and searches for the oldest open requests.
   * @returns whether all is done
   */
  goOn(untilMs: number): boolean {
    for (;;) {
      const next = this.#new.get(this.#through + 1)
      if (next !== undefined) {
        this.#countRecord(next)
        this.#counted(next.seq)
        if (performance.now() >= untilMs) return false
        continue
      }
      const entries = this.#rows.entriesAfter(this.#through)
      for (const entry of entries) {
        this.#count(entry)
        this.#counted(entry[0])
        if (performance.now() >= untilMs) return false
      }
      if (entries.length < ENTRIES_AT_ONCE) break
    }
    this.sums.notificationsRaised = this.#rows.raised()
    do if (this.#lookForOldest()) return true
    while (performance.now() < untilMs)
    return false
  }

  #counted(seq: number): void {
    this.#through = seq
    this.#new.delete(seq)
  }

  /** Counts one entry. Everything that may fail is done first, so that no entry is half counted. */
  #count(row: EntryRow): void {
    const [seq, kind, root, receivedAtMs, json, assertedBy, onBehalfOf] = row
    if (kind === INFERENCE_KIND) return
    const act = actOfCode(kind)
    if (act === undefined) {
      const body = parsed(seq, json)
      this.#countRecord({ seq, root: must(root), receivedAtMs, assertedBy, onBehalfOf, body })
      return
    }
    const entry = actEntry(seq, act, receivedAtMs, fromJson(json))
    countAct(this.sums, entry, (id) => this.#store.acts.byId(id)?.receivedAtMs)
    if (
      entry.kind === 'registry_row' &&
      entry.body.kind === 'conversions' &&
      !this.factors.has(entry.body.row.id)
    )
      this.added.add(entry.body.row.id)
  }

  #countRecord({ seq, root, receivedAtMs, assertedBy, onBehalfOf, body }: CountedRecord): void {
    const { records, appliance } = this.#store
    const isMoney = isFinancial(body, (id) => records.byId(id)?.body)
    const changed = body.target_id === undefined ? root : records.byId(body.target_id)?.root
    const { weighed, tip } =
      changed === undefined
        ? { weighed: [], tip: null }
        : changed === seq
          ? { weighed: [weight(body, 1n)], tip: seq }
          : this.#chainChanged(changed, seq)
    const isOwn = [assertedBy, onBehalfOf].includes(appliance.cooperative)
    if (changed !== undefined) {
      if (isOwn && assertedBy !== null && body.target_id === undefined)
        this.wrongDays.judge(body, { seq, root: changed, assertedBy, receivedAtMs })
      this.wrongDays.counts(changed, tip)
    }
    this.sums.record(body.lawful_basis, isMoney, body.on_behalf_of !== undefined)
    for (const { factor, milligrams } of weighed)
      if (milligrams !== null)
        this.sums.weigh(factor !== undefined && this.factors.has(factor) ? factor : null, milligrams)
  }

  /**
   * After a correction or retraction, one version may stop counting and another may start to, even a rival of
   * the retracted version. So the whole chain is weighed as it was before and as it is after.
   */
  #chainChanged(root: number, seq: number) {
    const { records } = this.#store
    const versions = [...records.bySeqs([root]), ...records.laterVersions([root])]
    const retractions = records.bySeqs(this.#rows.retractionsOf(versions.map(({ id }) => id)))
    const before = tipAsOf(versions, retractions, seq - 1)
    const after = tipAsOf(versions, retractions, seq)
    return {
      weighed: [
        ...(before === undefined ? [] : [weight(before.body, -1n)]),
        ...(after === undefined ? [] : [weight(after.body, 1n)]),
      ],
      tip: after?.seq ?? null,
    }
  }

  /** Searches for the oldest open request and notification. @returns whether both searches are complete */
  #lookForOldest(): boolean {
    const { subjectAccess, notifications } = this.#store
    const requests = subjectAccess.after(this.requests.clearedThrough, LOOKED_AT, true)
    this.requests = this.requests.lookedAt(
      requests.map(({ seq, at, answeredAt }) => ({ key: seq, atMs: at, hasEnded: answeredAt !== null })),
      requests.length < LOOKED_AT,
    )
    const raised = notifications.after(this.notifications.clearedThrough, LOOKED_AT, true)
    this.notifications = this.notifications.lookedAt(
      raised.map(({ n, raisedAt, toldAt }) => ({ key: n, atMs: raisedAt, hasEnded: toldAt !== null })),
      raised.length < LOOKED_AT,
    )
    return this.requests.isCertain && this.notifications.isCertain
  }
}

const weight = (body: RecordBody, times: 1n | -1n) => {
  const milligrams = citedMilligrams(body)
  return { factor: body.conversion_id, milligrams: milligrams === null ? null : times * milligrams }
}

/** Parses a body. The engine's own error would quote the text, which may contain a name. */
function parsed(seq: number, json: string): RecordBody {
  try {
    return fromJson<RecordBody>(json)
  } catch {
    throw new Error(`The record at ${seq} of the log is damaged.`)
  }
}
