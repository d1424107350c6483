import { type Config, dataFiles, ownConfig, type SettingName } from '../config/config.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { commandLanguage } from './language.ts'
import { operatorName } from './operator-name.ts'
import { note } from './print.ts'
import { isListening, remoteTasks } from './socket.ts'
import type {
  OpenFolder,
  StreamArgs,
  StreamName,
  StreamPiece,
  TaskArgs,
  TaskName,
  TaskResult,
} from './tasks.ts'
import { isTicketWord } from './tickets.ts'

/** Shared by all commands: the data folder, the output form, and access to the one writer. */

export interface GlobalOptions {
  readonly data?: string
  readonly json?: boolean
  readonly open: OpenFolder
}

/** Runs operator tasks as the operating system's user. */
export type Run = <T extends TaskName>(task: T, args: TaskArgs<T>) => Promise<TaskResult<T>>

export function settings(
  options: GlobalOptions,
  more: Partial<Record<SettingName, string | boolean | undefined>> = {},
): Config {
  return ownConfig({ data: options.data, ...more })
}

/** Reads a long text in parts. */
export type Stream = <S extends StreamName>(name: S, args: StreamArgs<S>) => AsyncIterable<StreamPiece<S>>

/**
 * Runs the work in the running server if there is one, else in this program, which then locks the folder.
 * @param isOfService whether a server started this program: it must not lock the folder, which the next one
 *   needs
 * @throws {OperatorFault} when a server started this program and has stopped
 */
export async function withTasks<T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
  isOfService = false,
): Promise<T> {
  const config = settings(options)
  const operator = operatorName()
  const { socket } = dataFiles(config.data)
  if (await isListening(socket)) return inService(socket, operator, work)
  if (isOfService || isTicketWord(operator)) throw new OperatorFault(...withRemedy('command.noService'))
  const { tasks, close } = options.open(config, { notify: note })
  try {
    return await work(
      (task, args) => tasks.run(task, operator, args),
      (name, args) => tasks.stream(name, operator, args),
    )
  } finally {
    close()
  }
}

function inService<T>(
  socket: string,
  operator: string,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<T> {
  const runner = remoteTasks(socket)
  const run: Run = (task, args) => runner.run(task, operator, args)
  return work(run, (name, args) => runner.stream(name, operator, args)).catch(async (error: unknown) => {
    if (error instanceof OperatorFault) error.timeZone = await timeZoneOf(run).catch(() => undefined)
    throw error
  })
}

/** The time zone of the program that has locked the folder, for days and times that people write and read. */
const timeZoneOf = async (run: Run): Promise<string> => (await run('time', {})).time_zone

/** Returns the words of the person who typed the command. Their days are those of the service. */
export async function wordsOf(options: GlobalOptions, run: Run): Promise<Words> {
  const { time_zone, now, clock_behind } = await run('time', {})
  const beganMs = performance.now()
  const time = {
    get nowMs() {
      return Date.parse(now) + Math.floor(performance.now() - beganMs)
    },
    isBehind: clock_behind,
  }
  return wordsIn(commandLanguage(options), time_zone, time)
}

/** Like `withTasks`; also returns the words of the person who typed the command. */
export const withWords = <T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<readonly [T, Words]> =>
  withTasks(options, async (run, stream) => [await work(run, stream), await wordsOf(options, run)] as const)
