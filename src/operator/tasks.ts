import type { Kernel } from '../assemble.ts'
import { consentTasks } from './consents.ts'
import { credentialTasks } from './credentials.ts'
import { partyTasks } from './parties.ts'
import { recordTasks } from './records.ts'
import { registryTasks } from './registry.ts'
import { statusTasks } from './status.ts'

/**
 * Everything an operator can do to a data folder, by name. A task runs as one job of the writer, in the
 * program that holds the folder: the command itself, or the running server.
 */
const tasks = {
  ...partyTasks,
  ...credentialTasks,
  ...consentTasks,
  ...recordTasks,
  ...registryTasks,
  ...statusTasks,
} as const

export type Tasks = typeof tasks
export type TaskName = keyof Tasks
export type TaskArgs<T extends TaskName> = Parameters<Tasks[T]>[2]
export type TaskResult<T extends TaskName> = ReturnType<Tasks[T]>

/** Runs a task; resolves when it is durable. */
export type TaskRunner = <T extends TaskName>(
  task: T,
  operator: string,
  args: TaskArgs<T>,
) => Promise<TaskResult<T>>

export function localTasks(kernel: Kernel): TaskRunner {
  return (task, operator, args) => {
    const work = tasks[task] as (kernel: Kernel, operator: string, args: unknown) => never
    return kernel.store.writer.submit(() => work(kernel, operator, args))
  }
}
