import type { ActEntry } from '../../store/act-rows.ts'
import { actOfCode, INFERENCE_KIND } from '../../store/entry-kinds.ts'
import type { CopiedEntry, RebuiltFile } from '../../store/rebuilt-file.ts'
import type { StoredRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { follow } from './follow.ts'

/** Entries per transaction: their rows are in memory until it ends. */
const ENTRIES_AT_ONCE = 1_000

/**
 * Replays a log entry by entry, and makes the rows that follow from each as they were made when the entry was received.
 * @param onProgress receives the number of entries done
 * @throws {Error} when something in the log cannot be followed
 */
export async function replay(
  store: Store,
  file: RebuiltFile,
  onProgress: (done: number) => void,
): Promise<void> {
  const newest = file.entries
  for (let from = 1; from <= newest; from += ENTRIES_AT_ONCE) {
    const through = Math.min(newest, from + ENTRIES_AT_ONCE - 1)
    store.db.transaction(() => {
      for (let seq = from; seq <= through; seq++) takeIn(store, file, seq)
      if (through === newest) store.behind.writeAll(newest)
      else store.behind.write(through)
    })()
    store.behind.committed()
    onProgress(through)
    await new Promise((resolve) => setImmediate(resolve))
  }
  store.db.transaction(() => store.audit.index.ready())()
}

function takeIn(store: Store, file: RebuiltFile, seq: number): void {
  const entry = file.entry(seq)
  if (entry === undefined) throw new Error(`the log has no entry ${seq}`)
  try {
    store.tree.add(seq, entry.salt, entry.digest)
    file.copyEntry(seq, entry)
    makeRows(store, entry, seq)
  } catch (error) {
    // An error of the disk is passed on as it is.
    if ((error as { code?: string }).code !== undefined) throw error
    throw new Error(`entry ${seq} cannot be followed: ${(error as Error).message}`)
  }
}

function makeRows(store: Store, { kind, receivedAtMs, body }: CopiedEntry, seq: number): void {
  // Its subjects were determined when it was received, and were copied with it.
  if (kind === INFERENCE_KIND) return
  const act = actOfCode(kind)
  if (act !== undefined)
    store.acts.follow({ seq, kind: act, receivedAtMs, body: JSON.parse(body) } as ActEntry)
  else {
    const record = store.records.bySeq(seq) as StoredRecord
    const world = store.recordGraph()
    world.add(record)
    follow(store, world, record)
  }
}
