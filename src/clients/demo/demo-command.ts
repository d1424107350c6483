import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Assembly, Opened } from '../../appliance/assembly.ts'
import { startService } from '../../appliance/serve-command.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { makeFolders } from '../../base/make-folders.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { Command } from '../../cli/command.ts'
import type { GlobalOptions, Run } from '../../cli/context.ts'
import { commandLanguage } from '../../cli/language.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { card, note, print, safe, show, table } from '../../cli/print.ts'
import { type Config, dataFiles, readConfig } from '../../config/config.ts'
import { typed } from '../../text/shell.ts'
import { apart, wrap } from '../../text/wrap.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { type Words, wordsIn } from '../../words/words.ts'
import type { Audience } from './narrator.ts'
import { COOPERATIVE, COUNTRY, TIME_ZONE } from './scenario.ts'
import type { FreshService } from './tale.ts'
import { runTour, type Tour } from './tour.ts'

interface DemoOptions extends GlobalOptions {
  readonly keep?: Keep
}

/**
 * `true` keeps the temporary folder and leaves the service running. A named folder is kept, to be served
 * later.
 */
type Keep = boolean | string

export function demoCommand<K extends Opened>(assembly: Assembly<K>): Command {
  return new Command('demo')
    .description('help.demo')
    .option('--keep [folder]', 'help.demo.keep')
    .does(async ({ data, keep, json }: DemoOptions) => {
      if (data !== undefined) throw new OperatorFault(...withRemedy('demo.ownFolder'), 2)
      const words = wordsIn(commandLanguage({}), TIME_ZONE)
      process.exitCode = await runDemo({ assembly, keep: keep ?? false, json: json ?? false, words })
    })
}

/**
 * Runs the tour in a temporary folder or in a named one. Deletes the folder when the tour ends, fails or is
 * interrupted, unless `keep` is set and the tour was completed.
 * @returns the exit code
 * @throws {OperatorFault} also if the named folder is not empty
 */
export async function runDemo<K extends Opened>({
  assembly,
  keep,
  json,
  words,
}: {
  readonly assembly: Assembly<K>
  readonly keep: Keep
  readonly json: boolean
  readonly words: Words
}) {
  const { say } = words
  const isNamed = typeof keep === 'string'
  const folder = isNamed ? emptyFolder(keep) : makeFolder()
  let complete = false
  const tidy = () => {
    if (!keep || !complete) rmSync(folder, { recursive: true, force: true })
  }
  const interruption = awaitInterruption(tidy)
  try {
    // Ignores the environment, so that the tour is the same everywhere. The service answers only this
    // machine.
    const config = readConfig(
      { data: folder, listen: '127.0.0.1:0', logLevel: 'silent', timeZone: TIME_ZONE, minFreeBytes: '0' },
      {},
    )
    const cooperative = await found(assembly, config)
    const { kernel, url, stop } = await startService(assembly, config)
    try {
      const [tasks, username] = [assembly.localTasks(kernel), operatorName()]
      const service: FreshService = {
        ...{ url, cooperative, nowMs: Date.now() },
        run: (task, args) => tasks.run(task, username, args),
        stream: (name, args) => tasks.stream(name, username, args),
      }
      const tour = await runTour(service, audienceFor(json, words), interruption.signal, words)
      const office = keep ? await officeOf(service.run, isNamed ? LATER_URL : url) : null
      if (isNamed)
        writeWhole(dataFiles(folder).settings, `GRANARY_TIME_ZONE=${TIME_ZONE}\nGRANARY_COUNTRY=${COUNTRY}\n`)
      complete = true
      const access = keep === true ? accessTo(words, tour, url, folder) : null
      const kept = isNamed ? { folder, command: `granary serve --data ${typed(folder)}` } : null
      const { steps, lenderView: lender_view } = tour
      show(json, { cooperative: COOPERATIVE, steps, lender_view, access, kept, office }, () =>
        [
          `\n${lender_view.trimEnd()}\n`,
          closing(words, access, kept),
          ...officeText(words, office, folder, !isNamed),
        ].join('\n'),
      )
      if (access !== null) await interruption.arrived
    } finally {
      await stop()
    }
    if (keep === true) note(say('demo.stopped', { folder }))
    return 0
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    note(`\n${say('demo.interrupted')}`)
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
      ...withRemedy('demo.noFolder', { folder: tmpdir(), code: String(errorCode(error)) }),
    )
  }
}

