import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Processes started by a measurement, and how they are asked, looked at and ended. */

/** The measuring program as built, this file within it. */
const SELF = fileURLToPath(import.meta.url)
/** The program as built, beside it. */
export const GRANARY = join(dirname(SELF), 'granary.js')

const running = new Set<ChildProcess>()
const STOP_MS = 15_000

/** Ends every process started here, at once. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

function started(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

export type Answer =
  | { readonly value: unknown }
  | { readonly error: string }
  | { readonly progress: { readonly done: number; readonly of: number } }

/** A process of the measurement's own that answers calls one after the other. */
export class Helper {
  readonly #child: ChildProcess

  constructor(role: string) {
    this.#child = started(
      spawn(process.execPath, [SELF, 'role', role], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    )
  }

  get pid(): number {
    return this.#child.pid as number
  }

  call<T>(task: string, argument: unknown, onProgress?: (done: number, of: number) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        this.#child.off('message', take)
        this.#child.off('exit', lost)
        settle()
      }
      const take = (answer: Answer) => {
        if ('progress' in answer) onProgress?.(answer.progress.done, answer.progress.of)
        else if ('error' in answer) finish(() => reject(new Error(answer.error)))
        else finish(() => resolve(answer.value as T))
      }
      const lost = () => finish(() => reject(new Error(`the process for "${task}" ended`)))
      this.#child.on('message', take)
      this.#child.once('exit', lost)
      this.#child.send({ task, argument })
    })
  }

  stop(): Promise<void> {
    return stop(this.#child)
  }
}

type Task = (argument: never, progress: (done: number, of: number) => void) => unknown | Promise<unknown>

/** The other side of a `Helper`: serves these tasks until it is ended. */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  const send = (answer: Answer) => process.send?.(answer)
  process.on('disconnect', () => process.exit(0))
  process.on('SIGINT', () => {})
  process.on('message', async ({ task, argument }: { task: string; argument: unknown }) => {
    try {
      const work = tasks[task] as Task
      send({ value: await work(argument as never, (done, of) => send({ progress: { done, of } })) })
    } catch (error) {
      send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
}

/** The limits that keep one caller from taking the service from others would be measured otherwise. */
const UNLIMITED = {
  GRANARY_READS_PER_SECOND: '1000000000',
  GRANARY_RECORDS_PER_DAY: '1000000000',
  GRANARY_REFUSED_PER_DAY: '1000000000',
  GRANARY_READ_BYTES_PER_DAY: '1000000000000',
  GRANARY_BYTES_PER_DAY: '1000000000000000',
  GRANARY_REGISTRY_PER_MINUTE: '1000000000',
  GRANARY_LOG_LEVEL: 'error',
}

/** A refusal is kept back on purpose: its own cost would not be seen. */
const UNHELD = { GRANARY_REFUSAL_MS: '0' }

export interface ServiceOptions {
  /** Another bundle of the program, and where its CPU profile is left when it ends. */
  readonly profiling?: { readonly program: string; readonly folder: string }
  /** Variables instead of those that lift what would be measured otherwise. */
  readonly settings?: Readonly<Record<string, string>>
}

const POLL_MS = 2
const READY_TIMEOUT_MS = 60_000

/** Granary itself, as built and as anybody would start it. */
export class Service {
  readonly port: number
  readonly startMs: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number, startMs: number) {
    this.#child = child
    this.port = port
    this.startMs = startMs
  }

  static async start(data: string, { profiling, settings = UNHELD }: ServiceOptions = {}): Promise<Service> {
    const port = await freePort()
    const profile = profiling === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profiling.folder]
    // As bin/granary starts it.
    const flags = ['--max-semi-space-size=16', ...profile]
    const program = profiling?.program ?? GRANARY
    const startedAt = performance.now()
    const child = started(
      spawn(process.execPath, [...flags, program, 'serve', '--data', data, '--listen', `127.0.0.1:${port}`], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, ...UNLIMITED, ...settings },
      }),
    )
    let complaints = ''
    child.stderr?.on('data', (text: Buffer) => {
      complaints = (complaints + text.toString()).slice(-4000)
    })
    while (!(await isReady(port))) {
      if (child.exitCode !== null)
        throw new Error(`granary serve ended with ${child.exitCode}: ${complaints}`)
      if (performance.now() - startedAt > READY_TIMEOUT_MS)
        throw new Error(`granary serve did not become ready: ${complaints}`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return new Service(child, port, performance.now() - startedAt)
  }

  get pid(): number {
    return this.#child.pid as number
  }

  stop(): Promise<void> {
    return stop(this.#child)
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/ready`, { headers: { connection: 'close' } })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Resident memory now and at its highest, in bytes; null where the system does not tell. */
export function memoryOf(pid: number): { readonly now: number; readonly highest: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1])
    return { now: kib('VmRSS') * 1024, highest: kib('VmHWM') * 1024 }
  } catch {
    return null
  }
}

/** From now on the highest counts anew (proc(5), clear_refs). @returns false where the system does not allow it */
export function forgetHighest(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    return true
  } catch {
    return false
  }
}

const TICKS_PER_SECOND = 100

/** Seconds of processor time a process has used; null where the system does not tell. */
export function processorSeconds(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}
