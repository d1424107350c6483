import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { started, withSettings } from '../../support/child-programs.ts'
import { command, freePort } from '../common/served.ts'
import { pause } from '../soak/stop.ts'

/** `granary union serve` as built, in a process of its own. */

const START_MS = 60_000
/** As `bin/granary` starts it. */
const ENGINE = ['--max-semi-space-size=16', '--max-old-space-size-percentage=50']
const SAID_KEPT = 4_000

export class UnionProgram {
  readonly #program: string
  readonly #store: string
  readonly port: number
  #child: ChildProcess | null = null
  #said = ''

  private constructor(program: string, store: string, port: number) {
    this.#program = program
    this.#store = store
    this.port = port
  }

  /** Not started yet. */
  static async on(program: string, store: string): Promise<UnionProgram> {
    return new UnionProgram(program, store, await freePort())
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What it said last. */
  get said(): string {
    return this.#said
  }

  /** Memory that it has, MiB. */
  get memoryMb(): number {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8')) ?? []
    return Number(kb) / 1024
  }

  /** Runs commands of `granary union` on its store. @returns what the last one said @throws {Error} when one fails */
  // biome-ignore lint/suspicious/noExplicitAny: documents are whatever the command says
  async told(...commands: readonly (readonly string[])[]): Promise<any> {
    let said = '{}'
    for (const words of commands) {
      const { code, out, err } = await command(this.#program, ['union', ...words, '--store', this.#store])
      if (code !== 0) throw new Error(`union ${words[0]}: ${err}`)
      said = out
    }
    return JSON.parse(said)
  }

  /** Resolves when it answers, whether its store does or not. @throws {Error} with what it said when it ends instead */
  async start(): Promise<void> {
    const words = ['union', 'serve', '--store', this.#store, '--listen', `127.0.0.1:${this.port}`]
    const child = started(
      spawn(process.execPath, [...ENGINE, this.#program, ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: withSettings({}),
        cwd: '/',
      }),
    )
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-SAID_KEPT)
      })
    for (const until = performance.now() + START_MS; !(await answers(this.port)); await pause(20))
      if (!this.isRunning || performance.now() > until)
        throw new Error(`union serve did not start: ${this.#said}`)
  }

  /** @returns its exit code; null if it was killed */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child
    if (child === null || !this.isRunning) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
