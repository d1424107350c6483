import type { Config } from '../config/config.ts'

/**
 * What commands know of an operator's tasks (`src/tasks.ts`): a command names a task, and the program that has
 * locked the folder runs it.
 */

/**
 * The arguments and the result of each task, by name. The tasks belong to rooms above this one: `src/tasks.ts`
 * lists them all, and declares them here.
 */
export interface TaskTable {
  /** The time and the time zone of the program that has locked the folder. */
  time: {
    readonly args: Record<string, never>
    readonly result: {
      readonly time_zone: string
      readonly now: string
      /** Whether its clock is so far behind that people must state the day of a record. */
      readonly clock_behind: boolean
    }
  }
}

/** The same of each long text, whose result is one of the pieces in which it is sent. */
export interface StreamTable extends Record<never, never> {}

export type TaskName = keyof TaskTable
export type TaskArgs<T extends TaskName> = TaskTable[T]['args']
export type TaskResult<T extends TaskName> = TaskTable[T]['result']
export type StreamName = keyof StreamTable
export type StreamArgs<S extends StreamName> = StreamTable[S]['args']
export type StreamPiece<S extends StreamName> = StreamTable[S]['result']

/** Runs an operator's task. */
export interface TaskRunner {
  /** Resolves when the task's result is durable. */
  run<T extends TaskName>(task: T, operator: string, args: TaskArgs<T>): Promise<TaskResult<T>>
  stream<S extends StreamName>(name: S, operator: string, args: StreamArgs<S>): AsyncIterable<StreamPiece<S>>
}

export interface FolderOpening {
  readonly create?: boolean
  /** Whether the folder was just restored from a backup (`OpenOptions`). */
  readonly isRestored?: boolean
  /** Receives sentences about work that delays the start. */
  readonly notify?: (text: string) => void
}

/** Opens the data folder in this program, and locks it until `close`. `program.ts` gives it to each command. */
export type OpenFolder = (
  config: Config,
  opening: FolderOpening,
) => { readonly tasks: TaskRunner; readonly close: () => void }
