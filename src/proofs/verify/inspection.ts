import { rowsOfText } from '../../records/intake/rows.ts'
import type { LogState } from '../../records/intake/state.ts'
import { ActFacts } from '../../store/act-facts.ts'
import { Unfollowable } from '../../store/act-rows.ts'
import { closingsSince } from '../../store/appliance.ts'
import { Behind } from '../../store/behind.ts'
import { Delegations } from '../../store/delegations.ts'
import { Inferences } from '../../store/inferences.ts'
import { ActRows } from '../../store/inspect/act-rows.ts'
import { AnchorRows } from '../../store/inspect/anchor-rows.ts'
import { AuditRows } from '../../store/inspect/audit-rows.ts'
import { type Extent, extentOf } from '../../store/inspect/extent.ts'
import { JournalRows } from '../../store/inspect/journal-rows.ts'
import { LogRows } from '../../store/inspect/log-rows.ts'
import { References } from '../../store/inspect/references.ts'
import type { Db } from '../../store/open.ts'
import { Parties } from '../../store/parties.ts'
import { PastRecordGraph } from '../../store/past-record-graph.ts'
import type { RecordGraph } from '../../store/record-graph.ts'
import { Records } from '../../store/records.ts'
import type { StoredRecord, StoredRecordOf } from '../../store/stored-record.ts'
import { Numbers } from './numbers.ts'

const REMEMBERED_CREDENTIALS = 10_000
const nothingIsWritten = () => {}

/**
 * What the checks read with: the store's own readers over one read-only connection, and the records around an entry as the
 * log stood then.
 */
export class Inspection implements LogState {
  readonly db: Db
  readonly rows: LogRows
  readonly records: Records
  readonly #behind: Behind
  readonly inferences: Inferences
  readonly acts: ActRows
  readonly facts: ActFacts
  readonly audit: AuditRows
  readonly anchors: AnchorRows
  readonly journals: JournalRows
  readonly references: References
  readonly parties: Parties
  readonly #delegations: Delegations
  /** Its number as a party. */
  readonly cooperative: number
  readonly closingsSince: number
  readonly #worlds = new Map<number, RecordGraph>()
  readonly #credentials = new Set<number>()
  /** The newest entry that `#readTail` has read. */
  #tailThrough = 0
  /** Parties that some entry named. */
  readonly namedParties: Numbers

  /** @param parties the highest number of a party */
  constructor(db: Db, parties: number) {
    this.db = db
    this.namedParties = new Numbers(parties)
    this.rows = new LogRows(db)
    this.#behind = new Behind(db)
    this.records = new Records(db, this.#behind, nothingIsWritten)
    this.inferences = new Inferences(db, nothingIsWritten)
    this.acts = new ActRows(db)
    this.facts = new ActFacts(db, (id) => this.party(id))
    this.audit = new AuditRows(db)
    this.anchors = new AnchorRows(db)
    this.journals = new JournalRows(db)
    this.references = new References(db)
    this.parties = new Parties(db, nothingIsWritten)
    this.#delegations = new Delegations(db)
    this.closingsSince = closingsSince(db)
    this.cooperative = this.references.cooperative ?? 0
    this.#readTail()
  }

  /** The number of a party. @throws {Unfollowable} when it has none */
  party(id: string): number {
    const n = this.parties.find(id)
    if (n === undefined) throw new Unfollowable(`the party ${id} has no number in the table party`)
    this.namedParties.note(n)
    return n
  }

  record(id: string): StoredRecord | undefined {
    return this.records.byId(id)
  }

  /** @throws {Unfollowable} */
  partyId(n: number): string {
    try {
      return this.parties.id(n)
    } catch {
      throw new Unfollowable(`the table party has no number ${n}`)
    }
  }

  /** In words, whether or not it exists. */
  partyWords(n: number): string {
    try {
      return `party ${this.partyId(n)}`
    } catch {
      return `party number ${n}, which is not there,`
    }
  }

  /** The records as they stood when this was the log's newest entry; good until `forget`. */
  world(through: number): RecordGraph {
    let world = this.#worlds.get(through)
    if (world === undefined) {
      world = new PastRecordGraph(
        this.records,
        this.parties,
        (delegation) => this.#typesOfMandate(delegation),
        through,
      )
      this.#worlds.set(through, world)
    }
    return world
  }

  /** Drops the loaded records. */
  forget(): void {
    this.#worlds.clear()
  }

  /** The present extent of everything. */
  extent(): Extent {
    return extentOf(this.db)
  }

  /**
   * Adds, in memory, the statements of the newest records that the service may not have written yet.
   */
  #readTail(): void {
    this.#behind.again(() => {
      for (const seq of this.records.after(Math.max(this.#tailThrough, this.#behind.writtenThrough))) {
        const record = this.records.bySeq(seq) as StoredRecord
        rowsOfText(record, this, (table, cells) => {
          if (table === 'mention') this.records.add(table, cells)
        })
        this.#tailThrough = seq
      }
    })
  }

  /** In one transaction, so that nothing changes between two queries. Keep it short: it keeps the write-ahead log from shrinking. */
  atOnce<T>(work: () => T): T {
    this.forget()
    return this.db.transaction(() => {
      this.#readTail()
      return work()
    })()
  }

  /** When an act came; undefined where there is none of this id. */
  receivedAtMs(actId: string): number | undefined {
    const act = this.facts.actById(actId)
    return act && this.rows.receivedAtMs(act.seq)
  }

  /** Cached, since the same few are asked for repeatedly. */
  isCredential(seq: number): boolean {
    if (this.#credentials.has(seq)) return true
    if (!this.references.isCredential(seq)) return false
    if (this.#credentials.size >= REMEMBERED_CREDENTIALS) this.#credentials.clear()
    this.#credentials.add(seq)
    return true
  }

  /** The party that reads with a credential; for the operator (0) the cooperative. */
  readerOf(credential: number): number | undefined {
    if (credential === 0) return this.cooperative
    return this.acts.rowOf('credential', credential)?.party as number | undefined
  }

  /** The `party` records that count for a party: its own and the cooperative's. */
  statementsOn(party: number): StoredRecordOf<'party'>[] {
    const seqs = this.records.statements.about(party, this.cooperative)
    return this.records.bySeqs(seqs).filter((record) => record.type === 'party')
  }

  #typesOfMandate(delegation: string): number {
    const act = this.facts.actById(delegation)
    return act?.kind === 'delegation' ? (this.#delegations.bySeq(act.seq)?.types ?? 0) : 0
  }
}
