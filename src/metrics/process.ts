import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Left out: to count handles and requests the engine lists each of them, every open connection too, and their names end
 * in `_total` though they are no counters.
 */
const LEFT_OUT = ['nodejs_active_resources', 'nodejs_active_handles', 'nodejs_active_requests']

let registry: Registry | undefined

/**
 * Memory, processor time, garbage collection and the lag of the event loop. They are the process's and not an app's, and
 * what observes them cannot be taken down again: so there is one for all apps of a process, from the first scrape on.
 */
export function processRegistry(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
    for (const name of LEFT_OUT) {
      registry.removeSingleMetric(name)
      registry.removeSingleMetric(`${name}_total`)
    }
  }
  return registry
}
