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
  const live = (await allSources(engine)).filter(({ state, vkey }) => state === 'live' && vkey !== null)
  const frozen: string[] = []
  for (const sharing of Map.groupBy(live, ({ vkey }) => keyBytesIn(String(vkey))).values()) {
    if (sharing.length < 2) continue
    const shown = await Promise.all(sharing.map((source) => shownTo(engine, source)))
    for (const one of shown)
      for (const other of shown) {
        const split = other.kept.filter((seen) => !one.hashes.has(seen.hash) && isOther(one.kept, seen))
        if (split.length > 0 && (await freeze(engine, one.name, other.name, split, nowMs)))
          frozen.push(one.name)
      }
  }
  return frozen
}

/** Returns what a source kept, and the hashes of all that it has, also of those that did not follow. */
async function shownTo(engine: Engine, { source: name }: Source) {
  const rows = await engine.all(STATEMENTS['checkpoint.all'], [name])
  const kept = rows.filter(({ follows }) => follows === 1).map(({ note }) => seenIn(String(note)))
  return { name, hashes: new Set(rows.map(({ hash }) => hash)), kept }
}

const isOther = (kept: readonly Seen[], { log, size, root }: Seen): boolean =>
  kept.some((own) => own.log === log && own.size === size && !own.root.equals(root))

/** @returns false if it was frozen or ended meanwhile */
const freeze = (engine: Engine, name: string, other: string, split: readonly Seen[], nowMs: number) =>
  engine.atOnce(name, async (within) => {
    if ((await within.run(STATEMENTS['source.hold'], [name])) === 0) return false
    const now = formatInstant(nowMs)
    const proof = { continues: null, follows: false, consistency: [] }
    for (const seen of split) await keepCheckpoint(within, name, seen, proof, now)
    await within.run(STATEMENTS['source.freeze'], [name, now, split[0]?.log ?? '', `frozen ${other}`])
    return true
  })
