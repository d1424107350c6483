import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Default metrics that are left out. To count handles and requests, Node lists each one, including every open
 * connection, and the names end in `_total` although they are not counters. The thirteen heap spaces are a
 * third of all lines, and no operator needs them.
 */
const LEFT_OUT = [
  ...['resources', 'handles', 'requests'].flatMap((what) => [
    `nodejs_active_${what}`,
    `nodejs_active_${what}_total`,
  ]),
  ...['total', 'used', 'available'].map((what) => `nodejs_heap_space_size_${what}_bytes`),
]

/**
 * Sampling interval of the event loop lag. An idle loop shows this much lag. The library's default of 10 ms
 * costs an idle machine 0.4 % of a processor (measured, November 2026); 20 ms costs half of that.
 */
const SAMPLE_EVERY_MS = 20

let registry: Registry | undefined

/** Metrics of the process. Their observers cannot be removed, so all apps of a process share one set. */
export function processRegistry(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: SAMPLE_EVERY_MS })
    for (const name of LEFT_OUT) registry.removeSingleMetric(name)
  }
  return registry
}
