import type { Kernel } from '../assemble.ts'
import { Problem } from '../problem.ts'
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

/** Tasks that add to the data: refused, like any other writing, while the disk is nearly full. Ending something never is. */
const ADDING: ReadonlySet<TaskName> = new Set([
  'party.add',
  'credential.issue',
  'grant.record',
  'delegation.record',
  'record.append',
  'record.append-all',
  'registry.add',
])

/** Looks at what belongs to people, that no reader of the gate audits. */
const LOOKING: ReadonlySet<TaskName> = new Set(['party.list', 'credential.list', 'grant.list'])

export function localTasks(kernel: Kernel): TaskRunner {
  const { store, handles, config } = kernel
  return (task, operator, args) => {
    const work = tasks[task] as (kernel: Kernel, operator: string, args: unknown) => never
    return store.writer.submit(() => {
      if (ADDING.has(task) && handles.freeBytes() < config.minFreeBytes) throw new Problem('storage_full')
      if (LOOKING.has(task))
        store.audit.append(store.writer.nowMs, {
          credential: null,
          action: task,
          outcome: 'done',
          detail: { operator },
        })
      return work(kernel, operator, args)
    })
  }
}
