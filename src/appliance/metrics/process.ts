import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Left out: to count handles and requests Node lists each one, including every open connection, and their names end in
 * `_total` though they are not counters. The thirteen heap spaces are a third of all lines and add nothing for an operator.
 */
const LEFT_OUT = [
  ...['resources', 'handles', 'requests'].flatMap((what) => [
    `nodejs_active_${what}`,
    `nodejs_active_${what}_total`,
  ]),
  ...['total', 'used', 'available'].map((what) => `nodejs_heap_space_size_${what}_bytes`),
]

/**
 * Sampling interval of the event loop lag, and the lag that an idle loop shows. The library's 10 ms costs an idle machine
 * 0.4 % of a processor (measured, November 2026), 20 ms half of that.
 */
const LOOKS_EVERY_MS = 20

let registry: Registry | undefined

/** Metrics of the process. Their observers cannot be removed, so all apps of a process share one set. */
export function processRegistry(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOKS_EVERY_MS })
    for (const name of LEFT_OUT) registry.removeSingleMetric(name)
  }
  return registry
}
