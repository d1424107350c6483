import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { foundCooperative } from '../../appliance/found.ts'
import { startService } from '../../appliance/serve-command.ts'
import { type Kernel, openKernel } from '../../assemble.ts'
import { OperatorFault } from '../../base/problem.ts'
import type { GlobalOptions } from '../../cli/context.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { card, note, print, safe, table } from '../../cli/print.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { localTasks } from '../../tasks.ts'
import { type Access, accessTo } from './access.ts'
import type { Operator } from './scene.ts'
import type { Audience } from './stage.ts'
import { giveTour, type Tour } from './tour.ts'
import { wrap } from './words.ts'
import { COOPERATIVE, TIME_ZONE } from './world.ts'

interface DemoOptions extends GlobalOptions {
  readonly keep?: boolean
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('a tour with an invented cooperative, in a temporary folder')
    .option('--keep', 'leave the service running afterwards, and print how to reach it')
    .action(async (_own: object, command: Command) => {
      const { data, keep, json } = command.optsWithGlobals<DemoOptions>()
      if (data !== undefined)
        throw new OperatorFault(
          'The tour uses its own folder and never touches yours.',
          'Remove --data. To look at the invented records afterwards: granary demo --keep',
          2,
        )
      process.exitCode = await runDemo({ keep: keep ?? false, json: json ?? false })
    })
}

/**
 * Gives the tour in a temporary folder, which is deleted when the tour ends, fails or is interrupted, and kept only when the
 * tour was asked to keep it and finished.
 * @returns the exit code
 */
export async function runDemo({
  keep,
  json,
}: {
  readonly keep: boolean
  readonly json: boolean
}): Promise<number> {
  const folder = makeFolder()
  let complete = false
  const tidy = () => {
    if (!keep || !complete) rmSync(folder, { recursive: true, force: true })
  }
  const interruption = new Interruption(tidy)
  try {
    const config = demoConfig(folder)
    const cooperative = await found(config)
    const service = await startService(config)
    try {
      const tour = await giveTour(
        { url: service.url, cooperative, nowMs: Date.now(), operator: operatorOf(service.kernel) },
        audienceFor(json),
        interruption.signal,
      )
      complete = true
      const access = keep ? accessTo(tour, service.url, folder) : null
      print(json ? JSON.stringify(documentOf(tour, access), null, 2) : closing(tour, access))
      if (keep) await interruption.came
    } finally {
      await service.stop()
    }
    if (keep) note(`The service is stopped. Its folder is kept: ${folder}`)
    return 0
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    note('\nInterrupted. The service is stopped and its folder removed.')
    return 1
  } finally {
    interruption.ignore()
    tidy()
  }
}

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'granary-demo-'))
  } catch (error) {
    throw new OperatorFault(
      `No folder can be made in ${tmpdir()} (${(error as NodeJS.ErrnoException).code}).`,
      'Set TMPDIR to a folder that this user may write to.',
    )
  }
}

function operatorOf(kernel: Kernel): Operator {
  const tasks = localTasks(kernel)
  const username = operatorName()
  return {
    issueToken: async (party, kind) =>
      (await tasks.run('credential.issue', username, { party, kind, expiresAtMs: null })).token,
    addConversion: async (row) => {
      await tasks.run('registry.add', username, { kind: 'conversions', row })
    },
    fixRoot: async () => {
      await tasks.run('anchor.run', username, { newKey: false })
    },
  }
}

/** Ignores the environment: the tour is the same everywhere, and answers this machine only. */
function demoConfig(folder: string): Config {
  return readConfig(
    { data: folder, listen: '127.0.0.1:0', logLevel: 'silent', timeZone: TIME_ZONE, minFreeBytes: '0' },
    {},
  )
}

async function found(config: Config): Promise<{ id: string; token: string }> {
  const kernel = openKernel(config, { create: true })
  try {
    const { cooperative, credential } = await kernel.ports.submit(() =>
      foundCooperative(kernel, operatorName(), COOPERATIVE),
    )
    return { id: cooperative, token: credential }
  } finally {
    kernel.close()
  }
}

/** Ctrl-C, the end of the session, or a closed output pipe. */
class Interruption {
  readonly #controller = new AbortController()
  readonly #tidy: () => void
  readonly came: Promise<void>

  /** @param tidy also called when the program ends in any other way: half a tour is useless */
  constructor(tidy: () => void) {
    this.#tidy = tidy
    this.came = new Promise((resolve) => this.signal.addEventListener('abort', () => resolve()))
    for (const signal of SIGNALS) process.on(signal, this.#stop)
    process.stdout.on('error', this.#stop)
    process.on('exit', tidy)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  ignore(): void {
    for (const signal of SIGNALS) process.off(signal, this.#stop)
    process.stdout.off('error', this.#stop)
    process.off('exit', this.#tidy)
  }

  readonly #stop = () => this.#controller.abort()
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function audienceFor(json: boolean): Audience {
  const onTerminal = process.stderr.isTTY === true
  const progress: Audience['progress'] = (what, done, of) => {
    if (onTerminal) process.stderr.write(done === of ? '\r\u001b[K' : `\r    ${what}: ${done} of ${of}`)
  }
  if (json) return { title: () => {}, said: () => {}, progress }
  return {
    title: (step, title) => print(`\n${String(step).padStart(2)}. ${title}`),
    said: (sentence) => print(wrap(safe(sentence), '    ')),
    progress,
  }
}

function documentOf({ steps, lenderView }: Tour, access: Access | null): object {
  return { cooperative: COOPERATIVE, steps, lender_view: lenderView, access }
}

function closing({ lenderView }: Tour, access: Access | null): string {
  const view = `\n${lenderView.trimEnd()}\n`
  if (access === null)
    return `${view}
That was the tour. Its folder is removed and nothing of it is left; "granary demo --keep" leaves it running.`
  return `${view}
That was the tour. The service goes on answering.

${card([
  ['Address', access.url],
  ['Folder', access.folder],
])}

${table(
  ['Role', 'Name', 'Token'],
  access.roles.map(({ role, name, token }) => [role, name, token]),
)}

${access.commands.map(({ shows, command }) => `# ${shows}\n${command}`).join('\n\n')}

Ctrl-C stops it. The folder stays then, until you remove it: rm -r ${access.folder}`
}
