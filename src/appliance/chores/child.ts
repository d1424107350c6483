import { type ChildProcess, spawn } from 'node:child_process'
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
const MOST_MEGABYTES = 1024

export interface Ended {
  /** Exit code; null when it was stopped or could not be started. */
  readonly exitStatus: number | null
  readonly output: string
  readonly lastWords: string
}

export interface Beginning {
  readonly config: Config
  readonly args: readonly string[]
  /** Whom it acts for. */
  readonly ticket: string
  readonly onProgress?: (text: string) => void
}

export function begin(
  [engine, ...rest]: Program,
  { config, args, ticket, onProgress }: Beginning,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  // Its own limit would win over the one below.
  const flags = rest.filter((flag) => !flag.startsWith('--max-old-space-size'))
  const child = spawn(engine, [...flags, ...args], {
    env: {
      ...asEnvironment(config),
      [TICKET_VARIABLE]: ticket,
      NODE_OPTIONS: `--max-old-space-size=${MOST_MEGABYTES}`,
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
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => resolve({ exitStatus: null, output, lastWords: error.message }))
    child.once('close', (exitStatus) => resolve({ exitStatus, output, lastWords }))
  })
  return { child, ended }
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
