import { must } from '../../base/typed.ts'
/**
 * Decides which pages of the database are sent, and which stored packs are reused. A page is represented by
 * the number of its hash (`page-index.ts`). Pages are counted from 0. There may be millions, so they are kept
 * in typed arrays.
 */

/** A stored pack: consecutive pages. */
export interface PackOfPages {
  /** Number of each page's hash, in order. */
  readonly pages: Uint32Array
}

/** The `count` pages of the database from `page` on are in pack number `pack`, from `slot` on. */
export type Run = readonly [page: number, pack: number, slot: number, count: number]

/** A pack is kept while at least this share of its pages is used, so at most half is unused. */
const LEAST_LIVE_SHARE = 0.5
const NOWHERE = 0xff_ff_ff_ff

/** The slot of each page, by hash number, counted through all packs. The last pack with a page counts. */
interface Places {
  readonly slots: Uint32Array
  /** The first slot of each pack. */
  readonly firsts: Uint32Array
}

/** @param hashes the number of hashes; every number of a hash is below it */
function placesOf(packs: readonly PackOfPages[], hashes: number): Places {
  const slots = new Uint32Array(hashes).fill(NOWHERE)
  const firsts = new Uint32Array(packs.length)
  let slot = 0
  for (const [pack, { pages }] of packs.entries()) {
    firsts[pack] = slot
    for (const hash of pages) slots[hash] = slot++
  }
  return { slots, firsts }
}

/** The pack of a slot: the last pack whose first slot is at or before it. */
function packOf(firsts: Uint32Array, slot: number): number {
  let [low, high] = [0, firsts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (must(firsts[middle]) <= slot) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The packs that a database of these pages still uses enough.
 * @returns in their original order
 */
export function packsToKeep<P extends PackOfPages>(
  pages: Uint32Array,
  packs: readonly P[],
  hashes: number,
): P[] {
  const { slots, firsts } = placesOf(packs, hashes)
  const live = new Uint32Array(packs.length)
  for (const hash of pages) {
    const slot = must(slots[hash])
    if (slot === NOWHERE) continue
    const pack = packOf(firsts, slot)
    live[pack] = must(live[pack]) + 1
    // Equal pages share a slot, which counts once.
    slots[hash] = NOWHERE
  }
  return packs.filter((pack, i) => must(live[i]) > 0 && must(live[i]) >= LEAST_LIVE_SHARE * pack.pages.length)
}

/** The pages that no pack has. Of equal pages, only the first. */
export function pagesToSend(pages: Uint32Array, packs: readonly PackOfPages[], hashes: number): Uint32Array {
  const isThere = new Uint8Array(hashes)
  for (const pack of packs) for (const hash of pack.pages) isThere[hash] = 1
  const fresh = new Uint32Array(pages.length)
  let count = 0
  for (const [page, hash] of pages.entries()) {
    if (isThere[hash] === 1) continue
    isThere[hash] = 1
    fresh[count++] = page
  }
  // A copy, so that a small result does not keep the large array in memory.
  return fresh.slice(0, count)
}

/**
 * The whole database as runs of packs, in page order.
 * @throws {RangeError} when a page is in no pack
 */
export function runsOf(pages: Uint32Array, packs: readonly PackOfPages[], hashes: number): Run[] {
  const { slots, firsts } = placesOf(packs, hashes)
  const runs: [number, number, number, number][] = []
  let last: [number, number, number, number] | undefined
  /** The slot that would extend the last run, and the end of its pack. */
  let [next, end] = [NOWHERE, 0]
  for (const [page, hash] of pages.entries()) {
    const slot = must(slots[hash])
    if (slot === NOWHERE) throw new RangeError(`page ${page} is in no pack`)
    if (last !== undefined && slot === next && slot < end) last[3]++
    else {
      const pack = packOf(firsts, slot)
      const first = must(firsts[pack])
      last = [page, pack, slot - first, 1]
      end = first + must(packs[pack]).pages.length
      runs.push(last)
    }
    next = slot + 1
  }
  return runs
}

/** Do the runs contain every page of the database exactly once, from packs of these lengths? */
export function areWhole(runs: readonly Run[], pages: number, pagesOfPacks: readonly number[]): boolean {
  let next = 0
  for (const [page, pack, slot, count] of runs) {
    const held = pagesOfPacks[pack]
    if (page !== next || count < 1 || held === undefined || slot < 0 || slot + count > held) return false
    next += count
  }
  return next === pages
}
