import { asError, errorCode } from '../../base/error-kinds.ts'
import { fromJson } from '../../base/typed.ts'
import { MemoizedGraph } from '../../domain/derived/memoized-graph.ts'
import type { InferenceBody } from '../../domain/inference.ts'
import { actEntry, Unfollowable } from '../../store/acts/act-rows.ts'
import type { CopiedEntry } from '../../store/file/scratch-file.ts'
import { actOfCode, INFERENCE_KIND } from '../../store/log/entry-kinds.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Store } from '../../store/store.ts'
import { message } from '../../words/message.ts'
import { aboutOf, judgementOn, type Under } from './about.ts'
import { follow } from './follow.ts'

/** Entries per transaction. Their rows stay in memory until it ends. */
const ENTRIES_AT_ONCE = 256

/** The log that is replayed, and the file that it is replayed into. */
export interface ReplayedLog {
  entry(seq: number): CopiedEntry | undefined
  /** Puts an entry into the file. */
  take(seq: number, entry: CopiedEntry): void
  /** Returns the inputs of an inference that resolved at its receipt. The log does not contain them. */
  inputsOf(inference: number): readonly number[]
}

export interface ReplayOrder {
  readonly from: number
  readonly through: number
  /** Receives each entry that cannot be followed, and why; the replay goes on. */
  readonly onUnfollowable: (seq: number, entry: CopiedEntry | undefined, error: Error) => void
  /** Receives the number of the last entry done. */
  readonly onProgress: (through: number) => void
}

/**
 * Replays a range of a log entry by entry, and makes the rows that follow from each entry as they were made
 * at its receipt. When it returns, all of them are in the file.
 * @param store the store over the file, into which every earlier entry has been replayed
 */
export async function replay(
  store: Store,
  log: ReplayedLog,
  { from, through, onUnfollowable, onProgress }: ReplayOrder,
): Promise<void> {
  for (let first = from; first <= through; first += ENTRIES_AT_ONCE) {
    const last = Math.min(through, first + ENTRIES_AT_ONCE - 1)
    store.db.transaction(() => {
      for (let seq = first; seq <= last; seq++) {
        const entry = log.entry(seq)
        try {
          if (entry === undefined) throw new Unfollowable(message('unfollowable.gone'))
          log.take(seq, entry)
          makeRows(store, log, entry, seq)
        } catch (error) {
          if (isOfTheDisk(error)) throw error
          onUnfollowable(seq, entry, asError(error))
        }
      }
      if (last === through) store.behind.writeAll(last)
      else store.behind.write(last)
    })()
    store.behind.committed()
    onProgress(last)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const OF_THE_DISK = /^SQLITE_(IOERR|FULL|CORRUPT|NOTADB|CANTOPEN|READONLY|BUSY|LOCKED|NOMEM|PROTOCOL)/
const isOfTheDisk = (error: unknown): boolean => OF_THE_DISK.test(errorCode(error) ?? '')

function makeRows(
  store: Store,
  log: ReplayedLog,
  { kind, receivedAtMs, body }: CopiedEntry,
  seq: number,
): void {
  const act = actOfCode(kind)
  if (act !== undefined) store.acts.follow(actEntry(seq, act, receivedAtMs, fromJson(body)))
  else if (kind === INFERENCE_KIND) judgeAgain(store, seq, fromJson<InferenceBody>(body), log.inputsOf(seq))
  else {
    const record = store.records.bySeq(seq)
    if (record === undefined) throw new Unfollowable(message('unfollowable.noKind', { kind }))
    follow(store, record)
  }
}

function judgeAgain(store: Store, seq: number, { inputs }: InferenceBody, resolved: readonly number[]): void {
  const observations: StoredRecord[] = []
  const inferences: Under['inferences'][number][] = []
  for (const input of resolved) {
    const [observation, inference] = [store.records.bySeq(input), store.inferences.bySeq(input)]
    const id = observation?.id ?? inference?.id
    if (input >= seq || id === undefined || !inputs.includes(id))
      throw new Unfollowable(message('unfollowable.input', { seq: input }))
    if (observation !== undefined) observations.push(observation)
    if (inference !== undefined) inferences.push(inference)
  }
  const under: Under = { observations, inferences }
  const about = aboutOf(new MemoizedGraph(store.recordGraph()), under, store.inferences, (id) =>
    store.parties.intern(id),
  )
  store.inferences.judge(seq, judgementOn(about, under, new Set(inputs).size))
}
