import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { startService } from '../../src/appliance/serve-command.ts'
import { readConfig } from '../../src/config/config.ts'
import { run } from '../../src/program.ts'
import { afterEachFile } from './after-file.ts'
import { catchOutput } from './cli/printed.ts'

/** The command run inside the test, or as a program of its own, on folders that go when the tests end. */

const made: string[] = []
const children: ChildProcess[] = []
afterEachFile(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'granary-test-cli-'))
  made.push(folder)
  return folder
}

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command with what it prints caught. */
export async function cli(...args: string[]): Promise<Said> {
  const { printed, release } = catchOutput()
  try {
    const code = await run(args)
    return { code, out: printed.stdout, err: printed.stderr }
  } finally {
    release()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: documents are whatever the command says; tests assert on them
export type Document = any

/** With `--json`: the exit code, and the one document on stdout. */
export async function json(...args: string[]): Promise<Document> {
  const said = await cli(...args, '--json')
  return { code: said.code, err: said.err, ...JSON.parse(said.out) }
}

export interface Coop {
  readonly data: string
  readonly cooperative: string
  readonly token: string
}

export async function founded(): Promise<Coop> {
  const data = join(temporaryFolder(), 'data')
  const { cooperative, credential } = await json('init', '--name', 'Kahawa Cooperative', '--data', data)
  return { data, cooperative, token: credential }
}

/** The service inside the test; commands reach it by its socket as they would from elsewhere. */
/** @param program its command line, for what the service starts by itself; left out, it starts nothing */
export async function served(
  data: string,
  settings: Readonly<Record<string, unknown>> = {},
  program?: readonly [engine: string, ...rest: string[]],
) {
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  try {
    return await startService(
      readConfig({ data, listen: '127.0.0.1:0', logLevel: 'silent', minFreeBytes: '0', ...settings }, {}),
      program,
    )
  } finally {
    spy.mockRestore()
  }
}

export const PROGRAM = fileURLToPath(new URL('../../dist/granary.js', import.meta.url))
export const isBuilt = existsSync(PROGRAM)

export interface Program {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>
}

export function program(args: readonly string[], environment: Record<string, string> = {}): Program {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GRANARY_'))
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...Object.fromEntries(inherited), GRANARY_MIN_FREE_BYTES: '0', ...environment },
  })
  children.push(child)
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      written[name] += chunk.toString('utf8')
    })
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1)),
  )
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended }
}

/** A serving program, and its address. */
export async function serving(
  data: string,
  more: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Program & { readonly url: string }> {
  const args = ['serve', '--data', data, '--listen', '127.0.0.1:0', ...more]
  const started = program(args, { GRANARY_LOG_LEVEL: 'error', ...environment })
  const failed = started.ended.then((how) => {
    throw new Error(`it ended (${how}): ${started.stderr()}`)
  })
  const answers = (async () => {
    for (;;) {
      const url = /answers at (\S+?)[,.]? /.exec(started.stderr())?.[1]
      if (url !== undefined) return url.replace(/[,.]$/, '')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return { ...started, url: await Promise.race([answers, failed]) }
}
