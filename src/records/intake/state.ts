import type { RecordGraph } from '../../store/graph/record-graph.ts'
import type { StoredRecord, StoredRecordOf } from '../../store/log/stored-record.ts'
import type { Store } from '../../store/store.ts'

/** The log, as seen by the rules for rows that follow from a record. */
export interface LogState {
  /** Returns the number of a party. */
  party(id: string): number
  partyId(n: number): string
  /** Number of the cooperative; 0 in a folder that is not set up. */
  readonly cooperative: number
  /** Returns the records as they were when the new one was received, with it. */
  readonly here: () => RecordGraph
  /** Entries up to this one have no change rows for parties that lost a record by them. */
  readonly closingsSince: number
  /** Entries up to this one have no change rows for records whose standing they changed. */
  readonly standingsSince: number
  /** Returns the records as they were when `through` was the log's newest entry. */
  world(through: number): RecordGraph
  /** Returns the `party` records that count for a party: those of the party itself and of the cooperative. */
  statementsOn(party: number): StoredRecordOf<'party'>[]
}

/** The log, as seen while one record is appended. */
export class StoreState implements LogState {
  readonly #store: Store
  readonly #record: StoredRecord
  readonly #throughSeq: number | undefined
  #here: RecordGraph | null

  /**
   * @param here the records around the new one, if some are loaded already
   * @param throughSeq the record's own number, if later records exist
   */
  constructor(store: Store, record: StoredRecord, here: RecordGraph | null, throughSeq?: number) {
    this.#store = store
    this.#record = record
    this.#here = here
    this.#throughSeq = throughSeq
  }

  // Most records name their parties themselves and need no others around them.
  readonly here = (): RecordGraph => {
    this.#here ??= this.#store.recordGraph(this.#throughSeq)
    this.#here.add(this.#record)
    return this.#here
  }

  party(id: string): number {
    return this.#store.parties.intern(id)
  }

  partyId(n: number): string {
    return this.#store.parties.id(n)
  }

  get cooperative(): number {
    return this.#store.appliance.cooperative ?? 0
  }

  get closingsSince(): number {
    return this.#store.appliance.closingsSince
  }

  get standingsSince(): number {
    return this.#store.appliance.standingsSince
  }

  world(through: number): RecordGraph {
    return this.#store.recordGraph(through < this.#record.seq ? through : this.#throughSeq)
  }

  statementsOn(party: number): StoredRecordOf<'party'>[] {
    const { records } = this.#store
    const seqs = records.statements.about(party, this.cooperative)
    return records.bySeqs(seqs).filter((record) => record.type === 'party')
  }
}
