import { join } from 'node:path'
import { Problem } from '../../../src/base/problem.ts'
import { remoteTasks } from '../../../src/cli/socket.ts'
import type { TaskArgs, TaskName, TaskResult } from '../../../src/cli/tasks.ts'
import { pause } from './stop.ts'

const PATIENCE_MS = 60_000
const AGAIN_MS = 200

/** The operator, who works beside the service through its socket as the command does. */
export class Operator {
  readonly #data: string

  constructor(data: string) {
    this.#data = data
  }

  /** Asks again while the service is down. Only for tasks that may be done twice. @throws {Problem} what it refuses for good */
  async ask<T extends TaskName>(task: T, args: TaskArgs<T>): Promise<TaskResult<T>> {
    const giveUpAt = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        return await remoteTasks(join(this.#data, 'granary.sock')).run(task, 'soak', args)
      } catch (error) {
        const isFinal = error instanceof Problem && error.status === 422
        if (isFinal || performance.now() > giveUpAt) throw error
        await pause(AGAIN_MS)
      }
    }
  }
}
