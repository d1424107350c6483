/**
 * What a reader of sums can work out. Each printed figure is a sum of unknown figures; a reader can work out whatever is a combination
 * of such sums. `Sums` holds them in reduced row echelon form, and what must stay secret reduced by them.
 *
 * It counts in whole numbers, and is exact: the sets of cells that are added are of two families, each nested, so that their matrix is
 * totally unimodular (Edmonds, "Submodular functions, matroids, and certain polyhedra"). Then all that elimination
 * makes of it is 0, 1 or -1, and no combination needs a fraction.
 */

/** How often each unknown figure is in a sum; none is 0. */
export type Vector = ReadonlyMap<number, number>

export const sumOf = (unknowns: Iterable<number>): Vector =>
  new Map([...unknowns].map((unknown) => [unknown, 1]))

export class Sums {
  /** By the unknown figure that is in no other row. */
  readonly #rows = new Map<number, Vector>()
  #secrets: Vector[]

  /** @param secrets what no reader may work out */
  constructor(secrets: readonly Vector[]) {
    this.#secrets = [...secrets]
  }

  /** Returns whether a reader who knows this sum too can still work out no secret. */
  admits(sum: Vector): boolean {
    const rest = this.#reduced(sum)
    return rest.size === 0 || !this.#secrets.some((secret) => areMultiples(secret, rest))
  }

  add(sum: Vector): void {
    const rest = this.#reduced(sum)
    const [first] = rest
    if (first === undefined) return
    const [pivot, sign] = first
    const row = new Map([...rest].map(([unknown, times]) => [unknown, times * sign]))
    for (const [at, other] of this.#rows) this.#rows.set(at, without(other, pivot, row))
    this.#secrets = this.#secrets.map((secret) => without(secret, pivot, row))
    this.#rows.set(pivot, row)
  }

  /** Returns whether a reader can work the sum out. */
  has(sum: Vector): boolean {
    return this.#reduced(sum).size === 0
  }

  /** Sets of unknown figures whose sums a reader can work out; others are made of these. */
  get sets(): readonly (readonly number[])[] {
    return [...this.#rows.values()]
      .filter((row) => [...row.values()].every((times) => times === 1))
      .map((row) => [...row.keys()])
  }

  #reduced(sum: Vector): Vector {
    let rest = sum
    for (const unknown of sum.keys()) {
      const row = this.#rows.get(unknown)
      if (row !== undefined) rest = without(rest, unknown, row)
    }
    return rest
  }
}

/** Subtracts the row, which has 1 at the pivot, as often as the vector has the pivot. */
function without(vector: Vector, pivot: number, row: Vector): Vector {
  const factor = vector.get(pivot)
  if (factor === undefined) return vector
  const rest = new Map(vector)
  for (const [unknown, times] of row) {
    const left = (rest.get(unknown) ?? 0) - factor * times
    if (left === 0) rest.delete(unknown)
    else rest.set(unknown, left)
  }
  return rest
}

function areMultiples(a: Vector, b: Vector): boolean {
  const [first] = a
  if (first === undefined || a.size !== b.size) return false
  const [at, times] = first
  const other = b.get(at)
  return (
    other !== undefined && [...a].every(([unknown, own]) => own * other === (b.get(unknown) ?? 0) * times)
  )
}
