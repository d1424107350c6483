import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { succeeds } from '../common/system.ts'

/** Makes calls of a running process to the system fail, by strace. */

export interface Injection {
  /** Names of system calls; those that this machine does not have are passed over. */
  readonly calls: readonly string[]
  readonly error: 'EIO' | 'ENOSPC'
  /** Counted for each thread: `3` is the third call alone, `3+` that and all that follow. */
  readonly when: string
  /** Only of calls to these files and folders; all, when there are none. */
  readonly paths: readonly string[]
}

const ATTACHED_MS = 10_000
/** What a log needs for the model of a disk that forgets. */
const LOGGED = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate']

export class Tracer {
  readonly #strace: ChildProcess
  #said = ''

  private constructor(strace: ChildProcess) {
    this.#strace = strace
    strace.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text
    })
  }

  /**
   * @param log beginning of the paths of its logs; each thread has one, which ends with its number
   * @throws {Error} when the system does not let it
   */
  static async attach(pid: number, log: string, { calls, error, when, paths }: Injection): Promise<Tracer> {
    const logged = [...new Set([...LOGGED, ...calls])].map((call) => `?${call}`)
    const words = [
      ...['-f', '-ff', '-y', '-s', '0', '-o', log, '-p', String(pid)],
      ...['-e', `trace=${logged.join(',')}`],
      ...['-e', `inject=${calls.map((call) => `?${call}`).join(',')}:error=${error}:when=${when}`],
      ...paths.flatMap((path) => ['-P', path]),
    ]
    const strace = spawn('strace', words, { stdio: ['ignore', 'ignore', 'pipe'] })
    const tracer = new Tracer(strace)
    const giveUpAt = performance.now() + ATTACHED_MS
    while (!/attached/.test(tracer.#said)) {
      if (strace.exitCode !== null || performance.now() > giveUpAt) {
        strace.kill('SIGKILL')
        throw new Error(`strace cannot be attached: ${tracer.#said}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return tracer
  }

  /** From here on every call does what it should. */
  async detach(): Promise<void> {
    if (this.#strace.exitCode !== null) return
    const ended = once(this.#strace, 'close')
    this.#strace.kill('SIGINT')
    await ended
  }
}

/** @returns null when strace works here, or in a sentence why not */
export async function whyNoTracing(folder: string): Promise<string | null> {
  if (!succeeds('strace', '-V')) return 'strace is not on this machine'
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    const injection = { calls: ['fsync'], error: 'EIO', when: '1', paths: [] } as const
    const tracer = await Tracer.attach(child.pid as number, `${folder}/probe`, injection)
    await tracer.detach()
    return null
  } catch (error) {
    return (error as Error).message.trim()
  } finally {
    child.kill('SIGKILL')
  }
}
