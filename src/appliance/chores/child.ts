import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isExecutable } from '../../base/own-program.ts'
import type { Report } from '../../cli/progress.ts'
import { TICKET_VARIABLE } from '../../cli/tickets.ts'
import { asEnvironment, type Config } from '../../config/config.ts'

/** Runs a command of this program in a separate process. */

/** The command line that starts this program: Node, its flags and the file, or only the executable. */
export type Program = readonly [engine: string, ...rest: string[]]

/** Limit for the kept standard output; the rest is dropped. */
const MOST_CHARACTERS = 16 * 1024 * 1024
/** Limit for the kept standard error: its end, in characters. */
const LAST_WORDS = 2_000
/**
 * A command that needs a larger heap fails, so that the service does not run short of memory. The executable
 * takes no flags for its engine: it would start again without them, and without the channel for its reports. So
 * all its memory is limited instead.
 */
const HEAP_MEGABYTES = 1024
const MOST_MEGABYTES = isExecutable ? 2 * HEAP_MEGABYTES : undefined
/** Interval between two checks of a command whose memory is limited. */
const CHECK_EVERY_MS = 200
/** Node aborts when its heap is full. The system, or the check of the limit, kills. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGKILL'])

export interface Ended {
  /** Exit code; null when the command was stopped or could not be started. */
  readonly exitStatus: number | null
  readonly output: string
  readonly lastWords: string
  /** Whether the command ended because it ran out of memory. */
  readonly lackedMemory: boolean
}

export interface CommandToStart {
  readonly config: Config
  readonly args: readonly string[]
  /** Code of the language in which the command writes. */
  readonly language: string
  /** Identifies the person for whom the command acts, if any. */
  readonly ticket?: string
  readonly onReport?: (report: Report) => void
  /** Whether it may use as much memory as the service itself may. */
  readonly isUnlimited?: boolean
  /** Limit for all its memory, files excepted. */
  readonly mostMegabytes?: number
}

/** The program with a limit for its heap in place of its own. */
const limited = ([engine, ...rest]: Program): Program =>
  isExecutable
    ? [engine, ...rest]
    : [
        engine,
        `--max-old-space-size=${HEAP_MEGABYTES}`,
        ...rest.filter((flag) => !flag.startsWith('--max-old-space-size')),
      ]

export function begin(
  program: Program,
  {
    config,
    args,
    language,
    ticket,
    onReport,
    isUnlimited = false,
    mostMegabytes = isUnlimited ? undefined : MOST_MEGABYTES,
  }: CommandToStart,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const [engine, ...rest] = isUnlimited ? program : limited(program)
  const child = spawn(engine, [...rest, ...args], {
    env: {
      ...asEnvironment({ ...config, language }),
      ...(ticket === undefined ? {} : { [TICKET_VARIABLE]: ticket }),
    },
    // The command reports its progress and its findings over the channel, and sees there when this process ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let lastWords = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < MOST_CHARACTERS) output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-LAST_WORDS)
  })
  child.on('message', (report) => onReport?.(report as Report))
  const memoryCheck =
    mostMegabytes === undefined
      ? undefined
      : setInterval(() => {
          if (megabytesOf(child.pid) > mostMegabytes) child.kill('SIGKILL')
        }, CHECK_EVERY_MS).unref()
  const ended = new Promise<Ended>((resolve) => {
    const end = (exitStatus: number | null, words: string, lackedMemory: boolean) => {
      clearInterval(memoryCheck)
      resolve({ exitStatus, output, lastWords: words, lackedMemory })
    }
    child.once('error', (error) => end(null, error.message, false))
    child.once('close', (exitStatus, signal) => end(exitStatus, lastWords, OUT_OF_MEMORY.has(signal)))
  })
  return { child, ended }
}

/** Anonymous memory of a process, which leaves out files that it maps; 0 once it has ended. */
function megabytesOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Grace period for a program that was asked to stop; after it, the program is killed. */
const GRACE_MS = 5_000

/** Asks all programs to stop, and resolves when they have ended. */
export async function stopAll(children: readonly ChildProcess[]): Promise<void> {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ended = running.map((child) => new Promise<void>((resolve) => child.once('close', () => resolve())))
  for (const child of running) child.kill('SIGTERM')
  const killTimer = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, GRACE_MS)
  await Promise.all(ended)
  clearTimeout(killTimer)
}
