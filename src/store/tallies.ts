import type { ConversionFacts } from '../domain/derived/world.ts'
import type { Figures } from '../domain/figures.ts'
import { figuresOf } from '../domain/tally/figures.ts'
import type { ActEntry } from './act-rows.ts'
import type { Db } from './open.ts'
import type { StoredRecord } from './records.ts'
import type { Store } from './store.ts'
import { TallyBook } from './tally-book.ts'
import { TallyCounter } from './tally-counter.ts'
import { TallyRows } from './tally-rows.ts'

export interface TallyPace {
  /** Most entries that are counted again at start, at a few microseconds each. */
  readonly entriesPerCheckpoint: number
  /** Time that one job spends on catching up, on one entry at least. */
  readonly sliceMs: number
  /** Delay of the first job after the start, which leaves the processor to what cannot wait. */
  readonly firstAfterMs: number
}

const USUAL: TallyPace = { entriesPerCheckpoint: 4_096, sliceMs: 4, firstAfterMs: 0 }
/** Delay before failed work (on a full disk, say) is tried again. */
const TRIED_AGAIN_MS = 10_000
/** Entries of the log read at once. */
const ENTRIES_AT_ONCE = 64

/** The reference rows that sums by conversion factor need. */
export interface FactorRegistry {
  rows(kind: 'conversions'): readonly { readonly id: string }[]
  conversion(id: string): ConversionFacts | undefined
}

/**
 * The sums for metrics. Each entry of the log is counted in the transaction that appends it. Entries that were appended
 * uncounted (before this start, by the command, by an older program) are counted in the background, in short jobs and in the
 * order of the log; until these have caught up, new entries are left to them too. So every entry is counted once, and the
 * start does not wait.
 */
export class Tallies {
  readonly #store: Store
  readonly #rows: TallyRows
  readonly #book: TallyBook
  readonly #counter: TallyCounter
  readonly #sliceMs: number
  readonly #firstAfterMs: number
  #registry: FactorRegistry | null = null
  #report: (error: unknown) => void = () => {}
  #isOpen = false
  #isAtWork = false
  #pause: NodeJS.Timeout | undefined
  /** Callers waiting for the figures. */
  readonly #waiting: (() => void)[] = []

  constructor(store: Store, db: Db, noteAppend: () => void, pace: Partial<TallyPace> = {}) {
    const { entriesPerCheckpoint, sliceMs, firstAfterMs } = { ...USUAL, ...pace }
    this.#store = store
    this.#rows = new TallyRows(db, noteAppend)
    this.#book = new TallyBook(this.#rows, entriesPerCheckpoint)
    this.#counter = new TallyCounter(store, this.#rows, this.#book)
    this.#sliceMs = sliceMs
    this.#firstAfterMs = firstAfterMs
  }

  /**
   * Begins to catch up, in jobs of the writer.
   * @param registry with every row, including those that the operator added
   * @param report receives what went wrong; the work is tried again later
   */
  start(registry: FactorRegistry, report: (error: unknown) => void): void {
    this.#registry = registry
    this.#report = report
    if (this.#isAtWork) return
    this.#isAtWork = true
    if (this.#firstAfterMs === 0) this.#goOn()
    else this.#pause = setTimeout(() => this.#goOn(), this.#firstAfterMs).unref()
  }

  /** Ends the background work for good. The next start continues from the newest checkpoint. */
  stop(): void {
    this.#registry = null
    clearTimeout(this.#pause)
    this.#letGo()
  }

  /** Resolves when the sums have caught up with the log, or after `stop`. */
  caughtUp(): Promise<void> {
    if (this.#registry === null || this.#book.committed.place.isCaughtUp) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /**
   * The figures as of the last commit; null until the sums have caught up with the log.
   *
   * Two of them may settle a moment later, if there is much to examine: kilograms under a factor added after their record
   * (until then they count in the total only), and the oldest open request or notification, if many after it have ended
   * (until then an older one is given).
   */
  figures(): Figures | null {
    const { sums, place } = this.#book.committed
    if (this.#registry === null || !place.isCaughtUp) return null
    const registry = this.#registry
    return figuresOf(sums, place, (id) => registry.conversion(id))
  }

  /** Nothing is left to do. */
  get isSettled(): boolean {
    const { isCaughtUp, requests, notifications, factors } = this.#book.committed.place
    return isCaughtUp && requests.isCertain && notifications.isCertain && factors.moving === null
  }

  /**
   * Counts a record in the job that appends it, as the last step.
   * @param target the record that it corrects or acts on
   */
  noteRecord(record: StoredRecord, target: StoredRecord | null): void {
    if (this.#book.place.isCaughtUp) this.#counter.record(record, target)
  }

  /** Counts an act while it is appended, before the rows that follow from it are written. */
  noteAct(act: ActEntry): void {
    if (this.#book.place.isCaughtUp) this.#counter.act(act)
  }

  /** Call after a commit. */
  committed(): void {
    this.#book.commit()
    if (this.#book.committed.place.isCaughtUp) this.#letGo()
    this.#wake()
  }

  /** Call after a rollback. */
  forget(): void {
    this.#book.rollback()
  }

  #letGo(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Does the remaining work, slice by slice. */
  #wake(): void {
    if (this.#isAtWork || this.#registry === null || this.isSettled) return
    this.#isAtWork = true
    this.#store.writer
      .submitAlone(() => this.#slice())
      .then(
        () => this.#goOn(),
        (error: unknown) => this.#tryAgain(error),
      )
  }

  #goOn(): void {
    this.#isAtWork = false
    this.#wake()
  }

  #tryAgain(error: unknown): void {
    if (this.#registry === null) return
    this.#report(error)
    this.#pause = setTimeout(() => this.#goOn(), TRIED_AGAIN_MS).unref()
  }

  #slice(): void {
    const untilMs = performance.now() + this.#sliceMs
    try {
      this.#open()
      if (this.#book.place.isCaughtUp || this.#countLog(untilMs)) this.#settle(untilMs)
    } catch (error) {
      // The transaction belongs to this job. An entry that could not be counted must not stay half counted.
      this.#book.rollback()
      throw error
    }
  }

  #open(): void {
    if (this.#isOpen) return
    const rows = this.#registry?.rows('conversions') ?? []
    this.#book.open(rows.map(({ id }) => id))
    this.#isOpen = true
  }

  /** @returns whether the end of the log was reached */
  #countLog(untilMs: number): boolean {
    for (;;) {
      const entries = this.#rows.entriesAfter(this.#book.place.through, ENTRIES_AT_ONCE)
      for (const entry of entries) {
        if ('act' in entry) this.#counter.act(entry.act)
        else if ('record' in entry) this.#counter.record(entry.record, null)
        else this.#book.counted(entry.passed)
        if (performance.now() >= untilMs) return false
      }
      if (entries.length < ENTRIES_AT_ONCE) return true
    }
  }

  /** If the oldest open ones are certain in the job that reached the end of the log, nothing is missing. */
  #settle(untilMs: number): void {
    do {
      if (!this.#counter.lookForOldest()) continue
      if (!this.#book.place.isCaughtUp) this.#book.change({ isCaughtUp: true })
      if (!this.#counter.moveNext()) return
    } while (performance.now() < untilMs)
  }
}
