import { openKernel } from '../assemble.ts'
import { type Config, dataFiles, ownConfig, type SettingName } from '../config/config.ts'
import {
  localTasks,
  type StreamArgs,
  type StreamName,
  type StreamPiece,
  type TaskArgs,
  type TaskName,
  type TaskResult,
} from '../tasks.ts'
import { OperatorFault } from '../words/fault.ts'
import { type Words, wordsIn } from '../words/words.ts'
import { commandLanguage } from './language.ts'
import { operatorName } from './operator-name.ts'
import { note } from './print.ts'
import { isListening, remoteTasks } from './socket.ts'
import { isTicketWord } from './tickets.ts'

/** Shared by all commands: the data folder, the output form, and access to the one writer. */

export interface GlobalOptions {
  readonly data?: string
  readonly json?: boolean
}

/** Runs operator tasks as the operating system's user. */
export type Run = <T extends TaskName>(task: T, args: TaskArgs<T>) => Promise<TaskResult<T>>

export function settings(
  options: GlobalOptions,
  more: Partial<Record<SettingName, string | boolean | undefined>> = {},
): Config {
  return ownConfig({ data: options.data, ...more })
}

/** Reads a long text piece by piece. */
export type Stream = <S extends StreamName>(name: S, args: StreamArgs<S>) => AsyncIterable<StreamPiece<S>>

/**
 * Runs in the running server if there is one, else in this program, which then locks the folder.
 * @throws {OperatorFault} where the office page began it, and the server has gone
 */
export async function withTasks<T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<T> {
  const config = settings(options)
  const operator = operatorName()
  const { socket } = dataFiles(config.data)
  if (await isListening(socket)) return inService(socket, operator, work)
  // The next server needs the folder.
  if (isTicketWord(operator)) throw serviceGone()
  const kernel = openKernel(config, { notify: note })
  try {
    const runner = localTasks(kernel)
    return await work(
      (task, args) => runner.run(task, operator, args),
      (name, args) => runner.stream(name, operator, args),
    )
  } finally {
    kernel.close()
  }
}

/**
 * Runs in the running server alone: what that server started must not hold the folder when the next one starts.
 * @throws {OperatorFault} where none runs
 */
export async function withService<T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<T> {
  const { socket } = dataFiles(settings(options).data)
  if (await isListening(socket)) return inService(socket, operatorName(), work)
  throw serviceGone()
}

const serviceGone = (): OperatorFault =>
  new OperatorFault('The service does not run.', 'Start it, and try again.')

function inService<T>(
  socket: string,
  operator: string,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<T> {
  const runner = remoteTasks(socket)
  return work(
    (task, args) => runner.run(task, operator, args),
    (name, args) => runner.stream(name, operator, args),
  )
}

/** Time zone of the program that holds the folder, for days and times that people write and read. */
export const timeZoneOf = async (run: Run): Promise<string> => (await run('time-zone', {})).time_zone

/** Words of the person who typed the command. */
export const wordsOf = async (options: GlobalOptions, run: Run): Promise<Words> =>
  wordsIn(commandLanguage(options), await timeZoneOf(run))

/** Like `withTasks`, and returns the words of the person who typed the command. */
export const withWords = <T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<readonly [T, Words]> =>
  withTasks(options, async (run, stream) => [await work(run, stream), await wordsOf(options, run)] as const)
