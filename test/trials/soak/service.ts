import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { started, withSettings } from '../../support/child-programs.ts'

/** Granary itself as built, in a process of its own that is stopped, killed and started again. */

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 10
/** Letters of what it said last, for whoever must find out why it ended. */
const SAID_KEPT = 4_000

/** Limits that keep one caller from taking the service from others: here every caller comes from one address. */
const SETTINGS = {
  GRANARY_READS_PER_SECOND: '1000000000',
  GRANARY_RECORDS_PER_DAY: '1000000000',
  GRANARY_REFUSED_PER_DAY: '1000000000',
  GRANARY_READ_BYTES_PER_DAY: '1000000000000',
  GRANARY_BYTES_PER_DAY: '1000000000000000',
  GRANARY_FAILED_AUTH_PER_MINUTE: '1000000000',
  GRANARY_MIN_FREE_BYTES: '0',
  GRANARY_LOG_LEVEL: 'error',
}

export class Service {
  readonly program: string
  readonly data: string
  readonly port: number
  #child: ChildProcess | null = null
  #isEndWanted = false
  #said = ''
  /** What it logged as an error, and ends that nobody asked for. */
  readonly complaints: string[] = []

  /** @param program path of the built command */
  constructor(program: string, data: string, port: number) {
    this.program = program
    this.data = data
    this.port = port
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const address = `127.0.0.1:${this.port}`
    const args = ['--max-semi-space-size=16', this.program, 'serve', '--data', this.data, '--listen', address]
    const child = started(
      spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: withSettings(SETTINGS) }),
    )
    this.#child = child
    this.#said = ''
    this.#isEndWanted = false
    for (const input of [child.stdout, child.stderr])
      createInterface({ input: input as Readable }).on('line', (line) => this.#hear(line))
    child.once('error', (error) => this.complaints.push(`it cannot be run: ${error.message}`))
    child.once('exit', (code, signal) => {
      if (!this.#isEndWanted) this.complaints.push(`it ended by itself (${signal ?? code}): ${this.#said}`)
    })
    const startedAt = performance.now()
    while (!this.#said.includes('Granary answers at')) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      if (hasEnded || performance.now() - startedAt > READY_TIMEOUT_MS)
        throw new Error(`the service did not start: ${this.#said}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  /** Ends it, in order or at once. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    this.#isEndWanted = true
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    child.kill(signal)
    const impatient = setTimeout(() => {
      this.complaints.push(`it did not end within ${STOP_TIMEOUT_MS} ms of ${signal}`)
      child.kill('SIGKILL')
    }, STOP_TIMEOUT_MS)
    await ended
    clearTimeout(impatient)
    if (signal === 'SIGTERM' && child.exitCode !== 0)
      this.complaints.push(
        `it ended with ${child.signalCode ?? child.exitCode} when it was asked to stop: ${this.#said}`,
      )
  }

  #hear(line: string): void {
    if (line.startsWith('{"level"')) this.complaints.push(line)
    this.#said = `${this.#said}${line}\n`.slice(-SAID_KEPT)
  }
}

/**
 * Runs the built command once, beside the service or before it.
 * @returns the one JSON document it prints
 */
export async function command(program: string, data: string, ...words: readonly string[]): Promise<unknown> {
  const child = started(
    spawn(process.execPath, [program, ...words, '--data', data, '--json'], { env: withSettings(SETTINGS) }),
  )
  let [out, err] = ['', '']
  child.stdout?.on('data', (text: Buffer) => {
    out += text.toString('utf8')
  })
  child.stderr?.on('data', (text: Buffer) => {
    err += text.toString('utf8')
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`granary ${words.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out)
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
