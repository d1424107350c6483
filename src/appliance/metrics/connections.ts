import { Counter, Registry } from 'prom-client'

interface Refusals {
  readonly name: string
  readonly help: string
  /** By reason, since the start. */
  readonly refused: () => Readonly<Record<string, number>>
}

/** Counts of what was refused. They are kept elsewhere, and copied at each scrape. */
export class Refused {
  readonly registry = new Registry()

  constructor(...counters: readonly Refusals[]) {
    for (const { name, help, refused } of counters) this.#add(name, help, refused)
  }

  #add(name: string, help: string, refused: Refusals['refused']): void {
    new Counter({
      name,
      help,
      labelNames: ['reason'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [reason, count] of Object.entries(refused())) this.inc({ reason }, count)
      },
    })
  }
}
