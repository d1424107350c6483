import { type Helper, processorSeconds } from './children.ts'
import { Connections, type Sample, type Source } from './load.ts'
import type { Probe } from './measure.ts'

/** Ways to put a load on something for a while. */

/** Over HTTP, on so many connections. Connections are opened for each round, so none goes stale between. */
export function overHttp(port: number, pid: number, connections: number, source: Source): Probe {
  return async (ms) => {
    const lines = await Connections.open(port, connections)
    try {
      const before = processorSeconds(pid)
      const sample = await lines.run(source, ms)
      const after = processorSeconds(pid)
      return { sample, busy: before === null || after === null ? null : (after - before) / sample.seconds }
    } finally {
      lines.close()
    }
  }
}

/** The first load, as it fares while the second goes on beside it from the same process. */
export function beside(measured: Probe, other: Probe): Probe {
  return async (ms) => {
    const [taken] = await Promise.all([measured(ms), other(ms)])
    return taken
  }
}

/**
 * Counts what the requests hold, such as the records of a batch, and only the time in which an answer was awaited: what
 * the client takes to make its requests is not the server's.
 * @param each how many a request holds
 * @param connections that were busy all along
 */
export function awaited(probe: Probe, each: number, connections = 1): Probe {
  return async (ms) => {
    const { sample, busy } = await probe(ms)
    const seconds = sample.latencies.reduce((sum, us) => sum + us, 0) / 1e6 / connections
    return { sample: { ...sample, count: sample.count * each, seconds }, busy }
  }
}

interface HelperSample {
  readonly count: number
  readonly seconds: number
  readonly latencies: readonly number[]
}

/** In a helper's process. */
export function inProcess(helper: Helper, task: string, argument: object): Probe {
  return async (ms) => {
    const taken = await helper.call<HelperSample>(task, { ...argument, ms })
    const sample: Sample = { ...taken, latencies: Float64Array.from(taken.latencies) }
    return { sample, busy: null }
  }
}
