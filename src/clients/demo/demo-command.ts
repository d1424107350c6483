import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Assembly, OpenedKernel } from '../../appliance/assembly.ts'
import { startService } from '../../appliance/serve-command.ts'
import { errorCode } from '../../base/error-kinds.ts'
import { makeFolders } from '../../base/make-folders.ts'
import { ownProgram } from '../../base/own-program.ts'
import { entriesOf, fromJson } from '../../base/typed.ts'
import { writeWhole } from '../../base/write-whole.ts'
import { Command } from '../../cli/command.ts'
import type { GlobalOptions, Run } from '../../cli/context.ts'
import { commandLanguage } from '../../cli/language.ts'
import { operatorName } from '../../cli/operator-name.ts'
import { card, note, show } from '../../cli/print.ts'
import { shareBar } from '../../cli/progress.ts'
import { type Config, dataFiles, readConfig, variableOf } from '../../config/config.ts'
import { typed } from '../../text/shell.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { type Words, wordsIn } from '../../words/words.ts'
import { BANK, COOPERATIVE, COUNTRY, PURPOSE, seed, TIME_ZONE } from './seed.ts'

const STAFF_NAME = 'Demo manager'
/** How long ago the season began. */
const SEASON_MS = 110 * 86_400_000

export function demoCommand<K extends OpenedKernel>(assembly: Assembly<K>): Command {
  return new Command('demo')
    .description('help.demo')
    .option('--data <folder>', 'help.demo.data')
    .does(async ({ data, json }: GlobalOptions) => {
      const words = wordsIn(commandLanguage({}), TIME_ZONE)
      process.exitCode = await runDemo(assembly, words, data, json)
    })
}

/**
 * Writes the season of a made-up cooperative into a folder, and serves it until it is interrupted. A temporary
 * folder, and one whose season was not completed, is deleted at the end.
 * @param data a new or empty folder; undefined for a temporary one
 * @returns the exit code
 * @throws {OperatorFault} also if the folder is not empty
 */
