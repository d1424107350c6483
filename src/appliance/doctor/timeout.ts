import { OperatorFault } from '../../base/problem.ts'
import type { TaskName, TaskResult, TaskRunner } from '../../tasks.ts'

/** Timeouts for work that may never finish. */

/** @returns the result of the work, or `late` on timeout; the work itself is not stopped */
export async function withTimeout<T, L>(work: Promise<T>, timeoutMs: number, late: L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<L>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, late)
  })
  try {
    return await Promise.race([work, waited])
  } finally {
    clearTimeout(timer)
  }
}

/** Result of a task without arguments; null when the service does not answer, or does not know the task. */
export async function askWithTimeout<T extends 'doctor' | 'support'>(
  service: TaskRunner,
  task: T & TaskName,
  operator: string,
  timeoutMs: number,
): Promise<TaskResult<T> | null> {
  try {
    return await withTimeout(service.run(task, operator, {} as never), timeoutMs, null)
  } catch (error) {
    if (error instanceof OperatorFault) return null
    throw error
  }
}
