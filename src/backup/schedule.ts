import { type ChildProcess, spawn } from 'node:child_process'
import { asEnvironment, type Config, dataFiles } from '../config.ts'
import { isDue, isLate } from './due.ts'

/** How often it is looked whether a backup is due. */
const LOOK_MS = 60_000
/** Of what a failing program says last, so much goes into the log. */
const LAST_WORDS = 2_000
/** A program that does not end when it is asked to is ended. */
const ENDS_WITHIN_MS = 5_000
/** Exit code of one that did its work and owes something (contract §17). */
const OWING = 3

export interface Backing {
  readonly config: Config
  readonly everyMs: number
  /** This program: the engine, its own flags, and the file it runs. */
  readonly program: readonly [engine: string, ...rest: string[]]
  /** There is a key to encrypt to, and no restore that is still to be confirmed. */
  readonly isReady: () => boolean
  /** When the newest whole backup was made, in milliseconds; null when none was. */
  readonly newestAtMs: () => number | null
  readonly clock: () => number
  /** What is to be said of the place, as long as it is so; null: nothing. */
  readonly caution: () => string | null
  readonly log: {
    info(text: string): void
    warn(text: string): void
    error(text: string): void
  }
}

/**
 * Makes a backup now and then, by a program of its own with the lowest priority, so that the service goes on serving.
 * Never two at once. What comes of it the program itself writes into the log (`backup.end`).
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
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref()
    this.#sayCaution()
    this.look()
  }

  /** Starts one if it is due. */
  look(): void {
    const { everyMs, isReady, newestAtMs, clock } = this.#backing
    if (this.#isStopped || this.#child !== null || !isReady()) return
    const newest = newestAtMs()
    const newestAgeMs = newest === null ? null : clock() - newest
    this.#sayIfLate(newestAgeMs)
    const since = (at: number | null) => (at === null ? null : performance.now() - at)
    const times = { sinceSuccessMs: since(this.#succeededAt), sinceFailureMs: since(this.#failedAt) }
    if (isDue({ everyMs, newestAgeMs, ...times })) this.#run()
  }

  /** Resolves when a backup that was being made has been cut off; the next one goes on from there. */
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
    // The channel tells the child when this process has gone, however it went.
    const child = spawn(engine, args, {
      env: asEnvironment(config),
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
      else log.warn(`a backup was made, and something is missing in it: ${said}`)
      this.#sayCaution()
    } else {
      this.#failedAt = performance.now()
      log.error(`a backup could not be made: ${said}`)
    }
  }

  #sayCaution(): void {
    const caution = this.#backing.caution()
    if (caution !== null) this.#backing.log.warn(`backups: ${caution}`)
  }

  #sayIfLate(newestAgeMs: number | null): void {
    if (this.#saidLate || !isLate(newestAgeMs, this.#backing.everyMs)) return
    this.#saidLate = true
    this.#backing.log.warn(
      `the newest backup is ${Math.round((newestAgeMs as number) / 3_600_000)} hours old`,
    )
  }
}
