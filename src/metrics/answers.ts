import { Histogram, Registry } from 'prom-client'

/**
 * Bounds in seconds: a read takes one or two milliseconds, what is refused leaves at 25 (`GRANARY_REFUSAL_MS`), batches
 * and pictures may take seconds.
 */
const BUCKETS_SECONDS = [0.002, 0.005, 0.025, 0.05, 0.1, 0.5, 2.5, 10]

/** The methods that routes have, and those that people try; others are counted together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Requests answered and the time they took: how many series there are is bounded, and none of them names anybody. */
export class Answers {
  readonly registry = new Registry()
  readonly #seconds = new Histogram({
    name: 'granary_http_request_duration_seconds',
    help: 'Requests answered and how long that took, by method, template of the route ("none" for what is no route) and class of the status. What the lender view asks of the service itself counts too.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  })

  /**
   * @param route template of the address, such as `/v1/records/:id`; undefined for what is no route
   * @param status as it was sent, from 100 to 599
   */
  note(method: string, route: string | undefined, status: number, seconds: number): void {
    this.#seconds.observe(
      {
        method: METHODS.has(method) ? method : 'other',
        route: route ?? 'none',
        status: CLASSES[Math.floor(status / 100)] as string,
      },
      seconds,
    )
  }
}
