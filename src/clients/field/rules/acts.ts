import type { Chain } from './chains.ts'
import { dropped, isChangeable, type Rows, retractionOf } from './changing.ts'
import type { Entry, Makes } from './entry.ts'

/** What can be done with a record whose chain others may have changed: nothing that the service would refuse. */

export interface Acts {
  /** Key of the version that a correction follows, or of the entry that is changed in place or mended. */
  readonly correct: string | null
  /** Key of the version that is taken back, or of the entry that is dropped. */
  readonly takeBack: string | null
  readonly sendAgain: boolean
  /** Of a rejected correction: what its next attempt corrects. `nothing`: it is written as a record of its own. */
  readonly onto: 'same' | 'newest' | 'nothing'
}

const NONE: Acts = { correct: null, takeBack: null, sendAgain: false, onto: 'same' }

/** Whether the phone's party may correct and take back: those of the first version may (contract §4). */
export const isOurs = ({ versions }: Chain): boolean => versions[0]?.by.is !== 'party'

/** Corrections and retractions act on the version that counts. */
export function actsOn(chain: Chain, entry: Entry): Acts {
  const { key, record } = entry
  if (entry.state === 'rejected') return afterRejection(chain, entry)
  if (record.type === 'retraction' || !isOurs(chain)) return NONE
  if (isChangeable(entry)) {
    const isRefused = record.supersedes !== undefined && !chain.standings.has(record.id)
    return { ...NONE, correct: isRefused ? null : key, takeBack: key }
  }
  const { is, newest } = chain
  if (is !== 'standing' || newest === null) return NONE
  // An older version of this phone leads to its newer one by the list of versions.
  if (newest.by.is === 'here' && newest.key !== key) return NONE
  return { ...NONE, correct: newest.key, takeBack: newest.key }
}

/** Whether taking an entry back only undoes a correction: the record that it corrects stays. */
export const isUndone = (entry: Entry): boolean =>
  isChangeable(entry) && entry.state !== 'rejected' && entry.record.supersedes !== undefined

function afterRejection({ is, newest }: Chain, { key, record, refusal }: Entry): Acts {
  const isFinal = refusal?.code === 'already_retracted'
  if (record.supersedes === undefined) return { ...NONE, correct: key, takeBack: key, sendAgain: !isFinal }
  if (is === 'taken_back') return { ...NONE, correct: key, takeBack: key, onto: 'nothing' }
  if (is !== 'standing' || newest === null) return { ...NONE, takeBack: key }
  const onto = newest.id === record.supersedes ? 'same' : 'newest'
  return { correct: key, takeBack: key, sendAgain: true, onto }
}

/** Returns a rejected correction as its next attempt corrects what counts now; any other entry as it is. */
export function retargeted(chain: Chain, entry: Entry): Entry {
  const { onto } = actsOn(chain, entry)
  const { supersedes: _, ...alone } = entry.record
  if (onto === 'nothing') return { ...entry, record: alone }
  if (onto === 'same' || chain.newest === null) return entry
  return { ...entry, record: { ...alone, supersedes: chain.newest.id } }
}

/**
 * Whether someone else changed what a person wants to correct or take back, after they began: they must see that first.
 * The service would store it as a second correction beside the first.
 */
export function isChangedElsewhere({ is, newest }: Chain, entry: Entry): boolean {
  if (isChangeable(entry)) return false
  if (is === 'forked' || is === 'unknown') return true
  return newest !== null && newest.by.is !== 'here' && newest.key !== entry.key
}

/** Whether a figure of a fork can be kept: one that nothing corrects, while all others are known. */
export const canKeep = (chain: Chain, id: string): boolean =>
  chain.is === 'forked' &&
  isOurs(chain) &&
  chain.standings.get(id) === 'forked' &&
  chain.children(id).length === 0 &&
  chain.versions.every(({ record }) => record !== null)

/** Returns what is taken back when one figure of a fork is kept: all that is in other branches (contract §4). */
export function others(chain: Chain, keep: string): string[] {
  const above = new Set<string>()
  const records = new Map(chain.versions.map(({ id, record }) => [id, record]))
  for (let id = keep; id !== '' && !above.has(id); id = records.get(id)?.supersedes ?? '') above.add(id)
  return [...chain.standings]
    .filter(([id, standing]) => standing === 'forked' && !above.has(id))
    .map(([id]) => id)
}

/**
 * Whether an entry waits for a person: a correction that contradicts others, and that the service cannot have yet. Sent, it
 * would be a second correction beside the first, and neither would count.
 */
export const isHeld = (chain: Chain, entry: Entry): boolean =>
  isHoldable(entry) && chain.is === 'forked' && chain.standings.get(entry.record.id) === 'forked'

/** Whether an entry could be held, without a look at its chain. */
export const isHoldable = (entry: Entry): boolean =>
  entry.state === 'waiting' && isChangeable(entry) && entry.record.supersedes !== undefined

/**
 * Keeps one figure of a fork. Corrections that the service cannot have go; all others are taken back. One that the service
 * cannot have itself corrects what others wrote from now on.
 */
export function kept(entries: readonly Entry[], chain: Chain, keep: string, makes: Makes): Rows | null {
  if (!canKeep(chain, keep)) return null
  const own = entries.find(({ record }) => record.id === keep)
  const under =
    own !== undefined && isHeld(chain, own)
      ? chain.branches.filter(({ isUnsent }) => !isUnsent).at(-1)
      : undefined
  const rows = new Map<string, Entry | null>()
  for (const id of others(chain, under?.id ?? keep)) {
    if (id === keep) continue
    const entry = entries.find(({ record }) => record.id === id)
    if (entry !== undefined && isChangeable(entry))
      for (const [key, row] of dropped(entries, entry)) rows.set(key, row)
    else {
      const retraction = retractionOf(id, 'entered_in_error', makes)
      rows.set(retraction.key, retraction)
    }
  }
  if (own === undefined || under === undefined) return rows
  // It is sent after the retractions: until then, the service takes no correction.
  const madeAt = Math.max(own.madeAt, makes.nowMs + 1)
  return rows.set(own.key, { ...own, record: { ...own.record, supersedes: under.id }, madeAt })
}
