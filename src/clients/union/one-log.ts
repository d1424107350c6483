import { formatInstant } from '../../domain/time.ts'
import { keepCheckpoint } from './apply.ts'
import type { Engine } from './engine.ts'
import { allSources, type Source } from './source.ts'
import { STATEMENTS } from './statements.ts'
import { keyBytesIn, type Seen, seenIn } from './trust.ts'

/**
 * Sources of one log, such as an office that two readers read: it must show both the same history. Only checkpoints of one size can
 * be compared without asking the office.
 */

/**
 * Freezes sources to which one log showed two histories, each in its own transaction, with the checkpoints that the other one was
 * shown. A checkpoint freezes a source once: where its operator went on, they have seen it.
 * @returns the names of those that it froze
 */
export async function freezeSplit(engine: Engine, nowMs: number): Promise<string[]> {
  // Also those that are frozen: their office showed them something, perhaps before another could be frozen.
  const some = (await allSources(engine)).filter(({ state, vkey }) => state !== 'ended' && vkey !== null)
  const frozen: string[] = []
  for (const sharing of Map.groupBy(some, ({ vkey }) => keyBytesIn(String(vkey))).values()) {
    if (sharing.length < 2) continue
    const shown = await Promise.all(sharing.map((source) => shownTo(engine, source)))
    for (const one of shown)
      for (const other of shown) {
        const split = [...other.kept].flatMap(([place, { hash, root }]) => {
          const own = one.kept.get(place)?.root ?? root
          return own === root || one.known.has(`${place} ${root}`) ? [] : [hash]
        })
        if (split.length > 0 && (await freeze(engine, one.name, other.name, split, nowMs)))
          frozen.push(one.name)
      }
  }
  return frozen
}

/** Returns the trees that a source kept, by log and size, and all that it has, also those that did not follow. */
async function shownTo(engine: Engine, { source: name }: Source) {
  const kept = new Map<string, { readonly hash: string; readonly root: string }>()
  const known = new Set<string>()
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await engine.all(STATEMENTS['checkpoint.after'], [name, after])
    for (const { hash, note, follows } of rows) {
      const { log, size, ...seen } = seenIn(String(note))
      const [place, root] = [`${log} ${size}`, seen.root.toString('hex')]
      known.add(`${place} ${root}`)
      if (follows === 1) kept.set(place, { hash: String(hash), root })
    }
    after = rows.at(-1)?.hash as string | undefined
  }
  return { name, kept, known }
}

/** @param split hashes of checkpoints of the other @returns false if it was frozen or ended meanwhile */
async function freeze(engine: Engine, name: string, other: string, split: readonly string[], nowMs: number) {
  const shown: Seen[] = []
  for (const hash of split)
    for (const { note } of await engine.all(STATEMENTS['checkpoint.one'], [other, hash]))
      shown.push(seenIn(String(note)))
  return engine.atOnce(name, async (within) => {
    if ((await within.run(STATEMENTS['source.hold'], [name])) === 0) return false
    const now = formatInstant(nowMs)
    const proof = { continues: null, follows: false, consistency: [] }
    for (const seen of shown) await keepCheckpoint(within, name, seen, proof, now)
    await within.run(STATEMENTS['source.freeze'], [name, now, shown[0]?.log ?? '', `frozen ${other}`])
    return true
  })
}
