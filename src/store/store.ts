import { type ClockReading, isBehind } from '../domain/clock.ts'
import type { Time } from '../words/calendar.ts'
import { AccessRequests } from './acts/access-requests.ts'
import { ActFacts } from './acts/act-facts.ts'
import { Acts } from './acts/acts.ts'
import { Anchors } from './acts/anchors.ts'
import { AppearanceRows } from './acts/appearance.ts'
import { Appliance } from './acts/appliance.ts'
import { Backups } from './acts/backups.ts'
import { Consents } from './acts/consents.ts'
import { Credentials } from './acts/credentials.ts'
import { type DelegationRow, Delegations } from './acts/delegations.ts'
import { Devices } from './acts/devices.ts'
import { Notifications } from './acts/notifications.ts'
import { Staff } from './acts/staff.ts'
import { SubjectAccessRequests } from './acts/subject-access.ts'
import { Audit } from './audit/audit.ts'
import type { Db } from './file/open.ts'
import { WriteAheadLog } from './file/wal.ts'
import { PastRecordGraph } from './graph/past-record-graph.ts'
import { RecordGraph } from './graph/record-graph.ts'
import { Behind } from './jobs/behind.ts'
import { CallerJobs } from './jobs/caller-jobs.ts'
import { ClockWatch } from './jobs/clock-watch.ts'
import { Writer } from './jobs/writer.ts'
import { Log } from './log/log.ts'
import { Records } from './log/records.ts'
import { Tree } from './log/tree.ts'
import { Changes } from './tables/changes.ts'
import { Evidence } from './tables/evidence.ts'
import { FeedTold } from './tables/feed-told.ts'
import { FeedsSent } from './tables/feeds-sent.ts'
import { Inferences } from './tables/inferences.ts'
import { Messages } from './tables/messages.ts'
import { Parties } from './tables/parties.ts'
import { RegistryRows } from './tables/registry-rows.ts'
import { Tallies, type TallyPace } from './tables/tallies.ts'
import { Visits } from './tables/visits.ts'

/** The longest time for which repeated refusals are counted before the count is written. */
const COUNTED_FOR_MS = 60_000

export interface StoreOptions {
  readonly tallyPace?: Partial<TallyPace>
  /** The parties of a replay, instead of the usual ones. */
  readonly parties?: Parties
}

/** All parts that contain SQL, over one connection and one writer. */
export class Store {
  readonly db: Db
  readonly writer: Writer
  readonly clock: ClockWatch
  /** Runs jobs of callers. */
  readonly jobs: CallerJobs
  readonly log: Log
  readonly tree: Tree
  /** Rows of lists, changes and mentions that are not in the file yet. */
  readonly behind: Behind
  readonly parties: Parties
  readonly records: Records
  readonly inferences: Inferences
  readonly acts: Acts
  readonly consents: Consents
  readonly accessRequests: AccessRequests
  readonly delegations: Delegations
  readonly credentials: Credentials
  readonly devices: Devices
  readonly staff: Staff
  readonly appearance: AppearanceRows
  readonly evidence: Evidence
  readonly visits: Visits
  readonly changes: Changes
  readonly appliance: Appliance
  readonly backups: Backups
  readonly registryRows: RegistryRows
  readonly notifications: Notifications
  readonly feedTold: FeedTold
  readonly feedsSent: FeedsSent
  readonly messages: Messages
  readonly subjectAccess: SubjectAccessRequests
  readonly audit: Audit
  readonly anchors: Anchors
  readonly tallies: Tallies
  /** The time by which people read and write days. */
  readonly time: Time
  readonly #newestMs: () => number
  readonly #forgetters: (() => void)[] = []
  #countTimer: NodeJS.Timeout | null = null
  /** Changes with every write except to the audit log. Derived values are valid within one epoch. */
  epoch = 0

