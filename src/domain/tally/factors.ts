/** A factor whose kilograms are being moved from the sum of the unresolved ones into a sum of its own. */
export interface Move {
  /** Versions up to this number of the log have been moved. */
  readonly movedThrough: number
  /** Later versions were counted when the factor was known, so they are in its own sum from the start. */
  readonly until: number
}

/** Each factor with a sum of its own; null where nothing is left to move. */
export type FactorsJson = Readonly<Record<string, Move | null>>

/**
 * Conversion factors that have a sum of their own: those the registry has, or ever had. Records may cite any text;
 * everything else they cite is summed together.
 *
 * A factor added later takes over the kilograms cited under its name, one version after the other in the order of the
 * log. At any moment a version's number in the log alone decides which of the two sums it counts in. Immutable.
 */
export class Factors {
  readonly #moves: ReadonlyMap<string, Move | null>
  /** The next factor with something to move. */
  readonly moving: (Move & { readonly factor: string }) | null

  private constructor(moves: ReadonlyMap<string, Move | null>) {
    this.#moves = moves
    this.moving = nextOf(moves)
  }

  static readonly none = new Factors(new Map())

  static from(json: FactorsJson): Factors {
    return new Factors(new Map(Object.entries(json)))
  }

  toJSON(): FactorsJson {
    return Object.fromEntries(this.#moves)
  }

  /** The sum in which a version that cites this factor counts: the factor's own, or null for that of the unresolved. */
  sumOf(factor: string, seq: number): string | null {
    const move = this.#moves.get(factor)
    if (move === undefined) return null
    return move === null || seq <= move.movedThrough || seq > move.until ? factor : null
  }

  /** @param throughSeq versions so far were counted without knowing these factors, where they are new */
  with(factors: Iterable<string>, throughSeq: number): Factors {
    const added = [...factors].filter((factor) => !this.#moves.has(factor))
    if (added.length === 0) return this
    const move = throughSeq === 0 ? null : { movedThrough: 0, until: throughSeq }
    return new Factors(new Map([...this.#moves, ...added.map((factor) => [factor, move] as const)]))
  }

  /** @param throughSeq how far the factor's versions have been moved; null: all are */
  moved(factor: string, throughSeq: number | null): Factors {
    const move = this.#moves.get(factor) ?? null
    const left = move === null || throughSeq === null ? null : { ...move, movedThrough: throughSeq }
    return new Factors(new Map(this.#moves).set(factor, left))
  }
}

function nextOf(moves: ReadonlyMap<string, Move | null>): Factors['moving'] {
  for (const [factor, move] of moves) if (move !== null) return { factor, ...move }
  return null
}
