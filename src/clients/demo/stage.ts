import { must } from '../../base/typed.ts'

/** The tour's steps: sentences for people, facts for programs. */

export type Fact = string | number | boolean | null | readonly (string | number | null)[]

export interface Step {
  readonly step: number
  /** Stable identifier for programs. */
  readonly name: string
  readonly title: string
  readonly said: readonly string[]
  /** Figures from the service's replies. */
  readonly facts: Readonly<Record<string, Fact>>
}

/** Receives the tour as it happens. */
export interface Audience {
  title(step: number, title: string): void
  said(sentence: string): void
  /** Called often during long work; at its end `done` equals `of`. */
  progress(what: string, done: number, of: number): void
}

export class Stage {
  readonly #audience: Audience
  readonly #steps: {
    step: number
    name: string
    title: string
    said: string[]
    facts: Record<string, Fact>
  }[] = []

  constructor(audience: Audience) {
    this.#audience = audience
  }

  get steps(): readonly Step[] {
    return this.#steps
  }

  begin(name: string, title: string): void {
    const step = this.#steps.length + 1
    this.#steps.push({ step, name, title, said: [], facts: {} })
    this.#audience.title(step, title)
  }

  print(sentence: string): void {
    this.#current.said.push(sentence)
    this.#audience.said(sentence)
  }

  facts(facts: Readonly<Record<string, Fact>>): void {
    Object.assign(this.#current.facts, facts)
  }

  /** Maps items in parallel, a few at a time, started in order. Results are in order. */
  async forEach<T, R>(
    what: string,
    items: readonly T[],
    work: (item: T, index: number) => Promise<R>,
  ): Promise<R[]> {
    const results = new Array<R>(items.length)
    let next = 0
    let done = 0
    const worker = async () => {
      while (next < items.length) {
        const index = next++
        results[index] = await work(must(items[index]), index)
        this.#audience.progress(what, ++done, items.length)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    return results
  }

  get #current() {
    const current = this.#steps[this.#steps.length - 1]
    if (current === undefined) throw new Error('the tour speaks before its first step')
    return current
  }
}

const AT_ONCE = 16
