/**
 * Which pages of the database are sent anew and which are taken from packs that are stored already: rules over hashes.
 * Pages are counted from 0.
 */

/** A pack as it is stored: so many pages behind each other. `H` is how the hash of a page is written. */
export interface PackOf<H> {
  /** Hash of each page, in their order. */
  readonly pages: readonly H[]
}

/** `count` pages of the database from `page` on are those of pack number `pack` from `slot` on. */
export type Run = readonly [page: number, pack: number, slot: number, count: number]

/** A pack is used while at least this share of its pages is. So what is stored stays below twice what is needed. */
const LEAST_LIVE_SHARE = 0.5

interface Place {
  readonly pack: number
  readonly slot: number
}

/** Where each page of the packs lies; of two packs with the same page the later one has it. */
function placesOf<H>(packs: readonly PackOf<H>[]): Map<H, Place> {
  const places = new Map<H, Place>()
  for (const [pack, { pages }] of packs.entries())
    for (const [slot, hash] of pages.entries()) places.set(hash, { pack, slot })
  return places
}

/**
 * The packs worth keeping for a database of these pages.
 * @returns in their order
 */
export function packsToKeep<H, P extends PackOf<H>>(pages: readonly H[], packs: readonly P[]): P[] {
  const places = placesOf(packs)
  const live = new Array<number>(packs.length).fill(0)
  for (const hash of new Set(pages)) {
    const place = places.get(hash)
    if (place !== undefined) live[place.pack] = (live[place.pack] as number) + 1
  }
  return packs.filter(
    (pack, i) => (live[i] as number) > 0 && (live[i] as number) >= LEAST_LIVE_SHARE * pack.pages.length,
  )
}

/** Numbers of the pages that no pack has; of equal ones the first. */
export function pagesToSend<H>(pages: readonly H[], packs: readonly PackOf<H>[]): number[] {
  const there = new Set(packs.flatMap((pack) => pack.pages))
  const fresh: number[] = []
  for (const [page, hash] of pages.entries()) {
    if (there.has(hash)) continue
    there.add(hash)
    fresh.push(page)
  }
  return fresh
}

/**
 * The whole database as runs of packs, in the order of its pages.
 * @throws {RangeError} when a page is in none of the packs
 */
export function runsOf<H>(pages: readonly H[], packs: readonly PackOf<H>[]): Run[] {
  const places = placesOf(packs)
  const runs: [number, number, number, number][] = []
  for (const [page, hash] of pages.entries()) {
    const place = places.get(hash)
    if (place === undefined) throw new RangeError(`page ${page} is in no pack`)
    const last = runs.at(-1)
    if (last !== undefined && last[1] === place.pack && last[2] + last[3] === place.slot) last[3]++
    else runs.push([page, place.pack, place.slot, 1])
  }
  return runs
}

/** Do the runs give every page of the database once, out of packs of these lengths? */
export function areWhole(runs: readonly Run[], pages: number, pagesOfPacks: readonly number[]): boolean {
  let next = 0
  for (const [page, pack, slot, count] of runs) {
    const held = pagesOfPacks[pack]
    if (page !== next || count < 1 || held === undefined || slot < 0 || slot + count > held) return false
    next += count
  }
  return next === pages
}
