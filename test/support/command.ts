import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { startService } from '../../src/appliance/serve-command.ts'
import { readConfig } from '../../src/config/config.ts'
import { run } from '../../src/program.ts'
import { assembly } from '../../src/tasks.ts'
import { isWay } from '../../src/words/ways.ts'
import { afterEachFile } from './after-file.ts'
import { started, withSettings } from './child-programs.ts'
import { catchOutput } from './cli/printed.ts'
import { ANSWERS_AT, addressIn, type Heard, heard } from './heard.ts'

/** The command run inside the test, or as a program of its own, on folders that go when the tests end. */

const made: string[] = []
afterEachFile(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'))
  made.push(folder)
  return folder
}

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Runs the command with what it prints caught.
 * @param words the first one, and each that begins with `--`, may be several with spaces between them
 */
export async function cli(...words: string[]): Promise<Said> {
  const { printed, release } = catchOutput()
  try {
    const code = await run(
      words.flatMap((one, i) => (i === 0 || one.startsWith('--') ? one.split(' ') : one)),
    )
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
  const document = JSON.parse(said.out)
  // JSON-LD has the names of its vocabularies.
  if (!('@context' in document)) expect(membersNamedOtherwise(document)).toEqual([])
  return { code: said.code, err: said.err, ...document }
}

/** Members may also be named by what they are about: a setting, a flag, or how kilograms were found. */
const isOtherwise = (name: string): boolean =>
  !/^([a-z0-9_]+|GRANARY_[A-Z_0-9]+|[a-z]+(-[a-z]+)+)$/.test(name) && !isWay(name)

/** Members that the contract would name otherwise: it writes small letters, digits and underscores. */
function membersNamedOtherwise(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(!Array.isArray(value) && isOtherwise(name) ? [name] : []),
    ...membersNamedOtherwise(member),
  ])
}

export interface Coop {
  readonly data: string
  readonly cooperative: string
  readonly token: string
  /** The command on its folder, with `--json`. */
  readonly did: (...words: string[]) => Promise<Document>
  /** The command on its folder, as people use it. */
  readonly said: typeof cli
  /** Adds a party by the command. @returns its id */
  readonly party: (kind: string, name: string, memberNo?: string, ...flags: string[]) => Promise<string>
}

export async function founded(): Promise<Coop> {
  const data = join(temporaryFolder(), 'data')
  const { cooperative, credential } = await json('init', '--name', 'Kahawa Cooperative', '--data', data)
  return coopIn(data, cooperative, credential)
}

/** A cooperative whose folder is there. */
export function coopIn(data: string, cooperative = '', token = ''): Coop {
  const did: Coop['did'] = (...words) => json(...words, '--data', data)
  return {
    ...{ data, cooperative, token, did },
    said: (...words) => cli(...words, '--data', data),
    async party(kind, name, memberNo, ...flags) {
      const number = memberNo ? ['--member-no', memberNo] : []
      return (await did('party add --kind', kind, '--name', name, ...number, ...flags)).party
    },
  }
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
      assembly,
      readConfig({ data, listen: '127.0.0.1:0', logLevel: 'silent', minFreeBytes: '0', ...settings }, {}),
      program,
    )
  } finally {
    spy.mockRestore()
  }
}

/** Asks a service as the holder of a token; with a body it posts. */
export const calling =
  (url: string) =>
  (path: string, token: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })

export const PROGRAM = fileURLToPath(new URL('../../dist/granary.js', import.meta.url))
export const isBuilt = existsSync(PROGRAM)

export interface Program extends Heard {
  readonly stdout: () => string
  readonly stderr: () => string
}

export function program(args: readonly string[], environment: Record<string, string> = {}): Program {
  const env = withSettings({ GRANARY_MIN_FREE_BYTES: '0', ...environment })
  const run = heard(started(spawn(process.execPath, [PROGRAM, ...args], { env })))
  return { ...run, stdout: () => run.said.out, stderr: () => run.said.err }
}

/** A serving program, and its address. */
export async function serving(
  data: string,
  more: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Program & { readonly url: string }> {
  const args = ['serve', '--data', data, '--listen', '127.0.0.1:0', ...more]
  const run = program(args, { GRANARY_LOG_LEVEL: 'error', ...environment })
  return { ...run, url: addressIn(await run.says(ANSWERS_AT)) }
}
