import { availableParallelism } from 'node:os'
import { parentPort, Worker, type WorkerOptions, workerData } from 'node:worker_threads'
import { openToInspect } from '../../store/open.ts'
import { Inspection } from './inspection.ts'
import { PARTS, type PartName, type PartOrder, type PartOutcome } from './parts.ts'

/** Does the parts of the work: in this thread, or in several. */
export interface WorkerPool {
  /** Number of parts worth handing out at once. */
  readonly size: number
  run<P extends PartName>(part: P, order: PartOrder<P>): Promise<PartOutcome<P>>
  close(): Promise<void>
}

/** Uses only this thread. Other events are handled between two parts. */
export function singleThread(inspection: Inspection): WorkerPool {
  return {
    size: 1,
    run: async (part, order) => {
      await new Promise((resolve) => setImmediate(resolve))
      return perform(inspection, part, order)
    },
    close: async () => {},
  }
}

function perform<P extends PartName>(inspection: Inspection, part: P, order: PartOrder<P>): PartOutcome<P> {
  const work = PARTS[part] as unknown as (inspection: Inspection, order: PartOrder<P>) => PartOutcome<P>
  return work(inspection, order)
}

/** The start data of a thread. */
interface Calling {
  readonly granaryVerify: { readonly database: string; readonly parties: number }
}

interface Task {
  readonly part: PartName
  readonly order: unknown
}

type WorkerReply = { readonly outcome: unknown } | { readonly error: string }

/** More threads would only wait for the same disk. */
const MOST_THREADS = 4
/** A thread needs some hundred megabytes including what it reads, and the service beside it as much. */
const BYTES_A_THREAD = 1024 ** 3

/** @param freeBytes memory available to this program @param processors their number */
export const poolSize = (freeBytes: number, processors: number): number =>
  Math.max(1, Math.min(MOST_THREADS, processors, Math.floor(freeBytes / BYTES_A_THREAD)))

interface PendingTask {
  readonly task: Task
  readonly resolve: (outcome: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Threads with a connection of their own each.
 * @param thread the program that they run, which calls `serveCrew`
 */
export function threadPool(
  thread: { readonly program: string | URL; readonly options: WorkerOptions },
  calling: Calling['granaryVerify'],
): WorkerPool {
  const size = poolSize(process.availableMemory(), availableParallelism())
  const queue: PendingTask[] = []
  const idle: Worker[] = []
  const working = new Map<Worker, PendingTask>()
  let failure: Error | null = null
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of [...working.values(), ...queue.splice(0)]) reject(error)
    working.clear()
  }
  const next = () => {
    while (queue.length > 0 && idle.length > 0) {
      const worker = idle.pop() as Worker
      const pending = queue.shift() as PendingTask
      working.set(worker, pending)
      worker.postMessage(pending.task)
    }
  }
  const workers = Array.from({ length: size }, () => {
    const data: Calling = { granaryVerify: calling }
    const worker = new Worker(thread.program, { ...thread.options, workerData: data })
    worker.on('message', (answer: WorkerReply) => {
      const pending = working.get(worker)
      working.delete(worker)
      idle.push(worker)
      if ('error' in answer) pending?.reject(new Error(answer.error))
      else pending?.resolve(answer.outcome)
      next()
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('a thread of the verification ended')))
    idle.push(worker)
    return worker
  })
  return {
    size,
    run: (part, order) =>
      new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure)
        queue.push({ task: { part, order }, resolve: resolve as (outcome: unknown) => void, reject })
        next()
      }),
    close: async () => {
      for (const worker of workers) worker.removeAllListeners('exit')
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Serves orders until it is ended. */
export function serveWorker(): void {
  const { database, parties } = (workerData as Calling).granaryVerify
  const inspection = new Inspection(openToInspect(database), parties)
  parentPort?.on('message', ({ part, order }: Task) => {
    try {
      parentPort?.postMessage({ outcome: perform(inspection, part, order as never) } satisfies WorkerReply)
    } catch (error) {
      parentPort?.postMessage({ error: (error as Error).stack ?? String(error) } satisfies WorkerReply)
    }
  })
}
