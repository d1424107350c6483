import type { ChildProcess } from 'node:child_process'
import { afterEachFile } from './after-file.ts'

/** Programs that long tests start, none of which may outlive them. */

const running = new Set<ChildProcess>()

/** Ends everything started here, at once. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}
afterEachFile(killAll, 'kill')

/** Remembers a program until it ends. */
export function started(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** The environment with these settings of Granary, and none of whoever runs the test. */
export const withSettings = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GRANARY_'))),
  ...settings,
})
