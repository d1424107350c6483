import type { ChildProcess } from 'node:child_process'
import { keysOf, must } from '../../base/typed.ts'
import type { Tickets } from '../../cli/tickets.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { OperatorFault, type Told, withRemedy } from '../../words/fault.ts'
import { type Message, message } from '../../words/message.ts'
import type { Check } from '../doctor/check.ts'
import { begin, type Program, stopAll } from './child.ts'

/** Long-running commands that a person starts on the office page. */

export const CHORES = {
  doctor: ['doctor', '--json'],
  backup: ['backup', 'create'],
  backup_check: ['backup', 'verify'],
  verify: ['verify'],
  support: ['support-bundle', '--out', '-'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type Chore = keyof typeof CHORES
export const CHORE_NAMES = keysOf(CHORES)

/** Where to run a command that the service cannot run. */
export const atServer = (chore: Chore): Message =>
  message('chore.atServer', { command: `granary ${CHORES[chore].join(' ')}` })

export interface ChoreState {
  readonly chore: Chore
  readonly beganAtMs: number
  /** Null while it runs. */
  readonly endedAtMs: number | null
  /** Null when the command reports none. */
  readonly progress: Told | null
  /** Null until the doctor reports them. */
  readonly checks: readonly Check[] | null
  /** Exit code; null while the chore runs, and if it was stopped. */
  readonly exitStatus: number | null
  /** Why it failed and the remedy; null unless it said so. */
  readonly fault: { readonly what: Told; readonly cure: Told } | null
  readonly output: string
  readonly lastWords: string
}

export class Chores {
  readonly #program: Program
  readonly #config: Config
  readonly #tickets: Tickets
  readonly #states = new Map<Chore, ChoreState>()
  readonly #running = new Map<Chore, ChildProcess>()

  constructor(program: Program, config: Config, tickets: Tickets) {
    this.#program = program
    this.#config = config
    this.#tickets = tickets
  }

  /**
   * @param account of the person who starts the chore
   * @param language code of the language in which that person reads
   * @throws {OperatorFault} when the chore already runs
   */
  start(chore: Chore, account: string, language: string): void {
    if (this.#running.has(chore)) throw new OperatorFault(...withRemedy('chore.alreadyRuns'))
    const ticket = this.#tickets.issue(account)
    const fresh = {
      endedAtMs: null,
      progress: null,
      checks: null,
      fault: null,
      exitStatus: null,
      output: '',
      lastWords: '',
    }
    this.#states.set(chore, { chore, beganAtMs: Date.now(), ...fresh })
    const { child, ended } = begin(this.#program, {
      config: this.#config,
      language,
      args: [...CHORES[chore], '--data', dataFiles(this.#config.data).root],
      ticket,
      onReport: (report) => this.#change(chore, report as Partial<ChoreState>),
    })
    this.#running.set(chore, child)
    void ended.then(({ lackedMemory, ...end }) => {
      this.#running.delete(chore)
      this.#tickets.end(ticket)
      const lack = { what: message('chore.lackedMemory'), cure: atServer(chore) }
      this.#change(chore, { ...end, ...(lackedMemory ? { fault: lack } : {}), endedAtMs: Date.now() })
    })
  }

  /** Asks the command to stop. It leaves its work as it would after Ctrl-C. */
  stop(chore: Chore): void {
    this.#running.get(chore)?.kill('SIGTERM')
  }

  list(): readonly ChoreState[] {
    return [...this.#states.values()]
  }

  /** Stops all running commands, and resolves when they have ended. */
  close(): Promise<void> {
    return stopAll([...this.#running.values()])
  }

  #change(chore: Chore, more: Partial<ChoreState>): void {
    this.#states.set(chore, { ...must(this.#states.get(chore)), ...more })
  }
}
