import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { started, withSettings } from '../../support/child-programs.ts'

/** Granary itself as built, in a process of its own that is stopped, killed and started again. */

const START_MS = 60_000
const STOP_MS = 30_000
const POLL_MS = 2
/** Letters of what it said last, for whoever must find out why it ended. */
const SAID_KEPT = 4_000

/** Limits that keep one caller from taking the service from others: here every caller comes from one address. */
const SETTINGS = {
  GRANARY_READS_PER_SECOND: '1000000000',
  GRANARY_RECORDS_PER_DAY: '1000000000',
  GRANARY_REFUSED_PER_DAY: '1000000000',
  GRANARY_READ_BYTES_PER_DAY: '1000000000000',
  GRANARY_BYTES_PER_DAY: '1000000000000000',
  GRANARY_UPLOAD_BYTES_PER_DAY: '1000000000000000',
  GRANARY_FAILED_AUTH_PER_MINUTE: '1000000000',
  GRANARY_MIN_FREE_BYTES: '0',
  GRANARY_REFUSAL_MS: '0',
  GRANARY_LOG_LEVEL: 'error',
}

type Environment = Readonly<Record<string, string>>

const environment = (more: Environment): NodeJS.ProcessEnv => withSettings({ ...SETTINGS, ...more })

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

export class Served {
  readonly program: string
  readonly data: string
  readonly port: number
  readonly #environment: Environment
  readonly #isComplaint: (line: string) => boolean
  /** How many files and connections it may have open, from its next start on; null: as many as this program. */
  openFiles: number | null = null
  /** What the engine is told besides, from its next start on. */
  flags: readonly string[] = []
  #child: ChildProcess | null = null
  #isEndWanted = false
  #said = ''
  /** Lines that it should not have logged, and ends that nobody asked for. */
  readonly complaints: string[] = []

  private constructor(
    program: string,
    data: string,
    port: number,
    more: Environment,
    isComplaint: (line: string) => boolean,
  ) {
    this.program = program
    this.data = data
    this.port = port
    this.#environment = more
    this.#isComplaint = isComplaint
  }

  /**
   * Not started yet. It keeps its port.
   * @param program path of the built command
   * @param more settings, or what the system itself is told by the environment
   * @param isComplaint of a line that it prints; else one about what nobody foresaw
   */
  static async at(
    program: string,
    data: string,
    more: Environment = {},
    isComplaint = (line: string) => line.includes('unforeseen'),
  ): Promise<Served> {
    return new Served(program, data, await freePort(), more, isComplaint)
  }

  /** 0 when it does not run. */
  get pid(): number {
    return this.isRunning ? (this.#child?.pid as number) : 0
  }

  get isRunning(): boolean {
    return this.#child !== null && !hasEnded(this.#child)
  }

  /** Its crash report. */
  get said(): string {
    return this.#said
  }

  /** Resolves when it answers. @throws {Error} with its crash report when it ends instead */
  async start(): Promise<void> {
    const address = `127.0.0.1:${this.port}`
    const engine = [process.execPath, '--max-semi-space-size=16', ...this.flags]
    const words = [...engine, this.program, 'serve', '--data', this.data, '--listen', address]
    const limit = this.openFiles === null ? '' : `ulimit -n ${this.openFiles}; `
    const child = started(
      spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment(this.#environment),
        cwd: '/',
      }),
    )
    this.#child = child
    this.#said = ''
    this.#isEndWanted = false
    for (const input of [child.stdout, child.stderr])
      createInterface({ input: input as Readable }).on('line', (line) => this.#hear(line))
    child.once('error', (error) => this.complaints.push(`it cannot be run: ${error.message}`))
    let isUp = false
    child.once('close', (code, signal) => {
      if (isUp && !this.#isEndWanted)
        this.complaints.push(`it ended by itself (${signal ?? code}): ${this.#said}`)
    })
    const giveUpAt = performance.now() + START_MS
    while (!this.#said.includes('Granary answers at')) {
      if (hasEnded(child) || performance.now() > giveUpAt) {
        await this.end('SIGKILL')
        throw new Error(`the service did not start: ${this.#said}`)
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    isUp = true
  }

  /** Ends it, in order or at once. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child === null || hasEnded(child)) return
    this.#isEndWanted = true
    const ended = once(child, 'close')
    child.kill(signal)
    const impatient = setTimeout(() => {
      this.complaints.push(`it did not end within ${STOP_MS} ms of ${signal}`)
      child.kill('SIGKILL')
    }, STOP_MS)
    await ended
    clearTimeout(impatient)
    if (signal === 'SIGTERM' && child.exitCode !== 0)
      this.complaints.push(
        `it ended with ${child.signalCode ?? child.exitCode} when it was asked to stop: ${this.#said}`,
      )
  }

  /** Stops all its threads where they are; one that is at work in the system ends that first, and goes no further. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  /** None of its threads is at work in the system any more, once it was frozen. */
  async frozen(): Promise<void> {
    const tasks = `/proc/${this.pid}/task`
    const states = () => readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/stat`, 'utf8'))
    // The state stands after the name, which may hold anything but ends with the last bracket (proc_pid_stat(5)).
    while (!states().every((stat) => stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')))
      await new Promise((resolve) => setTimeout(resolve, 1))
  }

  goOn(): void {
    this.#child?.kill('SIGCONT')
  }

  /** Runs the built command on the same data. @returns its exit code and what it printed */
  command(...words: readonly string[]): Promise<Commanded> {
    return command(this.program, [...words, '--data', this.data], this.#environment)
  }

  /** The same. @returns the document that it prints @throws {Error} when it fails */
  // biome-ignore lint/suspicious/noExplicitAny: documents are whatever the command says
  async document(...words: readonly string[]): Promise<any> {
    const { code, out, err } = await this.command(...words)
    if (code !== 0) throw new Error(`granary ${words.join(' ')}: ${code} ${out}${err}`)
    return JSON.parse(out)
  }

  /** The same, killed after so long wherever it stands; its code is null then. */
  commandKilled(afterMs: number, ...words: readonly string[]): Promise<Commanded> {
    return command(this.program, [...words, '--data', this.data], this.#environment, afterMs)
  }

  #hear(line: string): void {
    if (this.#isComplaint(line)) this.complaints.push(line)
    this.#said = `${this.#said}${line}\n`.slice(-SAID_KEPT)
  }
}

export interface Commanded {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the built command. @returns its exit code and what it printed */
export async function command(
  program: string,
  words: readonly string[],
  more: Environment = {},
  killedAfterMs?: number,
): Promise<Commanded> {
  const child = started(
    spawn(process.execPath, [program, ...words, '--json'], {
      env: environment(more),
      cwd: '/',
    }),
  )
  const texts = { out: '', err: '' }
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
    })
  const killing =
    killedAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfterMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(killing)
  return { code, ...texts }
}

/**
 * A port below those that the system gives to clients (Linux: from 32768 on): the service is
 * often down, and a client that is given its very port while it knocks there would reach itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
