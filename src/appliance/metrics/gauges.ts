import { Gauge, Registry } from 'prom-client'

/** One value of a series, with its labels. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>]

/** A series, and how its values are computed. NaN means that there is no value, such as the age of nothing. */
export interface Series<Told> {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly read: (told: Told) => number | readonly Sample[]
}

/** Series computed at each scrape and kept nowhere. */
export class Gauges<Told> {
  readonly #registry = new Registry()
  readonly #gauges: readonly { readonly gauge: Gauge; readonly read: Series<Told>['read'] }[]

  constructor(series: readonly Series<Told>[]) {
    this.#gauges = series.map(({ name, help, labels = [], read }) => ({
      gauge: new Gauge({ name, help, labelNames: [...labels], registers: [this.#registry] }),
      read,
    }))
  }

  /** All series in the text exposition format. */
  text(told: Told): Promise<string> {
    for (const { gauge, read } of this.#gauges) {
      const values = read(told)
      const samples: readonly Sample[] = typeof values === 'number' ? [[values]] : values
      // Without this, a gauge without labels would report 0.
      if (samples.length === 0) gauge.remove()
      for (const [value, labels = {}] of samples) gauge.set(labels, value)
    }
    return this.#registry.metrics()
  }
}
