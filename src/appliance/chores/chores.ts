import type { ChildProcess } from 'node:child_process'
import { keysOf, must } from '../../base/typed.ts'
import type { Tickets } from '../../cli/tickets.ts'
import { type Config, dataFiles } from '../../config/config.ts'
import { formatInstant } from '../../domain/time.ts'
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

/** The state of a chore, apart from what it prints and finds. */
export interface ChoreLine {
  readonly chore: Chore
  readonly begun_at: string
  /** Null while it runs. */
  readonly ended_at: string | null
  /** Null when the command reports none. */
  readonly progress: Told | null
  /** Exit code; null while the chore runs, and if it was stopped. */
  readonly exit_status: number | null
  /** Why it failed and the remedy; null unless it said so. */
  readonly fault: { readonly what: Told; readonly cure: Told } | null
  /** The end of its standard error. */
  readonly last_words: string
}

interface ChoreState extends ChoreLine {
  /** Null until the doctor reports them. */
  readonly checks: readonly Check[] | null
  readonly output: string
}

const JUST_BEGUN = {
  ...{ ended_at: null, progress: null, checks: null, fault: null },
  ...{ exit_status: null, output: '', last_words: '' },
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
    this.#states.set(chore, { chore, begun_at: formatInstant(Date.now()), ...JUST_BEGUN })
    const { child, ended } = begin(this.#program, {
      config: this.#config,
      language,
      args: [...CHORES[chore], '--data', dataFiles(this.#config.data).root],
      ticket,
      onReport: (report) => this.#change(chore, report as Partial<ChoreState>),
    })
    this.#running.set(chore, child)
    void ended.then(({ exitStatus, output, lastWords, lackedMemory }) => {
      this.#running.delete(chore)
      this.#tickets.end(ticket)
      const lack = { what: message('chore.lackedMemory'), cure: atServer(chore) }
      const end = {
        exit_status: exitStatus,
        output,
        last_words: lastWords,
        ended_at: formatInstant(Date.now()),
      }
      this.#change(chore, { ...end, ...(lackedMemory ? { fault: lack } : {}) })
    })
  }

  /** Asks the command to stop. It leaves its work as it would after Ctrl-C. */
  stop(chore: Chore): void {
    this.#running.get(chore)?.kill('SIGTERM')
  }

  list(): readonly ChoreLine[] {
    return [...this.#states.values()].map(({ checks: _checks, output: _output, ...line }) => line)
  }

  /** Undefined before its first run. */
  of(chore: Chore): ChoreState | undefined {
    return this.#states.get(chore)
  }

  /** Stops all running commands, and resolves when they have ended. */
  close(): Promise<void> {
    return stopAll([...this.#running.values()])
  }

  #change(chore: Chore, more: Partial<ChoreState>): void {
    this.#states.set(chore, { ...must(this.#states.get(chore)), ...more })
  }
}
