import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Break, broken } from './break.ts'

/** A run that takes longer is stopped: the break made something endless, which is noticed, too. */
const LONGEST_MS = 20 * 60_000

/** A copy of the last commit, in which one rule at a time is broken. */
export class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'breaks-'))
  #running: number | undefined

  constructor() {
    execFileSync('git', ['worktree', 'add', '--detach', '--force', '--quiet', this.#folder, 'HEAD'])
    symlinkSync(resolve('node_modules'), join(this.#folder, 'node_modules'))
  }

  remove(): void {
    if (this.#running !== undefined) process.kill(-this.#running, 'SIGKILL')
    execFileSync('git', ['worktree', 'remove', '--force', this.#folder])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async breaking<T>(one: Break, work: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, 'src', one.file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(path, broken(source, one))
    try {
      return await work()
    } finally {
      writeFileSync(path, source)
    }
  }

  /** Returns the test files that fail. @param args of vitest */
  async failing(args: readonly string[]): Promise<string[]> {
    const report = join(this.#folder, 'breaks.json')
    rmSync(report, { force: true })
    const common = ['--run', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`]
    const code = await this.#vitest([...args, ...common])
    if (code === 0) return []
    if (code === null) return ['(it does not end)']
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    // A file that was not run because another failed is reported as failed, too, with nothing to say.
    const failed = testResults.filter(
      ({ status, message, assertionResults: tests }) =>
        status === 'failed' && (message !== '' || tests.some((test) => test.status === 'failed')),
    )
    if (failed.length === 0) throw new Error(`vitest ${args.join(' ')} failed, and no test did`)
    return failed.map(({ name }) => name.slice(name.indexOf('test/'))).sort()
  }

  /** Returns how it ended; null if it had to be ended. */
  #vitest(args: readonly string[]): Promise<number | null> {
    return new Promise((done, fail) => {
      const program = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
        cwd: this.#folder,
        stdio: 'ignore',
        detached: true,
      })
      this.#running = program.pid
      const ending = setTimeout(() => process.kill(-(program.pid ?? 0), 'SIGKILL'), LONGEST_MS)
      program.on('error', fail)
      program.on('exit', (code) => {
        clearTimeout(ending)
        this.#running = undefined
        done(code)
      })
    })
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}
