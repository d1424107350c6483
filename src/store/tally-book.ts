import { Factors } from '../domain/tally/factors.ts'
import { OldestOutstanding } from '../domain/tally/oldest-outstanding.ts'
import { Sums } from '../domain/tally/sums.ts'
import { CHECKPOINT_FORMAT, type TallyRows } from './tally-rows.ts'

/** The position of the sums in the log. */
export interface TallyPlace {
  /** Every entry up to this one was counted, and none after it. */
  readonly through: number
  /** The last entry of the newest checkpoint. */
  readonly checkpointThrough: number
  /** Whether the whole log was counted, so that each new entry is counted on arrival. */
  readonly isCaughtUp: boolean
  readonly factors: Factors
  /** Subject-access requests, by seq. */
  readonly requests: OldestOutstanding
  /** Notifications, by number. */
  readonly notifications: OldestOutstanding
}

const NOWHERE: TallyPlace = {
  through: 0,
  checkpointThrough: 0,
  isCaughtUp: false,
  factors: Factors.none,
  requests: OldestOutstanding.beyond(0),
  notifications: OldestOutstanding.beyond(0),
}

/**
 * The sums and their place in the log: as of the last commit, and the additions of the running transaction. A checkpoint is
 * part of the transaction that makes it due, so it never holds anything rolled back.
 */
export class TallyBook {
  readonly #rows: TallyRows
  readonly #entriesPerCheckpoint: number
  #committed = { sums: new Sums(), place: NOWHERE }
  #added = new Sums()
  #place = NOWHERE

  constructor(rows: TallyRows, entriesPerCheckpoint: number) {
    this.#rows = rows
    this.#entriesPerCheckpoint = entriesPerCheckpoint
  }

  /** As of the last commit. */
  get committed(): { readonly sums: Sums; readonly place: TallyPlace } {
    return this.#committed
  }

  /** Additions of the current transaction. */
  get added(): Sums {
    return this.#added
  }

  /** As of the current transaction. */
  get place(): TallyPlace {
    return this.#place
  }

  /** Begins with the newest checkpoint, if any. @param factors every one that the registry has now */
  open(factors: Iterable<string>): void {
    const newest = this.#rows.newestCheckpoint()
    this.#committed =
      newest === null
        ? { sums: new Sums(), place: { ...NOWHERE, factors: Factors.none.with(factors, 0) } }
        : {
            sums: Sums.from(newest.checkpoint.sums),
            place: {
              through: newest.throughSeq,
              checkpointThrough: newest.throughSeq,
              isCaughtUp: false,
              factors: Factors.from(newest.checkpoint.factors).with(factors, newest.throughSeq),
              requests: OldestOutstanding.beyond(newest.checkpoint.answeredThrough),
              notifications: OldestOutstanding.beyond(newest.checkpoint.toldThrough),
            },
          }
    this.rollback()
  }

  /** Sets the position as of the current transaction. */
  change(changes: Partial<TallyPlace>): void {
    this.#place = { ...this.#place, ...changes }
  }

  /** Notes that this entry was counted. Writes a checkpoint if one is due. */
  counted(seq: number): void {
    this.#place = { ...this.#place, through: seq }
    if (seq - this.#place.checkpointThrough >= this.#entriesPerCheckpoint) this.#writeCheckpoint(seq)
  }

  /** The transaction was committed. */
  commit(): void {
    if (this.#place === this.#committed.place) return
    this.#committed.sums.add(this.#added)
    this.#committed.place = this.#place
    this.#added = new Sums()
  }

  /** The transaction was rolled back. */
  rollback(): void {
    this.#added = new Sums()
    this.#place = this.#committed.place
  }

  #writeCheckpoint(seq: number): void {
    const { factors, requests, notifications } = this.#place
    const sums = new Sums()
    sums.add(this.#committed.sums)
    sums.add(this.#added)
    const isWritten = this.#rows.keepCheckpoint(seq, {
      format: CHECKPOINT_FORMAT,
      sums: sums.toJSON(),
      factors: factors.toJSON(),
      answeredThrough: requests.clearedThrough,
      toldThrough: notifications.clearedThrough,
    })
    if (isWritten) this.#place = { ...this.#place, checkpointThrough: seq }
  }
}
