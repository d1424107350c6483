/**
 * A disk that forgets: when a sync fails, whatever was written since the last one is gone, and is not tried again by the
 * system, which calls the next sync a success (as Linux does: the pages are taken for clean). Whoever goes on after a
 * failed sync must write everything anew. This follows what SQLite wrote and synced, call by call, and tells where it
 * relied on bytes that such a disk would not hold.
 */

export type Call =
  | { readonly kind: 'write'; readonly file: string; readonly from: number; readonly to: number }
  | { readonly kind: 'truncate'; readonly file: string; readonly to: number }
  | { readonly kind: 'sync'; readonly file: string; readonly failed: boolean }

type Range = readonly [from: number, to: number]

interface FileState {
  /** Written and not synced. */
  dirty: Range[]
  /** Written, and gone with a sync that failed. */
  lost: Range[]
}

const LOG = /-wal$/

export class ForgetfulDisk {
  readonly #files = new Map<string, FileState>()
  /** What relied on bytes that are not there, in sentences. */
  readonly faults: string[] = []
  failedSyncs = 0
  syncs = 0

  take(call: Call): void {
    const state = this.#of(call.file)
    if (call.kind === 'write') {
      if (LOG.test(call.file) && call.from === 0) this.#checkRestart(call.file)
      state.lost = without(state.lost, [call.from, call.to])
      state.dirty = [...without(state.dirty, [call.from, call.to]), [call.from, call.to]]
    } else if (call.kind === 'truncate') {
      const cut: Range = [call.to, Number.POSITIVE_INFINITY]
      state.lost = without(state.lost, cut)
      state.dirty = without(state.dirty, cut)
    } else this.#sync(call.file, state, call.failed)
  }

  #sync(file: string, state: FileState, failed: boolean): void {
    if (failed) {
      this.failedSyncs++
      state.lost.push(...state.dirty)
      state.dirty = []
      return
    }
    this.syncs++
    const end = Math.max(0, ...state.dirty.map(([, to]) => to))
    state.dirty = []
    const [hole] = state.lost.filter(([from]) => from < end)
    if (hole)
      this.faults.push(
        `${file} was synced up to ${end}, but ${hole[0]} to ${hole[1]} was never written again`,
      )
  }

  /** Frames of the log are written over from its beginning once the database holds what they say. */
  #checkRestart(log: string): void {
    const database = this.#files.get(log.replace(LOG, ''))
    const open = [...(database?.dirty ?? []), ...(database?.lost ?? [])]
    if (open.length > 0)
      this.faults.push(`${log} is begun anew, but ${open.length} pieces of the database are not on the disk`)
  }

  #of(file: string): FileState {
    const state = this.#files.get(file) ?? { dirty: [], lost: [] }
    this.#files.set(file, state)
    return state
  }
}

const without = (ranges: readonly Range[], [from, to]: Range): Range[] =>
  ranges.flatMap(([a, b]) => {
    const left: Range[] = [
      [a, Math.min(b, from)],
      [Math.max(a, to), b],
    ]
    return left.filter(([start, end]) => start < end)
  })

const LINE = /^(\w+)\(\d+<([^>]*)>(?:, (.*))?\) += (-?\d+)/

/** A line of strace's log with paths (-y), or null when it tells of nothing that matters here. */
export function readCall(line: string): Call | null {
  const [, name, file, rest = '', result] = LINE.exec(line) ?? []
  if (name === undefined || file === undefined) return null
  const done = Number(result)
  if (name === 'fsync' || name === 'fdatasync') return { kind: 'sync', file, failed: done !== 0 }
  const last = Number(rest.split(', ').at(-1))
  if (name === 'ftruncate' && done === 0) return { kind: 'truncate', file, to: last }
  if (name === 'pwrite64' && done > 0) return { kind: 'write', file, from: last, to: last + done }
  return null
}
