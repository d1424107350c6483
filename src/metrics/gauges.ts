import { Gauge, Registry } from 'prom-client'

/** One value of a series, with its labels where it has any. */
export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>]

/** A series, and how its values follow from what is told. NaN stands for what cannot be said, such as the age of nothing. */
export interface Series<Told> {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly read: (told: Told) => number | readonly Sample[]
}

/** Series that are worked out at each scrape, and kept nowhere. */
export class Gauges<Told> {
  readonly #registry = new Registry()
  readonly #gauges: readonly { readonly gauge: Gauge; readonly read: Series<Told>['read'] }[]

  constructor(series: readonly Series<Told>[]) {
    this.#gauges = series.map(({ name, help, labels = [], read }) => ({
      gauge: new Gauge({ name, help, labelNames: [...labels], registers: [this.#registry] }),
      read,
    }))
  }

  /** The text exposition of all of them, with what is told now. */
  text(told: Told): Promise<string> {
    for (const { gauge, read } of this.#gauges) {
      const values = read(told)
      const samples: readonly Sample[] = typeof values === 'number' ? [[values]] : values
      // A gauge without labels would say 0 where nothing is said.
      if (samples.length === 0) gauge.remove()
      for (const [value, labels = {}] of samples) gauge.set(labels, value)
    }
    return this.#registry.metrics()
  }
}
