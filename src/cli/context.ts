import { openKernel } from '../assemble.ts'
import { type Config, dataFiles, readConfig, type SettingName } from '../config.ts'
import { isListening, remoteTasks } from '../operator/socket.ts'
import {
  localTasks,
  type StreamArgs,
  type StreamName,
  type StreamPiece,
  type TaskArgs,
  type TaskName,
  type TaskResult,
} from '../operator/tasks.ts'
import { Calendar } from '../text/phrases.ts'
import { operatorName } from './operator-name.ts'
import { note } from './print.ts'

/** What every command shares: where the data is, how it prints, and how it reaches the one writer. */

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
  return readConfig({ data: options.data, ...more })
}

/** Reads a long text as it is found. */
export type Stream = <S extends StreamName>(name: S, args: StreamArgs<S>) => AsyncIterable<StreamPiece<S>>

/** Inside the running server when there is one, else in this program, which then holds the folder. */
export async function withTasks<T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<T> {
  const config = settings(options)
  const operator = operatorName()
  const { socket } = dataFiles(config.data)
  if (await isListening(socket)) {
    const runner = remoteTasks(socket)
    return work(
      (task, args) => runner.run(task, operator, args),
      (name, args) => runner.stream(name, operator, args),
    )
  }
  const kernel = openKernel(config, { say: note })
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

/** The time zone of the program that holds the folder, in which people at the counter write and read days and times. */
export const calendarOf = async (run: Run): Promise<Calendar> =>
  new Calendar((await run('time-zone', {})).time_zone)

/** The same as `withTasks`, and the calendar by which people are shown the times of what it gave. */
export const withCalendar = <T>(
  options: GlobalOptions,
  work: (run: Run, stream: Stream) => Promise<T>,
): Promise<readonly [T, Calendar]> =>
  withTasks(options, async (run, stream) => [await work(run, stream), await calendarOf(run)] as const)