/** @throws {OperatorFault} if the folder cannot be made, is a file, or is not empty */
function emptyFolder(text: string): string {
  const folder = resolve(text)
  let names: string[]
  try {
    makeFolders(folder, 0o700)
    names = readdirSync(folder)
  } catch (error) {
    throw new OperatorFault(...withRemedy('demo.notAFolder', { folder, code: String(errorCode(error)) }))
  }
  if (names.length === 0) return folder
  throw new OperatorFault(...withRemedy('demo.notEmpty', { folder }))
}

const STAFF_NAME = 'Demo manager'
/** The address of "granary serve" by default. */
const LATER_URL = 'http://127.0.0.1:7373'

/** Adds an account for the office page. Its first user sets the password. */
async function officeOf(run: Run, url: string) {
  const { one_time_code, code_expires_at } = await run('staff.add', { name: STAFF_NAME, role: 'manager' })
  return { url: `${url}/password`, name: STAFF_NAME, one_time_code, code_expires_at }
}

function officeText(
  { say, calendar }: Words,
  office: Awaited<ReturnType<typeof officeOf>> | null,
  folder: string,
  isServed: boolean,
) {
  if (office === null) return []
  const { url, name, one_time_code, code_expires_at } = office
  return [
    `
${say('demo.office', { state: isServed ? 'served' : 'kept' })}

${card([
  [say('demo.page'), url],
  [say('staff.name'), name],
  [say('password.code'), one_time_code],
  [say('demo.validUntil'), calendar.stamp(code_expires_at)],
])}

${say('demo.anotherCode', { command: `granary staff reset "${name}" --data ${typed(folder)}` })}`,
  ]
}

async function found<K extends Opened>(
  assembly: Assembly<K>,
  config: Config,
): Promise<{ id: string; token: string }> {
  const kernel = assembly.openKernel(config, { create: true })
  try {
    const tasks = assembly.localTasks(kernel)
    const made = await tasks.run('cooperative.found', operatorName(), { name: COOPERATIVE })
    const { cooperative, credential } = made
    return { id: cooperative, token: credential }
  } finally {
    kernel.close()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Waits for an interruption: by Ctrl-C, by the end of the session, or by a closed output pipe.
 * @param tidy also called when the program ends in any other way: an incomplete tour is useless
 */
function awaitInterruption(tidy: () => void) {
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort()
  for (const name of SIGNALS) process.on(name, stop)
  process.stdout.on('error', stop)
  process.on('exit', tidy)
  return {
    signal,
    arrived: new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    ignore(): void {
      for (const name of SIGNALS) process.off(name, stop)
      process.stdout.off('error', stop)
      process.off('exit', tidy)
    },
  }
}

function audienceFor(json: boolean, { say }: Words): Audience {
  const printed = json ? () => {} : print
  return {
    title: (step, title) => printed(`\n${String(step).padStart(2)}. ${title}`),
    sentence: (text) => printed(apart(wrap(safe(text), '    ').join('\n'))),
    progress(what, done, of) {
      if (process.stderr.isTTY === true)
        process.stderr.write(done === of ? '\r\u001b[K' : `\r    ${say('demo.progress', { what, done, of })}`)
    },
  }
}

/** What a visitor needs to continue alone: the service's address, the roles, and commands to paste. */
export interface Access extends Pick<Tour, 'roles' | 'commands'> {
  readonly url: string
  readonly folder: string
}

function accessTo({ say }: Words, { roles, commands }: Tour, url: string, folder: string): Access {
  const command = `granary --data ${folder} party list`
  const asOperator = { shows: say('demo.shows.parties'), command }
  return { url, folder, roles, commands: [...commands, asOperator] }
}

function closing(
  { say }: Words,
  access: Access | null,
  kept: { folder: string; command: string } | null,
): string {
  if (kept !== null)
    return `${say('demo.kept', { folder: kept.folder })}

  ${kept.command}`
  if (access === null) return say('demo.complete')
  const { url, folder, roles, commands } = access
  return `${say('demo.running')}

${card([
  [say('machine.address'), url],
  [say('demo.folder'), folder],
])}

${table(
  [say('staff.role'), say('staff.name'), say('lender.token')],
  roles.map(({ role, name, token }) => [role, name, token]),
)}

${commands.map(({ shows, command }) => `# ${shows}\n${command}`).join('\n\n')}

${say('demo.stop', { command: `rm -r ${folder}` })}`
}
