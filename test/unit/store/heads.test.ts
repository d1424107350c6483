import { expect, test } from 'vitest'
import { Heads, NONE, spreadKey } from '../../../src/store/jobs/heads.ts'

/** Keys that a writer chose to get one place are spread like others. */

const KEYS = 16_384
const PLACES = 2 * KEYS
/** A table half full needs one and a half looks for a key. */
const MOST_LOOKS = 3 * KEYS

/** The number by which a multiplication by 0x9e3779b1 is undone. */
let undone = 1
for (let i = 0; i < 5; i++) undone = Math.imul(undone, 2 - Math.imul(0x9e3779b1, undone))

const FAMILIES: readonly [string, (i: number) => number][] = [
  ['one after the other', (i) => i],
  ['halves whose bits cancel each other out', (i) => i * 2 ** 32 + (i ^ 0x5a5a5a5a)],
  ['one lower half', (i) => i * 2 ** 32 + 7],
  ['one end', (i) => i * 2 ** 18],
  ['chosen for a known multiplier', (i) => Math.imul((i << 15) | i, undone) >>> 0],
]

test.each(FAMILIES)('%s', (_name, keyOf) => {
  const taken = new Uint8Array(PLACES)
  let looks = 0
  for (let i = 0; i < KEYS; i++) {
    let place = spreadKey(keyOf(i)) & (PLACES - 1)
    for (looks++; taken[place] === 1; looks++) place = (place + 1) & (PLACES - 1)
    taken[place] = 1
  }
  expect(looks).toBeLessThan(MOST_LOOKS)
})

test.each(FAMILIES)('each key keeps its newest row, also while the table grows: %s', (_name, keyOf) => {
  const heads = new Heads(4)
  for (let i = 0; i < 1_000; i++) heads.set(keyOf(i), i)
  for (let i = 0; i < 1_000; i += 2) heads.set(keyOf(i), 1_000 + i)
  for (let i = 0; i < 1_000; i++) expect(heads.get(keyOf(i))).toBe(i % 2 === 0 ? 1_000 + i : i)
  expect(heads.get(keyOf(1_000))).toBe(NONE)
  expect(heads.rows()).toHaveLength(1_000)
})
