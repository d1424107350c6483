import { existsSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { makeServer, openKernel } from '../assemble.ts'
import { heapBytes, type MemoryBudget } from '../base/memory-budget.ts'
import { isExecutable, ownProgram } from '../base/own-program.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { operatorName } from '../cli/operator-name.ts'
import { note, print } from '../cli/print.ts'
import { listenForTasks } from '../cli/socket.ts'
import { Tickets } from '../cli/tickets.ts'
import { backupEveryMs, listenAddress } from '../config/addresses.ts'
import { type Config, dataFiles, SettingsFault } from '../config/config.ts'
import { isInstalled } from '../config/installed.ts'
import { officeUrl } from '../config/service-address.ts'
import { objectStoreCaution, refuseOpenStore } from '../evidence/objects/open.ts'
import { AnchorSchedule } from '../proofs/anchor/schedule.ts'
import { DaysAhead } from '../records/report/days-ahead.ts'
import { staffIn } from '../store/doer.ts'
import { localTasks } from '../tasks.ts'
import { OperatorFault, type Told } from '../words/fault.ts'
import { englishWords } from '../words/words.ts'
import { backupPlace, placeCaution } from './backup/location.ts'
import { type Backing, BackupSchedule } from './backup/schedule.ts'
import { Chores } from './chores/chores.ts'
import { DEFAULT_NAME, foundCooperative } from './found.ts'
import { refuseAtStart, warnOfOddSettings } from './startup-errors.ts'
import { serviceManager } from './system-service.ts'

interface ServeOptions extends GlobalOptions {
  readonly listen?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly insecureLan?: boolean
}

/** Delay before the service counts the totals for the metrics, so that it answers requests first. */
const SUMS_AFTER_MS = 500

/**
 * Interval at which idle connections are closed during shutdown. Otherwise a connection whose last reply was
 * sent after shutdown started would stay open until its client closes it.
 */
const CLOSE_IDLE_MS = 50
/** Timeout during shutdown for clients that do not finish a request or read a reply. */
const LAST_REPLY_MS = 10_000

export function serveCommand(): Command {
  return new Command('serve')
    .description('help.serve')
    .option('--listen <address>', 'help.serve.listen')
    .option('--tls-cert <file>', 'help.serve.tlsCert')
    .option('--tls-key <file>', 'help.serve.tlsKey')
    .option('--insecure-lan', 'help.serve.insecureLan')
    .does(async (options: ServeOptions) => {
      const service = await startService(settingsOf(options), ownProgram())
      // The handler is installed before the start is announced, because a signal may be sent at once.
      const manager = serviceManager(note)
      const stopped = service.untilStopped(() => manager?.stopping())
      note(service.greeting)
      note(memoryLine(service.kernel.memory))
      if (service.invitation !== null) note(service.invitation)
      if (options.json) print(JSON.stringify({ url: service.url }))
      manager?.ready()
      // The check uses the writer and the database, but not the stores of pictures and backups, which may
      // hang.
      manager?.watch(() => service.kernel.ports.submit(() => service.kernel.store.ping()))
      await stopped
    })
}

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

/** Shows an operator on a small machine how much memory the service may use. */
function memoryLine({ most }: MemoryBudget): string {
  return `Memory: a heap of at most ${mebibytes(heapBytes())} MiB; replies and packs may use ${mebibytes(most)} MiB of it (GRANARY_MAX_UNREAD_BYTES).`
}

/** @throws {OperatorFault} naming every fault in the settings, and in the files and folders that they name */
function settingsOf(options: ServeOptions): Config {
  const { listen, tlsCert, tlsKey, insecureLan } = options
  try {
    return settings(options, { listen, tlsCert, tlsKey, insecureLan })
  } catch (error) {
    if (error instanceof SettingsFault) refuseAtStart(error.config, error)
    throw error
  }
}

/**
 * Starts the service on a folder, and sets up a new one.
 * @param program runs scheduled backups, and the commands started on the office page; without it, there are
 *   none
 */
export async function startService(config: Config, program?: Backing['program']) {
  refuseAtStart(config)
  warnOfOddSettings(config)
  const files = dataFiles(config.data)
  const isNew = !existsSync(files.database)
  const kernel = openKernel(config, {
    create: true,
    notify: note,
    tallyPace: { firstAfterMs: SUMS_AFTER_MS },
  })
  try {
    await checkObjectStore(kernel)
    const tasksHere = localTasks(kernel)
    const tickets = new Tickets()
    const app = await makeServer(kernel, {
      ...(program === undefined ? {} : { importing: { program, tickets } }),
      runAs: (person) => ({
        run: (task, args) => tasksHere.run(task, staffIn(person.id), args),
        stream: (name, args) => tasksHere.stream(name, staffIn(person.id), args),
      }),
    })
    if (kernel.store.appliance.cooperative === null) await found(kernel)
    const { host, port } = listenAddress(config.listen)
    // For "localhost" Node would open a second server, which would never get a renewed certificate.
    const listenHost = kernel.tls.served !== null && host === 'localhost' ? '127.0.0.1' : host
    const url = await app.listen({ host: listenHost, port }).catch((error: NodeJS.ErrnoException) => {
      throw listenFault(error, config.listen)
    })
    kernel.presence.serving = { sinceMs: Date.now(), url }
    kernel.presence.chores = program === undefined ? null : new Chores(program, config, tickets)
    const log = (error: unknown) => app.log.error({ err: error }, 'a task from the command failed')
    const tasks = await listenForTasks(files.socket, tasksHere, log, tickets).catch(async (error: Error) => {
      await app.close()
      throw error
    })
    const anchoring = new AnchorSchedule(
      { store: kernel.store, anchors: kernel.anchors, sending: kernel.sending },
      (text) => app.log.error(text),
    )
    anchoring.start()
    kernel.clockService.start()
    kernel.tls.start()
    const backups = program && scheduleOf(kernel, program, app.log)
    backups?.start()
    const daysAhead = new DaysAhead(kernel, (error) =>
      app.log.error(
        { err: error },
        'the totals of the last year could not be computed in advance; each report computes its own',
      ),
    )
    daysAhead.start()
    const greeting = `Granary answers at ${url}${isNew ? '' : `, data in ${files.root}`}. Stop it with Ctrl-C.`
    const stop = async () => {
      anchoring.stop()
      daysAhead.stop()
      kernel.clockService.stop()
      kernel.tls.stop()
      await Promise.all([backups?.stop(), kernel.presence.chores?.close()])
      const tasksAnswered = new Promise<void>((resolve) => tasks.close(() => resolve()))
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS)
      const closeAll = setTimeout(() => {
        app.server.closeAllConnections()
        tasks.closeAllConnections()
      }, LAST_REPLY_MS)
      await Promise.all([app.close(), tasksAnswered])
      clearInterval(closeIdle)
      clearTimeout(closeAll)
      rmSync(files.socket, { force: true })
      kernel.close()
    }
    return {
      url,
      greeting,
      invitation: invitationOf(kernel),
      kernel,
      stop,
      untilStopped: (onSignal = () => {}) => signalled().then(onSignal).then(stop),
    }
  } catch (error) {
    kernel.close()
    throw error
  }
}

