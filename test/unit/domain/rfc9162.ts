import { createHash } from 'node:crypto'

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/**
 * The definitions of RFC 9162 §2.1 written down as they stand there: recursive, over the leaves themselves. Slow, and
 * shares nothing with the program. `D[a:b]` of the text is `(a, b)` here.
 */
export class Rfc9162 {
  readonly #leaves: readonly Buffer[]
  readonly #roots = new Map<string, Buffer>()

  constructor(leaves: readonly Buffer[]) {
    this.#leaves = leaves
  }

  /** §2.1.1, MTH(D[start:end]). */
  root(start: number, end: number): Buffer {
    const known = this.#roots.get(`${start} ${end}`)
    if (known) return known
    const root = this.#root(start, end)
    this.#roots.set(`${start} ${end}`, root)
    return root
  }

  #root(start: number, end: number): Buffer {
    if (start === end) return sha256()
    if (end - start === 1) return sha256(Buffer.of(0x00), this.#leaves[start] as Buffer)
    const k = start + largestPowerOfTwoBelow(end - start)
    return sha256(Buffer.of(0x01), this.root(start, k), this.root(k, end))
  }

  /** §2.1.3.1, PATH(m, D[start:end]), `m` counted from the first leaf of all. */
  path(m: number, start: number, end: number): Buffer[] {
    if (end - start === 1) return []
    const k = start + largestPowerOfTwoBelow(end - start)
    return m < k
      ? [...this.path(m, start, k), this.root(k, end)]
      : [...this.path(m, k, end), this.root(start, k)]
  }

  /** §2.1.4.1, PROOF(m, D[0:n]). */
  proof(m: number, n: number): Buffer[] {
    return this.#subproof(m, 0, n, true)
  }

  #subproof(m: number, start: number, end: number, b: boolean): Buffer[] {
    if (m === end) return b ? [] : [this.root(start, end)]
    const k = start + largestPowerOfTwoBelow(end - start)
    return m <= k
      ? [...this.#subproof(m, start, k, b), this.root(k, end)]
      : [...this.#subproof(m, k, end, false), this.root(start, k)]
  }
}

function largestPowerOfTwoBelow(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
