import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** What a test file may not leave to the next one in its process: programs, servers, threads and timers. */

/** As Node names what keeps a process running. */
const RESOURCES = ['TCPServerWrap', 'PipeServerWrap', 'Timeout', 'Worker', 'MessagePort', 'FSEventWrap']
/** What is ending is gone after some looks; what lives on is there at each. */
const LOOKS = 60
const LOOK_EVERY_MS = 100

export interface Present {
  /** How many there are of each kind of resource. */
  readonly resources: ReadonlyMap<string, number>
  /** Command lines of the programs that this process started, by their numbers. */
  readonly programs: ReadonlyMap<string, string>
}

export function present(): Present {
  const resources = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo())
    if (RESOURCES.includes(kind)) resources.set(kind, (resources.get(kind) ?? 0) + 1)
  return { resources, programs: programs() }
}

/** @returns what is here now and was not before, in words */
export function more(before: Present, now: Present): string[] {
  return [
    ...[...now.programs]
      .filter(([pid]) => !before.programs.has(pid))
      .map(([, line]) => `the program ${line}`),
    ...[...now.resources]
      .map(([kind, count]) => [kind, count - (before.resources.get(kind) ?? 0)] as const)
      .filter(([, added]) => added > 0)
      .map(([kind, added]) => `${added} ${kind}`),
  ]
}

/** @returns what is still here, once what is ending has ended */
export async function leftBehind(before: Present): Promise<string[]> {
  for (let look = 1; ; look++) {
    const left = more(before, present())
    if (left.length === 0 || look === LOOKS) return left
    await wait(LOOK_EVERY_MS)
  }
}

/** proc_pid_task_children(5). None where there is no such file system. */
function programs(): Map<string, string> {
  const found = new Map<string, string>()
  for (const task of listed('/proc/self/task'))
    for (const pid of read(`/proc/self/task/${task}/children`).split(' ').filter(Boolean)) {
      const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
      // A program that has ended has no command line; the bundler's own serves all files of the process.
      if (line !== '' && !/\besbuild .*--service/.test(line)) found.set(pid, line)
    }
  return found
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
