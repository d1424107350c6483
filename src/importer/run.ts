import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledMap } from './compiled-map.ts'
import type { RowFault } from './fault.ts'
import { memberNumbersIn, planImport } from './plan.ts'
import type { RegistryFacts } from './registry-facts.ts'
import { rejectsCsv } from './rejects.ts'
import { Batch, Tally } from './tally.ts'

/** Takes a file in: row by row, in batches, through the same write path as any device. */

/** What one record came to. `problem` is there for `rejected` only. */
export interface AppendResult {
  readonly id: string
  readonly status: 'accepted' | 'replayed' | 'rejected'
  readonly problem?: {
    readonly code?: string
    readonly detail?: string
    readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
  }
}

/** Where records go. Results come in the order sent; one bad record must not cost another. */
export interface RecordSink {
  append(records: readonly object[]): Promise<readonly AppendResult[]>
}

export interface ImportProgress {
  readonly rowsDone: number
  readonly rows: number
  /** Records written. */
  readonly accepted: number
  /** Records that were there already. */
  readonly replayed: number
  /** Rows refused. */
  readonly rejected: number
}

export interface ImportOptions {
  readonly text: string
  readonly map: CompiledMap
  readonly registry: RegistryFacts
  /** The appliance's own party, who asserts everything. */
  readonly cooperative: string
  /** Not needed for a dry run. */
  readonly sink?: RecordSink
  readonly dryRun?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops after the batch in flight. Running again goes on from there. */
  readonly signal?: AbortSignal
  /** The party with a member number; null when there is none. Needed for maps with `members`. */
  readonly findMember?: (memberNo: string) => Promise<string | null>
  readonly nowMs?: number
}

export interface RecordCounts {
  /** Written; in a dry run, what would be sent. */
  readonly accepted: number
  readonly replayed: number
  readonly rejected: number
}

export interface ImportResult {
  readonly map: string
  readonly dryRun: boolean
  /** Why not every row was reached; null when all were. */
  readonly stopped: string | null
  readonly rows: {
    readonly total: number
    readonly done: number
    /** Rows of which something was written; in a dry run, rows without a fault. */
    readonly imported: number
    readonly alreadyThere: number
    readonly rejected: number
  }
  /** By record type; the types the file made. */
  readonly records: Readonly<Record<string, RecordCounts>>
  readonly faults: readonly RowFault[]
  /** The refused rows, to be mended and imported again; empty when there are none. */
  readonly rejects: string
}

/**
 * Importing is safe to interrupt and to repeat: the id of every record follows from the map's name and the row.
 * @throws {ImportFault} when the file cannot be read at all
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { text, map, registry, cooperative, sink, signal } = options
  const dryRun = options.dryRun ?? false
  if (!dryRun && sink === undefined) throw new RangeError('an import that is no dry run needs a sink')
  const members = await membersOf(options)
  const plan = planImport(text, map, {
    registry,
    cooperative,
    nowMs: options.nowMs ?? Date.now(),
    member: (memberNo) => members.get(memberNo),
  })
  const tally = new Tally(plan.rowCount)
  let batch = new Batch()
  let stopped: string | null = null
  const send = async () => {
    if (dryRun || sink === undefined) {
      tally.count(batch)
      // Gives an interruption its turn.
      await nextTurn()
    } else stopped = await tally.append(batch, sink)
    batch = new Batch()
    options.onProgress?.(tally.progress)
  }
  for (const row of plan.rows()) {
    if (batch.rows.length > 0 && !batch.hasRoomFor(tally.unsent(row))) await send()
    if (stopped !== null) break
    if (signal?.aborted) {
      stopped = 'It was interrupted.'
      break
    }
    batch.add(row, tally.unsent(row))
  }
  if (stopped === null && batch.rows.length > 0) await send()
  return {
    map: map.spec.name,
    dryRun,
    stopped,
    ...tally.result,
    rejects: tally.rejected.length === 0 ? '' : rejectsCsv(plan.table, tally.rejected),
  }
}

async function membersOf({ text, map, findMember }: ImportOptions): Promise<ReadonlyMap<string, string>> {
  const members = new Map<string, string>()
  if (map.spec.members === undefined) return members
  if (findMember === undefined) throw new RangeError('a map with members needs findMember')
  for (const memberNo of memberNumbersIn(text, map)) {
    const party = await findMember(memberNo)
    if (party !== null) members.set(memberNo, party)
  }
  return members
}
