import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterEachFile } from '../../support/after-file.ts'
import { quietMs } from '../../support/cpu-time.ts'
import { ANSWERS_AT, addressIn, begun, type Heard } from '../../support/heard.ts'

/** The one executable, run as it would be on a machine that knows nothing of this one: with an empty environment. */

/** What GRANARY_TEST_PROGRAM names, else what `npm run build:binary` has made. */
export const EXECUTABLE = resolve(process.env.GRANARY_TEST_PROGRAM ?? 'dist/granary')
export const isThere = existsSync(EXECUTABLE) && isElf(EXECUTABLE)
export const isRoot = process.getuid?.() === 0

/** A script that starts Node is not meant. */
function isElf(file: string): boolean {
  const fd = openSync(file, 'r')
  const start = Buffer.alloc(4)
  readSync(fd, start)
  closeSync(fd)
  return start.toString('latin1') === '\u007fELF'
}

const folders: string[] = []
afterEachFile(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'binary-'))
  folders.push(folder)
  return folder
}

export interface Way {
  readonly environment?: Readonly<Record<string, string>>
  /** Where it is started. */
  readonly folder?: string
  /** What is run before it and with it, such as `chroot FOLDER`. */
  readonly under?: readonly string[]
  /** Its name there. */
  readonly program?: string
}

const ENDS_WITHIN_MS = 500_000

export interface Ended {
  readonly code: number | string
  readonly out: string
  readonly err: string
}

export interface Running extends Omit<Heard, 'ended'> {
  readonly ended: Promise<Ended>
}

export function start(args: readonly string[], way: Way = {}): Running {
  const [engine, ...words] = [...(way.under ?? []), way.program ?? EXECUTABLE, ...args]
  const options = { env: { ...way.environment }, cwd: way.folder ?? '/' }
  const program = begun(engine as string, words, options)
  const impatient = setTimeout(() => program.child.kill('SIGKILL'), ENDS_WITHIN_MS)
  const ended = program.ended.then((code) => {
    clearTimeout(impatient)
    return { code, ...program.said }
  })
  return { ...program, ended }
}

/** Runs it to its end. */
export const run = (args: readonly string[], way?: Way): Promise<Ended> => start(args, way).ended

/** @returns a service that answers. @throws {Error} with its crash report */
export async function serve(
  data: string,
  way?: Way,
  listen = '127.0.0.1:0',
): Promise<Running & { url: string }> {
  const running = start(['serve', '--data', data, '--listen', listen], way)
  return { ...running, url: addressIn(await running.says(ANSWERS_AT)) }
}

/** @returns how it ended */
export function stop({ child, ended }: Running): Promise<Ended> {
  child.kill('SIGTERM')
  return ended
}

export const harvest = (producer: string) => ({
  ...{ id: uuidv7(), type: 'harvest', occurred_at: new Date().toISOString() },
  ...{ lawful_basis: 'contract_performance', producer, crop: 'maize_grain' },
  quantity: { value: 12, unit: 'kg' },
})

/** Asks a service, or sends it a body. */
export const ask = (url: string, token: string, body?: object): Promise<Response> =>
  fetch(url, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(300_000),
  })

/** From the start of the program until it has answered a request. */
export interface FirstAnswer {
  readonly ms: number
  /** What it worked meanwhile, in milliseconds of processor time of a quiet machine. */
  readonly cpuMs: number
}

/** Starts it, asks until it answers, and stops it. */
export async function firstAnswer(data: string, port: number): Promise<FirstAnswer> {
  const begun = performance.now()
  const running = start(['serve', '--data', data, '--listen', `127.0.0.1:${port}`])
  await running.soon(async () => {
    if (!(await answers(port))) throw new Error('no answer')
  }, 1)
  const answer = { ms: performance.now() - begun, cpuMs: quietMs(cpuMsOf(running.child.pid as number)) }
  await stop(running)
  return answer
}

/** proc_pid_stat(5): utime and stime, in hundredths of a second; the fields before them begin behind the last bracket. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(utime) + Number(stime)) * 10
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(
      { host: '127.0.0.1', port, path: '/v1/health', agent: false, timeout: 60_000 },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
  })
