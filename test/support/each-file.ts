import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import { clearAfterFile } from './after-file.ts'
import { leftBehind, present } from './left-behind.ts'

/**
 * Runs before each test file. Files share a process, one after the other (`isolate: false` in vitest.config.ts), so what
 * one changes in it is put back before the next begins, and a file that leaves anything behind fails.
 */

/** What puts back what the file before this one changed; null once that is done. */
const undoing = globalThis as { undoFile?: (() => void) | null }

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// `afterAll` is not called for a file all of whose tests are skipped.
undoing.undoFile?.()

const environment = { ...process.env }
const folder = process.cwd()
const exitCode = process.exitCode
const listeners = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))
const before = present()
const begunS = processorS()

// Some commands give way to other programs. Here every test after one would, and starve beside other work.
os.setPriority = () => {}
syncBuiltinESMExports()

/**
 * Temporary folders of this file are made in one of its own. Users without rights get into it, too. Its name is short, as those
 * in it are: the path of a socket has at most 107 bytes (`short-folder.ts`).
 */
const temporary = mkdtempSync(join(tmpdir(), 'g-'))
chmodSync(temporary, 0o755)
process.env.TMPDIR = temporary
undoing.undoFile = undo

afterAll(async () => {
  await clearAfterFile()
  restore()
  const left = [...(await leftBehind(before)), ...(await stillIn(temporary))]
  undo()
  noteProcessorTime()
  expect(left, 'the file leaves this behind: close it in afterEach, afterAll or afterEachFile').toEqual([])
})

/** Returns what stays in a folder. A browser removes what it made a while after it has ended. */
async function stillIn(path: string): Promise<string[]> {
  for (let again = 0; readdirSync(path).length > 0 && again < 50; again++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return readdirSync(path)
}

function undo(): void {
  undoing.undoFile = null
  restore()
  rmSync(temporary, { recursive: true, force: true })
}

function restore(): void {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  if (process.cwd() !== folder) process.chdir(folder)
  process.exitCode = exitCode
  for (const [signal, before] of listeners)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.removeListener(signal, listener)
}

/** TEST_CPU names a file that gets a line for each test file: processor time in seconds, and its path. */
function noteProcessorTime(): void {
  if (process.env.TEST_CPU === undefined) return
  const path = relative(folder, expect.getState().testPath ?? '')
  appendFileSync(process.env.TEST_CPU, `${(processorS() - begunS).toFixed(2)}\t${path}\n`)
}

/** Of this process, and of the programs that it started and that have ended: proc_pid_stat(5), cutime and cstime. */
function processorS(): number {
  const { user, system } = process.cpuUsage()
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (user + system) / 1e6 + (Number(cutime) + Number(cstime)) / 100
}
