import { existsSync, rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { heapBytes, type MemoryBudget } from '../base/memory-budget.ts'
import { isExecutable, ownProgram } from '../base/own-program.ts'
import { Command } from '../cli/command.ts'
import { type GlobalOptions, settings } from '../cli/context.ts'
import { commandWords } from '../cli/language.ts'
import { operatorName } from '../cli/operator-name.ts'
import { note, print } from '../cli/print.ts'
import { listenForTasks } from '../cli/socket.ts'
import type { TaskRunner } from '../cli/tasks.ts'
import { Tickets } from '../cli/tickets.ts'
import { backupEveryMs, listenAddress } from '../config/addresses.ts'
import { type Config, dataFiles, SettingsFault } from '../config/config.ts'
import { isInstalled } from '../config/installed.ts'
import { officeUrl } from '../config/service-address.ts'
import { objectStoreCaution, refuseOpenStore } from '../evidence/objects/open.ts'
import { AnchorSchedule } from '../proofs/anchor/schedule.ts'
import { correctStatement } from '../records/entry/correct-statement.ts'
import { DaysAhead } from '../records/report/days-ahead.ts'
import { staffIn } from '../store/acts/doer.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type Message, message } from '../words/message.ts'
import { englishWords, type Words } from '../words/words.ts'
import type { Assembly, OpenedKernel } from './assembly.ts'
import { backupPlace, placeCaution } from './backup/location.ts'
import { type Backing, BackupSchedule } from './backup/schedule.ts'
import { Chores } from './chores/chores.ts'
import { FeedSender } from './feeds/sender.ts'
import { DEFAULT_NAME, foundCooperative } from './found.ts'
import { foundedCard } from './init-command.ts'
import type { MachineKernel } from './kernel.ts'
import { Callbacks } from './messages/callbacks.ts'
import type { Gateway } from './messages/gateway.ts'
import { gatewayOrFault } from './messages/settings.ts'
import { MessageWorker } from './messages/worker.ts'
import { Notices } from './notices/notices.ts'
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

export function serveCommand<K extends OpenedKernel>(assembly: Assembly<K>): Command {
  return new Command('serve')
    .description('help.serve')
    .option('--listen <address>', 'help.serve.listen')
    .option('--tls-cert <file>', 'help.serve.tlsCert')
    .option('--tls-key <file>', 'help.serve.tlsKey')
    .option('--insecure-lan', 'help.serve.insecureLan')
    .does(async (options: ServeOptions) => {
      const service = await startService(assembly, settingsOf(options), ownProgram())
      // The handler is installed before the start is announced, because a signal may be sent at once.
      const manager = serviceManager(note)
      const stopped = service.untilStopped(() => manager?.stopping())
      note(service.greeting)
      note(memoryLine(commandWords(options), service.kernel.memory))
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
const memoryLine = ({ say, amount }: Words, { most }: MemoryBudget): string =>
  say('serve.memory', { heap: amount(mebibytes(heapBytes())), most: amount(mebibytes(most)) })

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
export async function startService<K extends OpenedKernel>(
  assembly: Assembly<K>,
  config: Config,
  program?: Backing['program'],
) {
  refuseAtStart(config)
  warnOfOddSettings(config)
  const words = commandWords(config)
  const gateway = gatewayIfRead(words, config)
  const files = dataFiles(config.data)
  const isNew = !existsSync(files.database)
  const kernel = assembly.openKernel(config, {
    create: true,
    notify: note,
    tallyPace: { firstAfterMs: SUMS_AFTER_MS },
  })
  try {
    await checkObjectStore(words, kernel)
    const tasksHere = assembly.localTasks(kernel)
    const tickets = new Tickets()
    const callbacks = callbacksFrom(kernel, gateway, tasksHere)
    const app = await assembly.makeServer(kernel, {
      callbacks,
      ...(program === undefined ? {} : { importing: { program, tickets } }),
      runAs: (person) => ({
        run: (task, args) => tasksHere.run(task, staffIn(person.id), args),
        stream: (name, args) => tasksHere.stream(name, staffIn(person.id), args),
      }),
    })
    if (kernel.store.appliance.cooperative === null) await found(words, kernel)
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
    const notices = new Notices(kernel, app.log)
    notices.start()
    const messages = gateway && new MessageWorker(kernel, gateway, app.log)
    messages?.start()
    const feeds = new FeedSender(kernel, app.log)
    feeds.start()
    const daysAhead = new DaysAhead(kernel, (error) =>
      app.log.error(
        { err: error },
        'the totals of the last two years could not be computed in advance; each report computes its own',
      ),
    )
    daysAhead.start()
    const stop = async () => {
      anchoring.stop()
      daysAhead.stop()
      kernel.clockService.stop()
      kernel.tls.stop()
      await Promise.all([
        backups?.stop(),
        notices.stop(),
        messages?.stop(),
        feeds.stop(),
        kernel.presence.chores?.close(),
      ])
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
      greeting: isNew
        ? words.say('serve.answersNew', { url })
        : words.say('serve.answers', { url, folder: files.root }),
      invitation: invitationOf(words, kernel),
      kernel,
      stop,
      untilStopped: (onSignal = () => {}) => signalled().then(onSignal).then(stop),
    }
  } catch (error) {
    kernel.close()
    throw error
  }
}

/** Returns what sends messages to members; null if nothing does, or its files say nothing that can be used. */
function gatewayIfRead({ tell }: Words, { messages }: Config): Gateway | null {
  if (messages === '') return null
  const gateway = gatewayOrFault(messages)
  if (!(gateway instanceof OperatorFault)) return gateway
  note(tell(message('serve.noMessages', { fault: gateway.what, remedy: gateway.cure })))
  return null
}

/** A member who ends messages by an answer has the cooperative's record say so, by the word of that answer. */
function callbacksFrom(
  kernel: Pick<MachineKernel, 'store' | 'people' | 'config'>,
  gateway: Gateway | null,
  tasksHere: TaskRunner,
): Callbacks | null {
  if (gateway?.callbacks === undefined) return null
  return new Callbacks(kernel, gateway.callbacks, (party, by) =>
    correctStatement((task, args) => tasksHere.run(task, `SMS: ${by}`, args), party, { messages: false }),
  )
}

function scheduleOf(
  { config, store, ports }: MachineKernel,
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
    log,
  })
}

/** Timeout at start. A store that is down may return later; it is checked again before anything is stored. */
const OBJECT_STORE_MS = 10_000

/** @throws {OperatorFault} when strangers can read the objects */
async function checkObjectStore({ tell }: Words, { objects, config }: MachineKernel): Promise<void> {
  const late = new Promise<Message>((resolve) => {
    setTimeout(resolve, OBJECT_STORE_MS, message('serve.late', { store: objects.name })).unref()
  })
  const fault = await Promise.race([refuseOpenStore(objects), late])
  if (fault !== null) note(tell(message('serve.noObjects', { fault })))
  const caution = objectStoreCaution(config)
  if (caution !== null) note(tell(caution))
}

async function found(words: Words, kernel: MachineKernel): Promise<void> {
  const founded = await kernel.ports.submit(() => foundCooperative(kernel, operatorName(), DEFAULT_NAME))
  const { say } = words
  note(`${say('serve.created', { folder: dataFiles(kernel.config.data).root })}

${foundedCard(words, founded)}
`)
}

/** Explains how the first person signs in to the office page; null once there is a manager. */
function invitationOf({ say }: Words, { store, config, tls }: MachineKernel): string | null {
  if (store.staff.managers().length > 0) return null
  const url = officeUrl(config, tls.pin())
  if (url === null) return say('serve.noOffice')
  return `${say('serve.office', { url: `${url}/sign-in` })}
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

function listenFault(error: NodeJS.ErrnoException, address: string): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorFault(
      ...withRemedy('startup.taken', { address }, { setting: `${LISTEN}127.0.0.1:7374` }),
    )
  if (error.code === 'EACCES')
    return new OperatorFault(
      ...withRemedy('startup.lowPort', { address }, { setting: `${LISTEN}0.0.0.0:7373` }),
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new OperatorFault(
      ...withRemedy('startup.noAddress', { address }, { setting: `${LISTEN}ADDRESS:7373` }),
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
