import type { Served } from '../common/served.ts'
import { processorSeconds } from './children.ts'
import { Connections, type Source } from './load.ts'
import type { Probe } from './measure.ts'

/** Ways to put a load on a service for a while. */

/** On so many connections. They are opened for each round, so none goes stale between. */
export function overHttp({ port, pid }: Served, connections: number, source: Source): Probe {
  return async (ms) => {
    const lines = await Connections.open(port, connections)
    try {
      const before = processorSeconds(pid)
      const sample = await lines.run(source, ms)
      return { sample, cpuSeconds: processorSeconds(pid) - before }
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
    const { sample, cpuSeconds } = await probe(ms)
    const seconds = sample.latencies.reduce((sum, us) => sum + us, 0) / 1e6 / connections
    return { sample: { ...sample, count: sample.count * each, seconds }, cpuSeconds }
  }
}
