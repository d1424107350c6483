/**
 * Somebody who keeps every figure that was ever printed and combines them: Gaussian elimination over the rationals, written without
 * the code it tests.
 */

class Fraction {
  readonly over: bigint
  readonly under: bigint

  constructor(over: bigint, under = 1n) {
    let [a, b] = [over < 0n ? -over : over, under < 0n ? -under : under]
    while (b !== 0n) [a, b] = [b, a % b]
    const sign = under < 0n ? -1n : 1n
    this.over = a === 0n ? 0n : (sign * over) / a
    this.under = a === 0n ? 1n : (sign * under) / a
  }

  get isZero(): boolean {
    return this.over === 0n
  }

  minus(b: Fraction): Fraction {
    return new Fraction(this.over * b.under - b.over * this.under, this.under * b.under)
  }

  times(b: Fraction): Fraction {
    return new Fraction(this.over * b.over, this.under * b.under)
  }

  per(b: Fraction): Fraction {
    return new Fraction(this.over * b.under, this.under * b.over)
  }
}

/** Which unknown figures are in a known one, and how often. */
export type Known = Readonly<Record<string, number>>

export class Attacker {
  readonly #rows: { readonly pivot: string; readonly row: Map<string, Fraction> }[] = []

  learn(known: Known): void {
    const rest = this.#rest(known)
    const [pivot] = rest.keys()
    if (pivot !== undefined) this.#rows.push({ pivot, row: rest })
  }

  /** Whether the figure can be worked out of those learnt. */
  canWorkOut(wanted: Known): boolean {
    return this.#rest(wanted).size === 0
  }

  #rest(known: Known): Map<string, Fraction> {
    const rest = new Map(Object.entries(known).map(([of, times]) => [of, new Fraction(BigInt(times))]))
    for (const { pivot, row } of this.#rows) {
      const at = rest.get(pivot)
      if (at === undefined) continue
      const factor = at.per(row.get(pivot) as Fraction)
      for (const [of, weight] of row) {
        const left = (rest.get(of) ?? new Fraction(0n)).minus(factor.times(weight))
        if (left.isZero) rest.delete(of)
        else rest.set(of, left)
      }
    }
    return rest
  }
}
