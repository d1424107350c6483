import { Factors } from '../domain/tally/factors.ts'
import { OldestOutstanding } from '../domain/tally/oldest-outstanding.ts'
import { Sums } from '../domain/tally/sums.ts'
import { CHECKPOINT_FORMAT, type TallyRows } from './tally-rows.ts'

/** How far the sums have come. */
export interface TallyPlace {
  /** The last entry counted. */
  readonly through: number
  /** The last entry in the newest checkpoint. */
  readonly checkpointThrough: number
  /** The whole log is counted, and so is each new entry on arrival. */
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

  /** The additions of the running transaction; counting adds to them. */
  get added(): Sums {
    return this.#added
  }

  /** As of the running transaction. */
  get place(): TallyPlace {
    return this.#place
  }

  /** Starts from the newest checkpoint, or from nothing. @param factors all that the registry has now */
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

  /** Changes the place within the running transaction. */
  change(changes: Partial<TallyPlace>): void {
    this.#place = { ...this.#place, ...changes }
  }

  /** Notes that an entry was counted. Writes a checkpoint if one is due. */
  counted(seq: number): void {
    this.#place = { ...this.#place, through: seq }
    if (seq - this.#place.checkpointThrough >= this.#entriesPerCheckpoint) this.#writeCheckpoint(seq)
  }

  /** Keeps what the transaction added. */
  commit(): void {
    if (this.#place === this.#committed.place) return
    this.#committed.sums.add(this.#added)
    this.#committed.place = this.#place
    this.#added = new Sums()
  }

  /** Drops what the transaction added. */
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
