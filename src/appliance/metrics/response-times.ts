import { Histogram, Registry } from 'prom-client'
import { must } from '../../base/typed.ts'

/**
 * A read takes 1 to 2 ms, a refusal 25 ms (`GRANARY_REFUSAL_MS`), a batch or a picture up to some seconds.
 */
const BUCKETS_SECONDS = [0.002, 0.005, 0.025, 0.05, 0.1, 0.5, 2.5, 10]

/** Methods with a label of their own; all others share one. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/**
 * Counts answered requests and their durations in a bounded number of series, none of which names a party.
 */
export class ResponseTimes {
  readonly registry = new Registry()
  readonly #seconds = new Histogram({
    name: 'granary_http_request_duration_seconds',
    help: 'Duration of answered requests, by method, route template ("none" if there is no such route) and status class. Requests that the lender view makes to the service itself count too.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  })

  /**
   * @param route template of the address, such as `/v1/records/:id`; undefined when there is no such route
   * @param status as sent, from 100 to 599
   */
  note(method: string, route: string | undefined, status: number, seconds: number): void {
    this.#seconds.observe(
      {
        method: METHODS.has(method) ? method : 'other',
        route: route ?? 'none',
        status: must(CLASSES[Math.floor(status / 100)]),
      },
      seconds,
    )
  }
}
