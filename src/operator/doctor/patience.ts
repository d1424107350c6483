import { OperatorFault } from '../../problem.ts'
import type { TaskName, TaskResult, TaskRunner } from '../tasks.ts'

/** Waiting for what may never answer. */

/** @returns what the work gives, or `late` when it has not come in time; the work itself is not stopped */
export async function inTime<T, L>(work: Promise<T>, patienceMs: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, patienceMs, late)
  })
  try {
    return await Promise.race([work, waited])
  } finally {
    clearTimeout(timer)
  }
}

/** What a task that needs no arguments gives; null where the service does not answer, or does not know the task. */
export async function askedInTime<T extends 'doctor' | 'support'>(
  service: TaskRunner,
  task: T & TaskName,
  operator: string,
  patienceMs: number,
): Promise<TaskResult<T> | null> {
  try {
    return await inTime(service.run(task, operator, {} as never), patienceMs, null)
  } catch (error) {
    if (error instanceof OperatorFault) return null
    throw error
  }
}
