import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { started } from '../../support/child-programs.ts'
import { command, Served } from '../common/served.ts'

/** Processes started by a measurement, and how they are asked and looked at. */

/** The measuring program as built, this file within it. */
const SELF = fileURLToPath(import.meta.url)
/** The program as built, beside it. */
export const GRANARY = join(dirname(SELF), 'granary.js')

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

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
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

/** Granary itself, as built and as anybody would start it. */
export async function serving(data: string, more: Readonly<Record<string, string>> = {}): Promise<Served> {
  const service = await Served.at(GRANARY, data, { GRANARY_REGISTRY_PER_MINUTE: '1000000000', ...more })
  await service.start()
  return service
}

/** Runs the command. @returns its document @throws {Error} when it fails; 3 means that it is done */
export async function granary(
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
  // biome-ignore lint/suspicious/noExplicitAny: documents are whatever the command says
): Promise<any> {
  const { code, out, err } = await command(GRANARY, words, more)
  if (code !== 0 && code !== 3) throw new Error(`granary ${words.join(' ')}: ${code} ${err}`)
  return JSON.parse(out)
}

/** Resident memory now and at its highest, in MiB. */
export function memoryOf(pid: number): { readonly now: number; readonly highest: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  return { now: mib('VmRSS'), highest: mib('VmHWM') }
}

/** From now on the highest counts anew (proc(5), clear_refs). */
export const forgetHighest = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process has used. */
export function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