async function runDemo<K extends OpenedKernel>(
  assembly: Assembly<K>,
  words: Words,
  data: string | undefined,
  json = false,
): Promise<number> {
  const { say } = words
  const folder = data === undefined ? temporaryFolder() : emptyFolder(data)
  let isComplete = false
  const tidy = () => {
    if (data === undefined || !isComplete) rmSync(folder, { recursive: true, force: true })
  }
  const interruption = awaitInterruption(tidy)
  try {
    // Ignores the environment, so that the demo is the same everywhere. It answers only this machine.
    const own = { timeZone: TIME_ZONE, country: COUNTRY, seasonBegins: seasonBegins() }
    const config = readConfig(
      { data: folder, listen: '127.0.0.1:0', logLevel: 'silent', minFreeBytes: '0', ...own },
      {},
    )
    const season = await write(assembly, config, words, interruption.signal)
    writeWhole(dataFiles(folder).settings, settingsText(own))
    isComplete = true
    const { kernel, url, stop } = await startService(assembly, config, ownProgram())
    try {
      const office = await accountOf(runOf(assembly, kernel), url)
      const told = { cooperative: season.cooperative, folder, office, lender: lenderOf(season, url) }
      show(json, told, () => textOf(words, told, data !== undefined))
      await interruption.arrived
    } finally {
      await stop()
    }
    if (data !== undefined) note(say('demo.stopped', { command: served(folder) }))
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

/** Returns the month in which the season began, with its first day. */
const seasonBegins = () => `${new Date(Date.now() - SEASON_MS).toISOString().slice(5, 7)}-01`

const settingsText = (own: { timeZone: string; country: string; seasonBegins: string }): string =>
  entriesOf(own)
    .map(([name, value]) => `${variableOf(name)}=${value}\n`)
    .join('')

/** Writes the season with a service of its own, whose clock goes from day to day. */
async function write<K extends OpenedKernel>(
  assembly: Assembly<K>,
  config: Config,
  words: Words,
  signal: AbortSignal,
) {
  const nowMs = Date.now()
  let clockMs = nowMs - SEASON_MS
  const openKernel: typeof assembly.openKernel = (its, opening) =>
    assembly.openKernel(its, { ...opening, clock: () => clockMs })
  const then = { ...assembly, openKernel }
  const founded = await found(then, config)
  const { kernel, url, stop } = await startService(then, config)
  const bar = shareBar(words)
  try {
    const season = await seed({
      ...{ nowMs, cooperative: founded, run: runOf(assembly, kernel), send: senderTo(url) },
      setClock: (ms) => {
        clockMs = ms
      },
      progress: (done, of) => {
        signal.throwIfAborted()
        bar.show({ doing: message('demo.writing'), done, of })
      },
    })
    return { ...season, cooperative: { name: COOPERATIVE, ...founded } }
  } finally {
    bar.end()
    await stop()
  }
}

/** @returns a function that sends JSON to the API */
const senderTo = (url: string) => async (token: string, path: string, body?: object) => {
  const reply = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (reply.ok && !text.includes('"status":"rejected"')) return fromJson<{ token: string }>(text)
  throw new Error(`${path} ${JSON.stringify(body)} was answered with ${reply.status}: ${text}`)
}

async function found<K extends OpenedKernel>(assembly: Assembly<K>, config: Config) {
  const kernel = assembly.openKernel(config, { create: true })
  try {
    const made = await runOf(assembly, kernel)('cooperative.found', { name: COOPERATIVE })
    return { id: made.cooperative, token: made.credential }
  } finally {
    kernel.close()
  }
}

function runOf<K extends OpenedKernel>({ localTasks }: Assembly<K>, kernel: K): Run {
  const tasks = localTasks(kernel)
  return (task, args) => tasks.run(task, operatorName(), args)
}

/** An account of the office page, whose password is the code that the service made for it. */
async function accountOf(run: Run, url: string) {
  const { one_time_code: password } = await run('staff.add', { name: STAFF_NAME, role: 'manager' })
  const body = new URLSearchParams({ name: STAFF_NAME, code: password, password, again: password })
  const set = await fetch(`${url}/password`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (set.status >= 400) throw new Error(`the password was refused: ${set.status}`)
  return { url: `${url}/sign-in`, name: STAFF_NAME, password }
}

/** How the bank reads: on its pages, and by the command. */
const lenderOf = ({ bank, member }: Awaited<ReturnType<typeof write>>, url: string) => ({
  ...{ url: `${url}/lender`, id: bank.id, name: BANK, token: bank.token },
  command: `GRANARY_TOKEN=${bank.token} granary lender-view --purpose ${PURPOSE} --subject ${member.id} --url ${url}`,
})

export interface DemoShown {
  readonly folder: string
  readonly office: Awaited<ReturnType<typeof accountOf>>
  readonly lender: ReturnType<typeof lenderOf>
}

const textOf = ({ say }: Words, { folder, office, lender }: DemoShown, isKept: boolean): string =>
  `${say('demo.office')}

${card([
  [say('demo.page'), office.url],
  [say('staff.name'), office.name],
  [say('signIn.password'), office.password],
])}

${say('demo.lender', { bank: lender.name })}

${card([
  [say('demo.page'), lender.url],
  [say('lender.token'), lender.token],
])}

${say('demo.lenderCommand')}

  ${lender.command}

${say('demo.stop', { folder, kept: isKept ? 'yes' : 'no' })}`

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'granary-demo-'))
  } catch (error) {
    const facts = { folder: tmpdir(), code: String(errorCode(error)) }
    throw new OperatorFault(...withRemedy('demo.noFolder', facts))
  }
}

/** @throws {OperatorFault} if the folder cannot be made, is a file, or is not empty */
function emptyFolder(data: string): string {
  const folder = resolve(data)
  let names: string[]
  try {
    makeFolders(folder, 0o700)
    names = readdirSync(folder)
  } catch (error) {
    throw new OperatorFault(...withRemedy('demo.notAFolder', { folder, code: String(errorCode(error)) }))
  }
  if (names.length === 0) return folder
  const isStore = existsSync(dataFiles(folder).database)
  throw new OperatorFault(
    message('demo.notEmpty', { folder }),
    isStore ? message('demo.notEmpty.toServe', { command: served(folder) }) : message('demo.notEmpty.remedy'),
  )
}

const served = (folder: string) => `granary serve --data ${typed(folder)}`

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Waits for an interruption: by Ctrl-C, by the end of the session, or by a closed output pipe.
 * @param tidy also called when the program ends in any other way
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