function scheduleOf(
  { config, store, ports }: ReturnType<typeof openKernel>,
  program: Backing['program'],
  log: Backing['log'],
): BackupSchedule {
  return new BackupSchedule({
    config,
    everyMs: () => (backupPlace(config) === null ? null : backupEveryMs(config.backupEvery)),
    program,
    isReady: () =>
      store.backups.recipient !== null && store.backups.suspension === null && !store.clock.isDoubted,
    newestAtMs: () => store.backups.newestMade?.begunAtMs ?? null,
    clock: ports.clock,
    caution: () => {
      const place = backupPlace(config)
      const caution = place === null ? null : placeCaution(config, place)
      return caution === null ? null : englishWords().tell(caution)
    },
    log: { info: (text) => log.info(text), warn: (text) => log.warn(text), error: (text) => log.error(text) },
  })
}

/** Timeout at start. A store that is down may return later; it is checked again before anything is stored. */
const OBJECT_STORE_MS = 10_000

/** @throws {OperatorFault} when strangers can read the objects */
async function checkObjectStore({ objects, config }: ReturnType<typeof openKernel>): Promise<void> {
  const late = new Promise<Told>((resolve) => {
    setTimeout(resolve, OBJECT_STORE_MS, `${objects.words} has not answered yet`).unref()
  })
  const fault = await Promise.race([refuseOpenStore(objects), late])
  if (fault !== null)
    note(
      `The object store does not answer: ${englishWords().tell(fault)}. Records are accepted now, pictures once it answers.`,
    )
  const caution = objectStoreCaution(config)
  if (caution !== null) note(englishWords().tell(caution))
}

async function found(kernel: ReturnType<typeof openKernel>): Promise<void> {
  const founded = await kernel.ports.submit(() => foundCooperative(kernel, operatorName(), DEFAULT_NAME))
  note(`Created a new data folder: ${dataFiles(kernel.config.data).root}

Cooperative  ${founded.cooperative}  ("${DEFAULT_NAME}")
Credential   ${founded.credential}

Keep the credential: it is shown only once, and anyone who has it can act for the cooperative.
`)
}

/** Explains how the first person signs in to the office page; null once there is a manager. */
function invitationOf({ store, config, tls }: ReturnType<typeof openKernel>): string | null {
  if (store.staff.managers().length > 0) return null
  const url = officeUrl(config, tls.pin())
  if (url === null)
    return 'The office page is served only over TLS or on this machine. Make a certificate (granary tls init), or listen on 0.0.0.0.'
  return `The office page is at ${url}/sign-in. Nobody can sign in yet. To make the first account, and a code to set its password with, type this in another window:
  ${typedAs(config)} staff add NAME --role manager`
}

/** The command as the operator must type it on this machine. */
function typedAs({ data }: Config): string {
  if (isInstalled()) return 'sudo granary'
  const program = isExecutable ? basename(process.execPath) : 'bin/granary'
  return resolve(data) === resolve('granary-data') ? program : `${program} --data ${data}`
}

/** The packaged service is set up with variables, not flags. */
const LISTEN = isInstalled() ? 'GRANARY_LISTEN=' : '--listen '

function listenFault(error: NodeJS.ErrnoException, listen: string): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorFault(
      `Another program already answers at ${listen}.`,
      `Stop it, or choose another port with ${LISTEN}127.0.0.1:7374.`,
    )
  if (error.code === 'EACCES')
    return new OperatorFault(
      `This user may not listen at ${listen}.`,
      `Choose a port above 1023 with ${LISTEN}0.0.0.0:7373, or allow low ports in the system service.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new OperatorFault(
      `This machine does not have the address ${listen}.`,
      `Choose one of its addresses (${LISTEN}ADDRESS:7373); "ip address" lists them.`,
    )
  return error
}

/** A second signal within this time is a duplicate: "npm start" forwards those of the terminal. */
const SAME_SIGNAL_MS = 1_000

/** Resolves at the first signal to stop. A later second signal ends the program at once. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt = 0
    const onSignal = () => {
      if (firstAt === 0) {
        firstAt = performance.now()
        resolve()
      } else if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  })
}
