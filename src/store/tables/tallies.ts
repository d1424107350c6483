import type { ConversionFacts } from '../../domain/derived/world.ts'
import type { Figures } from '../../domain/figures.ts'
import { figuresOf } from '../../domain/tally/figures.ts'
import type { Db } from '../file/open.ts'
import type { Writer } from '../jobs/writer.ts'
import type { StoredRecord } from '../log/stored-record.ts'
import { NewRecords, TallyRows, TallyScan, type TallySources } from './tally-scan.ts'
import type { WrongDayRow } from './wrong-days.ts'

export interface TallyPace {
  /** Time that one job spends on counting; it counts at least one entry. */
  readonly sliceMs: number
  /** Delay of the first job after the start, to leave the processor to urgent work. */
  readonly firstAfterMs: number
  /** Interval at which new entries are counted if no caller requests the figures. */
  readonly everyMs: number
}

/** The longest time for which a caller waits for the figures. */
export const FIGURES_WAIT_MS = 1_000

const USUAL: TallyPace = { sliceMs: 4, firstAfterMs: 0, everyMs: 1_000 }
/** As many new records are counted at once, before they take much memory. */
const MANY_NEW = 512
/** Delay before failed work is tried again. */
const TRIED_AGAIN_MS = 10_000

/** The reference rows that sums by conversion factor need. */
export interface FactorRegistry {
  rows(kind: 'conversions'): readonly { readonly id: string }[]
  conversion(id: string): ConversionFacts | undefined
}

type CountedStore = TallySources & {
  readonly writer: Pick<Writer, 'submitAlone'>
  /** Changes with every entry appended. */
  readonly epoch: number
}

/**
 * The sums for metrics, in memory. After the start, the log is counted in the background, in order and in
 * short jobs; later, each new entry is counted a moment after it is appended. Only callers that request the
 * figures wait for this work.
 */
export class Tallies {
  readonly #store: CountedStore
  readonly #rows: TallyRows
  readonly #new = new NewRecords()
  readonly #pace: TallyPace
  #registry: FactorRegistry | null = null
  #report: (error: unknown) => void = () => {}
  /** The sums that are reported; null until the log has been counted once. */
  #counted: TallyScan | null = null
  /** A pass through the log that will replace `#counted`. */
  #coming: TallyScan | null = null
  #isUpToDate = false
  /** The epoch of the store when the last job began. */
  #epoch = -1
  #isAtWork = false
  #pause: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  /** Callers waiting for the figures. */
  readonly #waiting: (() => void)[] = []

  constructor(store: CountedStore, db: Db, pace: Partial<TallyPace> = {}) {
    this.#store = store
    this.#rows = new TallyRows(db)
    this.#pace = { ...USUAL, ...pace }
  }

  /**
   * Starts counting, in jobs of the writer.
   * @param registry has every row, including those that the operator added
   * @param report receives errors; the work is tried again later
   */
  start(registry: FactorRegistry, report: (error: unknown) => void): void {
    this.#registry = registry
    this.#report = report
    if (this.#timer !== undefined) return
    const { firstAfterMs, everyMs } = this.#pace
    this.#timer = setInterval(() => this.#look(), everyMs).unref()
    this.#isAtWork = true
    if (firstAfterMs === 0) this.#goOn()
    else this.#pause = setTimeout(() => this.#goOn(), firstAfterMs).unref()
  }

  /** Ends the background work. */
  stop(): void {
    this.#registry = null
    clearTimeout(this.#pause)
    clearInterval(this.#timer)
    this.#letGo()
  }

  /** Call inside the job that appends a record. */
  noteAppended(record: StoredRecord): void {
    if (this.#counted !== null) this.#new.note(record)
  }

  /** Call after each commit. */
  committed(): void {
    if (this.#new.size >= MANY_NEW) this.#look()
  }

  /** Call after a rollback. */
  forget(): void {
    this.#new.clear()
  }

  /** Resolves when every entry now in the log has been counted, or after `stop`. */
  caughtUp(): Promise<void> {
    if (this.#registry === null) return Promise.resolve()
    if (this.#counted === null) return this.#wait()
    this.#isUpToDate = false
    const waits = this.#wait()
    this.#wake()
    return waits
  }

  /**
   * The figures; null until the log has been counted. If a factor was added after a record that cites it, the
   * kilograms of that record are only in the total until the log has been counted again.
   */
  figures(): Figures | null {
    const [registry, counted] = [this.#registry, this.#counted]
    if (registry === null || counted === null) return null
    return figuresOf(counted.sums, counted, (id) => registry.conversion(id))
  }

  /**
   * The cooperative's records whose day cannot be right, the newest first; null until the log has been counted.
   */
  wrongDays(): WrongDayRow[] | null {
    return this.#counted?.wrongDays.rows() ?? null
  }

  /** Whether no counting is left to do. */
  get isSettled(): boolean {
    return this.#isUpToDate && this.#coming === null && !this.#isAtWork && this.#epoch === this.#store.epoch
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #letGo(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** Checks for new entries without reading the disk: an error outside a job would end the service. */
  #look(): void {
    if (this.#epoch === this.#store.epoch) return
    this.#isUpToDate = false
    this.#wake()
  }

  /** Does the remaining work, slice by slice. */
  #wake(): void {
    if (this.#isAtWork || this.#registry === null || (this.#isUpToDate && this.#coming === null)) return
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
    if (this.#isUpToDate) this.#letGo()
    this.#wake()
  }

  #tryAgain(error: unknown): void {
    if (this.#registry === null) return
    this.#report(error)
    this.#pause = setTimeout(() => this.#goOn(), TRIED_AGAIN_MS).unref()
  }

  #slice(): void {
    const untilMs = performance.now() + this.#pace.sliceMs
    this.#epoch = this.#store.epoch
    if (this.#counted !== null) {
      this.#isUpToDate = this.#counted.goOn(untilMs)
      if (!this.#isUpToDate) return
      if (this.#coming === null && this.#counted.added.size === 0) return
    }
    this.#coming ??= this.#fresh()
    if (!this.#coming.goOn(untilMs)) return
    this.#counted = this.#coming
    this.#coming = this.#counted.added.size === 0 ? null : this.#fresh()
    this.#isUpToDate = true
  }

  /** Starts a new pass, with a sum for each factor that exists now. */
  #fresh(): TallyScan {
    const rows = this.#registry?.rows('conversions') ?? []
    const added = this.#counted?.added ?? []
    return new TallyScan(this.#store, this.#rows, this.#new, [...rows.map(({ id }) => id), ...added])
  }
}
