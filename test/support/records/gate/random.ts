/** Returns a small generator with a seed (mulberry32), of numbers from 0 to 1, so that two runs do the same work. */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same with what tests ask of it, so that a failing world can be made again, its ids too. */
export function seeded(seed: number) {
  const next = chance(seed)
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('')
  return {
    below: (n: number) => Math.floor(next() * n),
    chance: (p: number) => next() < p,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
    some: <T>(from: readonly T[], p: number): T[] => from.filter(() => next() < p),
    shuffled: <T>(from: readonly T[]): T[] =>
      from
        .map((one) => [next(), one] as const)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one),
    /** A UUID version 7 of this instant. */
    id: (ms: number): string => {
      const at = ms.toString(16).padStart(12, '0')
      return `${at.slice(0, 8)}-${at.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`
    },
  }
}
export type Random = ReturnType<typeof seeded>
