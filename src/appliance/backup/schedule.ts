import type { ChildProcess } from 'node:child_process'
import { must } from '../../base/typed.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { ENGLISH } from '../../words/language.ts'
import { begin, type Ended, type Program, stopAll } from '../chores/child.ts'
import { isDue, isLate } from './due.ts'

/** Interval between checks whether a backup is due. */
const CHECK_EVERY_MS = 60_000
/** Exit code: done, but something needs attention (contract §17). */
const NEEDS_ATTENTION = 3

export interface Backing {
  readonly config: Config
  /** The interval of backups; null while backups are off or have no place. */
  readonly everyMs: () => number | null
  readonly program: Program
  /** Whether there is a key, the clock is trusted, and no restore awaits confirmation. */
  readonly isReady: () => boolean
  /** Time of the newest whole backup, in milliseconds; null when there is none. */
  readonly newestAtMs: () => number | null
  readonly clock: () => number
  /** A lasting warning about the place; null when there is none. */
  readonly caution: () => string | null
  readonly log: {
    info(text: string): void
    warn(text: string): void
    error(text: string): void
  }
}

/**
 * Makes backups on schedule in a separate process of lowest priority, never two at once. That process itself
 * records the outcome in the log (`backup.end`).
 */
export class BackupSchedule {
  readonly #backing: Backing
  #timer: NodeJS.Timeout | null = null
  #child: ChildProcess | null = null
  #isStopped = false
  #succeededAt: number | null = null
  #failedAt: number | null = null
  #reportedLate = false

  constructor(backing: Backing) {
    this.#backing = backing
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref()
    this.#reportCaution()
    this.check()
  }

  check(): void {
    const { isReady, newestAtMs, clock } = this.#backing
    const everyMs = this.#backing.everyMs()
    if (this.#isStopped || this.#child !== null || everyMs === null || !isReady()) return
    const newest = newestAtMs()
    const newestAgeMs = newest === null ? null : clock() - newest
    this.#reportIfLate(newestAgeMs, everyMs)
    const since = (at: number | null) => (at === null ? null : performance.now() - at)
    const times = { sinceSuccessMs: since(this.#succeededAt), sinceFailureMs: since(this.#failedAt) }
    if (isDue({ everyMs, newestAgeMs, ...times })) this.#run()
  }

  /** Stops a running backup, and resolves once it has ended. The next backup continues from there. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearInterval(this.#timer)
    if (this.#child !== null) await stopAll([this.#child])
  }

  #run(): void {
    const { program, config } = this.#backing
    const { child, ended } = begin(program, {
      config,
      args: ['backup', 'create', '--scheduled', '--data', dataFiles(config.data).root],
      // What it prints goes to the service's log.
      language: ENGLISH.code,
      isUnlimited: true,
    })
    this.#child = child
    void ended.then((end) => this.#ended(end))
  }

  #ended({ exitStatus, lastWords, lackedMemory }: Ended): void {
    this.#child = null
    if (this.#isStopped) return
    const { log } = this.#backing
    const words = lastWords.trim()
    if (exitStatus === 0 || exitStatus === NEEDS_ATTENTION) {
      this.#succeededAt = performance.now()
      this.#failedAt = null
      this.#reportedLate = false
      if (exitStatus === 0) log.info('a backup was made')
      else log.warn(`a backup was made, but something is missing in it: ${words}`)
      this.#reportCaution()
    } else {
      this.#failedAt = performance.now()
      log.error(`a backup failed: ${lackedMemory ? 'it ran out of memory' : words}`)
    }
  }

  #reportCaution(): void {
    const caution = this.#backing.caution()
    if (caution !== null) this.#backing.log.warn(`backups: ${caution}`)
  }

  #reportIfLate(newestAgeMs: number | null, everyMs: number): void {
    if (this.#reportedLate || !isLate(newestAgeMs, everyMs)) return
    this.#reportedLate = true
    this.#backing.log.warn(`the newest backup is ${Math.round(must(newestAgeMs) / 3_600_000)} hours old`)
  }
}