  /** @param read reads the machine's clock */
  constructor(db: Db, read: () => ClockReading, { tallyPace = {}, parties }: StoreOptions = {}) {
    this.db = db
    const newest = db
      .prepare<[], number | null>(
        `SELECT max(
           coalesce((SELECT received_at FROM entry ORDER BY seq DESC LIMIT 1), 0),
           coalesce((SELECT at FROM audit ORDER BY last_n DESC LIMIT 1), 0),
           coalesce((SELECT at FROM sync_visit ORDER BY n DESC LIMIT 1), 0),
           coalesce((SELECT at FROM anchor_batch ORDER BY n DESC LIMIT 1), 0),
           coalesce((SELECT at FROM anchor_attempt ORDER BY n DESC LIMIT 1), 0),
           coalesce((SELECT at FROM backup_run ORDER BY n DESC LIMIT 1), 0))`,
      )
      .pluck()
    this.#newestMs = () => newest.get() ?? 0
    const newestMs = this.#newestMs()
    this.clock = new ClockWatch(read, newestMs === 0 ? null : newestMs)
    this.writer = new Writer(
      db,
      this.clock,
      newestMs,
      () => this.#forget(),
      () => {
        this.behind.committed()
        wal.committed()
        this.tallies.committed()
        if (this.audit.committed()) this.#countLater()
      },
      () => {
        this.audit.seal(this.log.size)
        this.behind.write(this.log.newestTaken)
      },
    )
    const { clock, writer } = this
    this.time = {
      get nowMs() {
        return writer.nowMs
      },
      get isBehind() {
        return isBehind(writer.newestMs, clock.nowMs)
      },
    }
    const wal = new WriteAheadLog(db, this.writer)
    const { noteAppend } = this.writer
    const noteChange = () => {
      this.epoch++
      noteAppend()
    }
    this.tree = new Tree(db, noteAppend)
    this.log = new Log(db, this.tree, this.clock)
    this.parties = parties ?? new Parties(db, noteChange)
    this.behind = new Behind(db)
    this.records = new Records(db, this.behind, noteChange)
    this.inferences = new Inferences(db, noteChange)
    this.acts = new Acts(db, this.log, new ActFacts(db, (id) => this.parties.intern(id)), noteChange, () => {
      for (const cache of [this.consents, this.credentials, this.devices, this.appliance, this.backups])
        cache.forget()
    })
    this.consents = new Consents(db)
    this.accessRequests = new AccessRequests(db)
    this.delegations = new Delegations(db)
    this.credentials = new Credentials(db)
    this.jobs = new CallerJobs(this)
    this.devices = new Devices(db, noteAppend)
    this.staff = new Staff(db, noteAppend)
    this.appearance = new AppearanceRows(db, noteAppend)
    this.evidence = new Evidence(db)
    this.visits = new Visits(db, noteAppend)
    this.changes = new Changes(db, this.behind, noteAppend)
    this.appliance = new Appliance(db)
    this.backups = new Backups(db, noteAppend)
    this.registryRows = new RegistryRows(db)
    this.notifications = new Notifications(db, noteAppend)
    this.feedTold = new FeedTold(db, noteAppend)
    this.feedsSent = new FeedsSent(db, noteAppend)
    this.messages = new Messages(db, noteAppend)
    this.subjectAccess = new SubjectAccessRequests(db)
    this.audit = new Audit(db, this.records, this.parties, noteAppend)
    this.anchors = new Anchors(db, noteAppend)
    this.tallies = new Tallies(this, db, tallyPace)
  }

  /**
   * Returns the records around those being read. Use it for one read inside one transaction.
   * @param throughSeq the newest entry of an earlier state of the log; by default, the current state
   */
  recordGraph(throughSeq?: number): RecordGraph {
    const mandate = (delegation: string) => this.delegation(delegation)
    return throughSeq === undefined
      ? new RecordGraph(this.records, this.parties, mandate)
      : new PastRecordGraph(this.records, this.parties, mandate, throughSeq)
  }

  /** Ids by seq, of observations and inferences. */
  recordIds(seqs: readonly number[]): Map<number, string> {
    const ids = new Map(this.records.outlines(seqs).map(({ seq, id }) => [seq, id]))
    const others = seqs.filter((seq) => !ids.has(seq))
    if (others.length > 0) for (const [seq, id] of this.inferences.idsOf(others)) ids.set(seq, id)
    return ids
  }

  /** The party that reads with a credential; the operator (0) reads as the cooperative. */
  readerOf(credential: number): number {
    const party = credential === 0 ? this.appliance.cooperative : this.credentials.bySeq(credential)?.party
    if (party === undefined || party === null)
      throw new RangeError(`no party reads with credential ${credential}`)
    return party
  }

  /** The newest time on disk, in milliseconds; 0 in an empty store. */
  get newestOnDiskMs(): number {
    return this.#newestMs()
  }

  /** Registers a function that is called after a rollback to drop cached values. */
  onRollback(forget: () => void): void {
    this.#forgetters.push(forget)
  }

  /** Checks that the database answers. */
  ping(): void {
    this.db.prepare('SELECT 1 FROM appliance LIMIT 1').get()
  }

  /** Writes the rows that are still in memory, in a separate transaction. */
  writeBehind(): void {
    if (this.behind.rows > 0) this.db.transaction(() => this.behind.writeAll(this.log.size))()
    this.behind.committed()
  }

  close(): void {
    if (this.#countTimer !== null) clearTimeout(this.#countTimer)
    this.#writeLastRows()
    this.db.close()
  }

  /** Schedules the writing of counted refusals, after a minute at most. */
  #countLater(): void {
    if (this.#countTimer !== null) return
    this.#countTimer = setTimeout(() => {
      this.#countTimer = null
      // A failed write is tried again.
      this.writer.submit(() => this.audit.writeCounts(this.writer.nowMs)).catch(() => this.#countLater())
    }, COUNTED_FOR_MS).unref()
  }

  #writeLastRows(): void {
    const { nowMs } = this.writer
    try {
      if (this.audit.isCounting)
        this.db.transaction(() => {
          this.audit.writeCounts(nowMs)
          this.audit.seal(this.log.size)
        })()
      this.writeBehind()
    } catch {
      // The disk is full or failing. The first refusal of each run is stored, but the count is lost. Rows
      // that follow from the log are derived again at the next start.
    }
  }

  /** The delegation with this id; undefined if the id belongs to anything else. */
  delegation(id: string): DelegationRow | undefined {
    const act = this.acts.byId(id)
    return act?.kind === 'delegation' ? this.delegations.bySeq(act.seq) : undefined
  }

  #forget(): void {
    this.epoch++
    this.behind.forget()
    this.log.forget()
    this.parties.forget()
    this.records.forget()
    this.consents.forget()
    this.credentials.forget()
    this.devices.forget()
    this.appliance.forget()
    this.backups.forget()
    this.changes.forget()
    this.notifications.forget()
    this.audit.forget()
    this.tallies.forget()
    for (const forget of this.#forgetters) forget()
  }
}
