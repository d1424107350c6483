import { type ChildProcess, spawn } from 'node:child_process'
import { must } from '../../base/typed.ts'
import { asEnvironment, type Config, dataFiles } from '../../config/config.ts'
import { several } from '../../words/english.ts'
import { ENGLISH } from '../../words/language.ts'
import { isDue, isLate } from './due.ts'

/** How often it checks whether a backup is due. */
const LOOK_MS = 60_000
/** How much of a failing program's last output is logged. */
const LAST_WORDS = 2_000
/** Grace period before a program that ignores a request to stop is killed. */
const ENDS_WITHIN_MS = 5_000
/** Exit code: done, but something needs attention (contract §17). */
const OWING = 3

export interface Backing {
  readonly config: Config
  /** Null while none are to be made: backups are off, or have no place. */
  readonly everyMs: () => number | null
  /** Command line of this program: Node, its flags, and the file. */
  readonly program: readonly [engine: string, ...rest: string[]]
  /** There is a key, and no restore that awaits confirmation. */
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
 * Makes backups on schedule in a separate process of lowest priority, never two at once. That process records the outcome in
 * the log (`backup.end`).
 */
export class BackupSchedule {
  readonly #backing: Backing
  #timer: NodeJS.Timeout | null = null
  #child: ChildProcess | null = null
  #isStopped = false
  #succeededAt: number | null = null
  #failedAt: number | null = null
  #saidLate = false

  constructor(backing: Backing) {
    this.#backing = backing
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), LOOK_MS).unref()
    this.#sayCaution()
    this.check()
  }

  check(): void {
    const { isReady, newestAtMs, clock } = this.#backing
    const everyMs = this.#backing.everyMs()
    if (this.#isStopped || this.#child !== null || everyMs === null || !isReady()) return
    const newest = newestAtMs()
    const newestAgeMs = newest === null ? null : clock() - newest
    this.#sayIfLate(newestAgeMs, everyMs)
    const since = (at: number | null) => (at === null ? null : performance.now() - at)
    const times = { sinceSuccessMs: since(this.#succeededAt), sinceFailureMs: since(this.#failedAt) }
    if (isDue({ everyMs, newestAgeMs, ...times })) this.#run()
  }

  /** Resolves once a running backup has been stopped; the next one continues from there. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearInterval(this.#timer)
    const child = this.#child
    if (child === null) return
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    child.kill('SIGTERM')
    const hurry = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    await ended
    clearTimeout(hurry)
  }

  #run(): void {
    const { program, config } = this.#backing
    const [engine, ...rest] = program
    const args = [...rest, 'backup', 'create', '--scheduled', '--data', dataFiles(config.data).root]
    // The channel tells the child when this process ends, however it ends.
    const child = spawn(engine, args, {
      // What it prints goes to the service's log.
      env: asEnvironment({ ...config, language: ENGLISH.code }),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (more: string) => {
      words = (words + more).slice(-LAST_WORDS)
    })
    child.once('error', (error) => this.#ended(null, error.message))
    child.once('close', (code) => this.#ended(code, words))
  }

  #ended(code: number | null, words: string): void {
    if (this.#child === null) return
    this.#child = null
    if (this.#isStopped) return
    const { log } = this.#backing
    const said = words.trim()
    if (code === 0 || code === OWING) {
      this.#succeededAt = performance.now()
      this.#failedAt = null
      this.#saidLate = false
      if (code === 0) log.info('a backup was made')
      else log.warn(`a backup was made, but something is missing in it: ${said}`)
      this.#sayCaution()
    } else {
      this.#failedAt = performance.now()
      log.error(`a backup failed: ${said}`)
    }
  }

  #sayCaution(): void {
    const caution = this.#backing.caution()
    if (caution !== null) this.#backing.log.warn(`backups: ${caution}`)
  }

  #sayIfLate(newestAgeMs: number | null, everyMs: number): void {
    if (this.#saidLate || !isLate(newestAgeMs, everyMs)) return
    this.#saidLate = true
    this.#backing.log.warn(
      `the newest backup is ${several(Math.round(must(newestAgeMs) / 3_600_000), 'hour', 'hours')} old`,
    )
  }
}
