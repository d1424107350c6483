/** How often each thing happened. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(what: string, amount = 1): void {
    this.#counts.set(what, this.of(what) + amount)
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0
  }

  /** Everything counted under names that begin so, commonest first, without that beginning. */
  under(prefix: string): readonly (readonly [string, number])[] {
    return [...this.#counts]
      .filter(([what]) => what.startsWith(prefix))
      .map(([what, count]) => [what.slice(prefix.length), count] as const)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  }

  sum(prefix: string): number {
    return this.under(prefix).reduce((total, [, count]) => total + count, 0)
  }
}

/** Examples kept of each kind of fault: one broken rule may break ten thousand times. */
const EXAMPLES = 5
const EXAMPLE_LENGTH = 1_000

/** What the service did that it promises not to do. */
export class Faults {
  readonly #kinds = new Map<string, { count: number; readonly examples: string[] }>()

  /** @param kind the promise that was broken, the same words each time */
  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind) ?? { count: 0, examples: [] }
    known.count++
    if (known.examples.length < EXAMPLES) known.examples.push(example.slice(0, EXAMPLE_LENGTH))
    this.#kinds.set(kind, known)
  }

  get count(): number {
    return [...this.#kinds.values()].reduce((total, { count }) => total + count, 0)
  }

  /** One line for each kind, and its examples below it. */
  get lines(): readonly string[] {
    return [...this.#kinds].flatMap(([kind, { count, examples }]) => [
      `${count} x ${kind}`,
      ...examples.map((example) => `    ${example}`),
    ])
  }
}
