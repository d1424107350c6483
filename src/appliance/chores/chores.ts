import { type ChildProcess, spawn } from 'node:child_process'
import { OperatorFault } from '../../base/problem.ts'
import { asEnvironment, type Config, dataFiles } from '../../config/config.ts'

/** Long work on the machine that a person starts at the office page: each a command of this program, in a process of its own. */

export const CHORES = {
  doctor: ['doctor', '--json'],
  backup: ['backup', 'create'],
  backup_check: ['backup', 'verify'],
  verify: ['verify'],
  support: ['support-bundle', '--out', '-'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type Chore = keyof typeof CHORES
export const CHORE_NAMES = Object.keys(CHORES) as readonly Chore[]

/** What the command printed, at most; the rest is dropped. */
const MOST_CHARACTERS = 4 * 1024 * 1024
/** Its last words on standard error. */
const LAST_WORDS = 2_000
/** Grace period before a program that ignores a request to stop is killed. */
const ENDS_WITHIN_MS = 5_000

export interface ChoreState {
  readonly chore: Chore
  readonly begun_at_ms: number
  /** Null while it runs. */
  readonly ended_at_ms: number | null
  /** How far it is, where it says so. */
  readonly progress: string | null
  /** Exit code; null while it runs, and when it was stopped. */
  readonly exit_status: number | null
  readonly output: string
  readonly last_words: string
}

export class Chores {
  readonly #program: readonly [engine: string, ...rest: string[]]
  readonly #config: Config
  readonly #states = new Map<Chore, ChoreState>()
  readonly #running = new Map<Chore, ChildProcess>()

  /** @param program the command line of this program */
  constructor(program: readonly [engine: string, ...rest: string[]], config: Config) {
    this.#program = program
    this.#config = config
  }

  /** @throws {OperatorFault} when it runs already */
  start(chore: Chore): void {
    if (this.#running.has(chore))
      throw new OperatorFault('That is being done already.', 'Wait for it, or stop it first.')
    const [engine, ...rest] = this.#program
    const args = [...rest, ...CHORES[chore], '--data', dataFiles(this.#config.data).root]
    // Over the channel it says how far it is.
    const child = spawn(engine, args, {
      env: asEnvironment(this.#config),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#running.set(chore, child)
    this.#states.set(chore, {
      chore,
      begun_at_ms: Date.now(),
      ended_at_ms: null,
      progress: null,
      exit_status: null,
      output: '',
      last_words: '',
    })
    const change = (more: (state: ChoreState) => Partial<ChoreState>) => {
      const state = this.#states.get(chore) as ChoreState
      this.#states.set(chore, { ...state, ...more(state) })
    }
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      change(({ output }) => ({ output: (output + text).slice(0, MOST_CHARACTERS) }))
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      change(({ last_words }) => ({ last_words: (last_words + text).slice(-LAST_WORDS) }))
    })
    child.on('message', ({ progress }: { progress?: unknown }) => {
      if (typeof progress === 'string') change(() => ({ progress }))
    })
    const end = (exit_status: number | null, words = '') => {
      if (this.#running.get(chore) !== child) return
      this.#running.delete(chore)
      change(({ last_words }) => ({ ended_at_ms: Date.now(), exit_status, last_words: last_words + words }))
    }
    child.once('error', (error) => end(null, error.message))
    child.once('close', (code) => end(code))
  }

  /** Asks it to stop: what it began is left as after Ctrl-C. */
  stop(chore: Chore): void {
    this.#running.get(chore)?.kill('SIGTERM')
  }

  list(): readonly ChoreState[] {
    return [...this.#states.values()]
  }

  /** Stops all that runs, and resolves when it has ended. */
  async close(): Promise<void> {
    const children = [...this.#running.values()]
    const ended = children.map(
      (child) => new Promise<void>((resolve) => child.once('close', () => resolve())),
    )
    for (const child of children) child.kill('SIGTERM')
    const hurry = setTimeout(() => {
      for (const child of children) child.kill('SIGKILL')
    }, ENDS_WITHIN_MS)
    await Promise.all(ended)
    clearTimeout(hurry)
  }
}
