import { spawn, spawnSync } from 'node:child_process'

/** Programs of the system that the fault trials need, and a namespace in which they may mount. */

/** @throws {Error} with what it said when it failed */
export function run(program: string, ...words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? ''}${stderr ?? ''} (${status})`)
  return stdout
}

/** Whether it can be run and succeeds. */
export const succeeds = (program: string, ...words: readonly string[]): boolean =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0

const MARK = 'ORDEAL_NAMESPACE'
const WAYS = [['--mount'], ['--user', '--map-root-user', '--mount']] as const

/** This program runs where what it mounts is seen by nobody else, and goes when it ends. */
export const isInOwnNamespace = (): boolean => process.env[MARK] !== undefined

/**
 * Runs this program once more, in a namespace of its own, where the system allows that.
 * @returns its exit code; null when the system does not allow it
 */
export async function againInOwnNamespace(): Promise<number | null> {
  const way = WAYS.find((flags) => succeeds('unshare', ...flags, 'mount', '-t', 'tmpfs', 'none', '/mnt'))
  if (way === undefined) return null
  const words = [...way, process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const child = spawn('unshare', words, { stdio: 'inherit', env: { ...process.env, [MARK]: '1' } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      child.kill(signal)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
