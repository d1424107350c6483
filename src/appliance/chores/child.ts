import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { TICKET_VARIABLE } from '../../cli/tickets.ts'
import { asEnvironment, type Config } from '../../config/config.ts'

/** A command of this program, in a process of its own. */

/** The command line of this program: Node, its flags, and the file; or the executable alone. */
export type Program = readonly [engine: string, ...rest: string[]]

/** What it printed, at most; the rest is dropped. */
const MOST_CHARACTERS = 16 * 1024 * 1024
/** Its last words on standard error. */
const LAST_WORDS = 2_000
/** A sheet or a store that needs more than this is refused rather than the service starved. */
const HEAP_MEGABYTES = 1024
/** How often it is looked how much memory a program has that may have only so much. */
const LOOKS_EVERY_MS = 200
/** An engine that has no memory left aborts; a system that has none kills. */
const OF_LACK: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGKILL'])

export interface Ended {
  /** Exit code; null when it was stopped or could not be started. */
  readonly exitStatus: number | null
  readonly output: string
  readonly lastWords: string
  /** It was ended because it needed more memory than there was for it. */
  readonly lackedMemory: boolean
}

export interface Beginning {
  readonly config: Config
  readonly args: readonly string[]
  /** Code of the language in which it writes. */
  readonly language: string
  /** Whom it acts for. */
  readonly ticket: string
  readonly onProgress?: (text: string) => void
  /** Of memory in all, besides what the engine's heap may have; as much as there is, if not stated. */
  readonly mostMegabytes?: number
}

export function begin(
  [engine, ...rest]: Program,
  { config, args, language, ticket, onProgress, mostMegabytes }: Beginning,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  // Its own limit would win over the one below.
  const flags = rest.filter((flag) => !flag.startsWith('--max-old-space-size'))
  const child = spawn(engine, [...flags, ...args], {
    env: {
      ...asEnvironment({ ...config, language }),
      [TICKET_VARIABLE]: ticket,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    },
    // Over the channel it says how far it is.
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
  child.on('message', ({ progress }: { progress?: unknown }) => {
    if (typeof progress === 'string') onProgress?.(progress)
  })
  const looking =
    mostMegabytes === undefined
      ? undefined
      : setInterval(() => {
          if (megabytesOf(child.pid) > mostMegabytes) child.kill('SIGKILL')
        }, LOOKS_EVERY_MS).unref()
  const ended = new Promise<Ended>((resolve) => {
    const end = (exitStatus: number | null, words: string, lackedMemory: boolean) => {
      clearInterval(looking)
      resolve({ exitStatus, output, lastWords: words, lackedMemory })
    }
    child.once('error', (error) => end(null, error.message, false))
    child.once('close', (exitStatus, signal) => end(exitStatus, lastWords, OF_LACK.has(signal)))
  })
  return { child, ended }
}

/** Memory of its own, without files that it only looks at; 0 once it has ended. */
function megabytesOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Grace period before a program that ignores a request to stop is killed. */
const ENDS_WITHIN_MS = 5_000

/** Asks them to stop, and resolves when they have. */
export async function stopAll(children: readonly ChildProcess[]): Promise<void> {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ended = running.map((child) => new Promise<void>((resolve) => child.once('close', () => resolve())))
  for (const child of running) child.kill('SIGTERM')
  const hurry = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, ENDS_WITHIN_MS)
  await Promise.all(ended)
  clearTimeout(hurry)
}
