import { OperatorFault } from '../../base/problem.ts'
import type { TaskName, TaskResult, TaskRunner } from '../../tasks.ts'

/** Timeouts for work that may never finish. */

/** @returns the result of the work, or `late` on timeout; the work itself is not stopped */
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

/** Result of a task without arguments; null when the service does not answer, or does not know the task. */
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
